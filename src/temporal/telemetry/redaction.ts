import { readSecret, type SecretReference } from '../../config';

/** Masking shorter secrets would hide half of every line. */
const MIN_SECRET_LENGTH = 6;
const MASK = '[masked]';

/**
 * Text that is always masked: fields named like credentials, and the parts of URLs that grant access, which are queries and
 * the fragment of a review link.
 */
const PATTERNS = [
  /(?<="(?:[\w-]*token|secret[\w-]*|[\w-]*signature|sign|password|authorization|cookie|x-api-key)":")[^"]+/gi,
  /(?<=\bhttps?:\/\/[^\s"?#\\]*[?#])[^\s"\\]+/gi,
  /(?<=\bBearer )[\w.~+/=-]+/g,
];

/**
 * Removes secrets from logs. Every line passes through here as text, as a last line of defense: a match means that other code
 * logged a secret by mistake.
 * @param secrets known values, masked wherever they occur
 */
export function redactor(secrets: readonly string[]): (line: string) => string {
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).map(inJson);
  const literal = known.length === 0 ? undefined : new RegExp(known.map(escaped).join('|'), 'g');
  return (line) => {
    let clean = literal === undefined ? line : line.replace(literal, MASK);
    for (const pattern of PATTERNS) clean = clean.replace(pattern, MASK);
    return clean;
  };
}

/** The values of all secrets that the settings refer to. Secrets that cannot be read are skipped. */
export function secretsIn(settings: unknown, env: NodeJS.ProcessEnv): string[] {
  if (typeof settings !== 'object' || settings === null) return [];
  if (!isReference(settings)) return Object.values(settings).flatMap((value) => secretsIn(value, env));
  try {
    return [readSecret(settings, '', env)];
  } catch {
    return [];
  }
}

function isReference(value: object): value is SecretReference {
  const keys = Object.keys(value);
  return keys.length === 1 && ['env', 'file'].includes(keys[0]!) && typeof Object.values(value)[0] === 'string';
}

/** The text as it appears inside a JSON string. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
