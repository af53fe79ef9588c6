import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { SecretReference } from './fields';
import { type LoadOptions, settingsFile } from './load';
import type { Settings } from './settings';

/** Secrets that are sent as they are to a URL in the same file. */
const SENT = ['service.apiKey', 'temporal.apiKey', 'server.generation.openai.apiKey', 'server.files.accessKey'];
/** Variables of this project, of Temporal's own tools, and the usual one of the language model. */
const OWN_VARIABLES = /^(DECK_|TEMPORAL_|OPENAI_API_KEY$)/;

/**
 * A warning about a settings file that is read only because it is in the working directory. Someone else may have put it
 * there, so it must not silently read a secret from outside its directory and send it to a URL of its choice.
 * @returns one line, or undefined if there is no such secret
 */
export function unnamedFileWarning(
  settings: Settings,
  { file, env = process.env, cwd = process.cwd() }: LoadOptions = {},
): string | undefined {
  if (file !== undefined || env.DECK_CONFIG) return undefined;
  const found = settingsFile({ env, cwd });
  if (found === undefined) return undefined;
  const directory = realpathSync(dirname(resolve(cwd, found)));
  const taken = referencesIn(settings).flatMap(({ key, reference: { env: name, file: path } }) => {
    if (path !== undefined) return isOutside(path, directory) ? [`${key} from ${path}`] : [];
    const foreign = name !== undefined && env[name] && SENT.includes(key) && !OWN_VARIABLES.test(name);
    return !foreign ? [] : [`${key} from the variable ${name}`];
  });
  if (taken.length === 0) return undefined;
  const { baseUrl } = settings.service;
  const to = baseUrl === null ? '' : ` The generation service is ${new URL(baseUrl).origin}.`;
  return (
    `${found} was found in the working directory and uses secrets from elsewhere: ${taken.join(', ')}.${to} ` +
    `If you trust this file, pass --config ${found}`
  );
}

interface Found {
  key: string;
  reference: SecretReference;
}

function referencesIn(value: unknown, key = ''): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const [[name, text] = []] = entries;
  if (entries.length === 1 && (name === 'env' || name === 'file') && typeof text === 'string') {
    return [{ key, reference: value as SecretReference }];
  }
  return entries.flatMap(([part, item]) => referencesIn(item, key === '' ? part : `${key}.${part}`));
}

/** Symbolic links are resolved. A missing file cannot leak anything. */
function isOutside(path: string, directory: string): boolean {
  try {
    return !realpathSync(path).startsWith(directory === sep ? sep : directory + sep);
  } catch {
    return false;
  }
}
