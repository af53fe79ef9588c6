import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { SecretReference } from './fields';
import { type LoadOptions, settingsFile } from './load';
import type { Settings } from './settings';

/** Secrets that travel as they are, to an address in the same file. */
const SENT = ['service.apiKey', 'temporal.apiKey', 'server.generation.openai.apiKey', 'server.files.accessKey'];
/** Variables of this project, of Temporal's own tools, and the standard one of the language model. */
const OWN_VARIABLES = /^(DECK_|TEMPORAL_|OPENAI_API_KEY$)/;

/**
 * What to say about a settings file that is read because it lies in the working directory, and not because `--config` or
 * `DECK_CONFIG` name it. Someone else may have put it there; it must not take a secret from outside of its folder and
 * send it to an address of its own without a word.
 * @returns one line, or undefined when every secret is its own
 */
export function unnamedFileWarning(
  settings: Settings,
  { file, env = process.env, cwd = process.cwd() }: LoadOptions = {},
): string | undefined {
  if (file !== undefined || env.DECK_CONFIG) return undefined;
  const found = settingsFile({ env, cwd });
  if (found === undefined) return undefined;
  const folder = realpathSync(dirname(resolve(cwd, found)));
  const taken = referencesIn(settings).flatMap(({ key, reference: { env: name, file: path } }) => {
    if (path !== undefined) return isOutside(path, folder) ? [`${key} from ${path}`] : [];
    const foreign = name !== undefined && env[name] && SENT.includes(key) && !OWN_VARIABLES.test(name);
    return !foreign ? [] : [`${key} from the variable ${name}`];
  });
  if (taken.length === 0) return undefined;
  const { baseUrl } = settings.service;
  const to = baseUrl === null ? '' : ` The service is ${new URL(baseUrl).origin}.`;
  return (
    `${found} was found in this folder, and takes secrets from outside of it: ${taken.join(', ')}.${to} ` +
    `If you trust this file, name it: --config ${found}`
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

/** Wherever links in it lead. A file that is not there gives nothing away. */
function isOutside(path: string, folder: string): boolean {
  try {
    return !realpathSync(path).startsWith(folder === sep ? sep : folder + sep);
  } catch {
    return false;
  }
}
