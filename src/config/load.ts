import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { BUILT_IN_PROFILE, parseSettings } from './parse';
import { type Settings, settingsSchema } from './settings';
import { SettingsError } from './settings-error';
import { clusterProfile, namesExistingCluster } from './temporal-environment';
import { versioningSettings, versioningVariables } from './versioning-settings';

export { SettingsError, type SettingsProblem } from './settings-error';

export interface LoadOptions {
  /** Named on the command line (`--config`): must exist. */
  file?: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Hears of settings that no longer count. */
  warn?: (sentence: string) => void;
}

export const SETTINGS_FILE = 'temporal.yaml';

/**
 * The effective settings: the file named by `--config`, else by DECK_CONFIG, else `temporal.yaml` in the working
 * directory, else the built-in defaults; on top of it the TEMPORAL_* variables that Temporal's own tools read.
 * Directories are absolute afterwards, relative ones counted from the directory of the file.
 */
export function loadSettings(options: LoadOptions = {}): Settings {
  const { env = process.env, cwd = process.cwd() } = options;
  const found = readSettingsFile(options);
  const folder = found ? dirname(resolve(cwd, found.name)) : resolve(cwd);
  const settings = found
    ? parseSettings(found.text, found.name, { folder, warn: options.warn })
    : settingsSchema.parse({});
  return withAbsolutePaths(withBuild(withCluster(settings, env), env), folder);
}

/** The file that `loadSettings` reads, or undefined when the built-in defaults are used. */
export function settingsFile(options: LoadOptions = {}): string | undefined {
  return readSettingsFile(options)?.name;
}

function readSettingsFile({ file, env = process.env, cwd = process.cwd() }: LoadOptions) {
  const name = file ?? (env.DECK_CONFIG || undefined) ?? SETTINGS_FILE;
  const namedBy = file !== undefined ? '--config' : env.DECK_CONFIG ? 'DECK_CONFIG' : undefined;
  try {
    return { name, text: readFileSync(resolve(cwd, name), 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && namedBy === undefined) return undefined;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown reason'})`;
    const sentence = `the settings file ${namedBy ? `named by ${namedBy} ` : ''}${reason}.`;
    throw new SettingsError(name, [{ key: '', sentence }]);
  }
}

function withCluster(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  if (!namesExistingCluster(settings.temporal, env)) return settings;
  const { address, namespace } = clusterProfile(settings.temporal, env);
  return {
    ...settings,
    temporal: {
      ...settings.temporal,
      mode: 'existing',
      ...(address ? { address } : {}),
      ...(namespace ? { namespace } : {}),
    },
  };
}

/** The version of this process, where the environment names it. */
function withBuild(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  const deployment = env[versioningVariables.deployment] || settings.worker.versioning.deployment;
  const build = env[versioningVariables.build] || settings.worker.versioning.build;
  const versioning = versioningSettings.safeParse({ ...settings.worker.versioning, deployment, build });
  if (versioning.success) return { ...settings, worker: { ...settings.worker, versioning: versioning.data } };
  const [{ path, message }] = versioning.error.issues as [z.core.$ZodIssue];
  const key = path[0] as keyof typeof versioningVariables;
  throw new SettingsError(undefined, [
    {
      key: `worker.versioning.${key}`,
      sentence: `worker.versioning.${key} ${message} (or ${versioningVariables[key]}).`,
    },
  ]);
}

function withAbsolutePaths(settings: Settings, base: string): Settings {
  const from = (path: string) => resolve(base, path);
  const { data, output, documents } = settings;
  const directory = from(data.directory);
  const absolute = withAbsoluteSecrets(settings, from);
  const { profile } = settings.service;
  return {
    ...absolute,
    service: { ...absolute.service, profile: profile === BUILT_IN_PROFILE ? profile : from(profile) },
    data: { directory },
    output: { directory: from(output.directory) },
    documents: { ...documents, directory: resolve(directory, documents.directory), inbox: from(documents.inbox) },
  };
}

/** Every reference to a secret's file, wherever the schema has one: no section can be forgotten here. */
function withAbsoluteSecrets<T>(value: T, from: (path: string) => string): T {
  if (Array.isArray(value)) return value.map((item) => withAbsoluteSecrets(item, from)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'file' && typeof item === 'string' ? from(item) : withAbsoluteSecrets(item, from),
    ]),
  ) as T;
}
