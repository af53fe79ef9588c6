import { readSecret, type SecretReference } from '../config';

/** Shorter ones would mask half of every line. */
const SHORTEST_SECRET = 6;
const MASK = '[masked]';

/**
 * What is masked wherever it stands in a line: fields named like credentials, and those parts of addresses that let
 * somebody in: queries, and what stands behind # in a review link.
 */
const PATTERNS = [
  /(?<="(?:[\w-]*token|secret[\w-]*|[\w-]*signature|sign|password|authorization|cookie|x-api-key)":")[^"]+/gi,
  /(?<=\bhttps?:\/\/[^\s"?#\\]*[?#])[^\s"\\]+/gi,
  /(?<=\bBearer )[\w.~+/=-]+/g,
];

/**
 * The one place where logs are kept free of secrets: every line passes here as text, whoever wrote it. Nothing should
 * ever be found; what it does find was a mistake elsewhere.
 * @param secrets values that are known, each masked wherever it stands.
 */
export function redactor(secrets: readonly string[]): (line: string) => string {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).map(inJson);
  const literal = known.length === 0 ? undefined : new RegExp(known.map(escaped).join('|'), 'g');
  return (line) => {
    let clean = literal === undefined ? line : line.replace(literal, MASK);
    for (const pattern of PATTERNS) clean = clean.replace(pattern, MASK);
    return clean;
  };
}

/** The values of all secrets that the settings name, wherever in them. One that cannot be read is none. */
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

/** As it would stand in a line of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
