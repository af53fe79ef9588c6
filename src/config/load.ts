import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { readFailure } from '../base/io/read-failure';
import { BUILT_IN_PROFILE, parseSettings } from './parse';
import { type Settings, settingsSchema } from './settings';
import { SettingsError } from './settings-error';
import { clusterProfile, namesExistingCluster } from './temporal-environment';
import { versioningSettings, versioningVariables } from './versioning-settings';

export { SettingsError, type SettingsProblem } from './settings-error';

export interface LoadOptions {
  /** Named on the command line (`--config`): must exist. */
  file?: string;
  /** Instead of a file: its sections as an object. */
  sections?: Record<string, unknown>;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

const SETTINGS_FILE = 'temporal.yaml';

/**
 * The effective settings, from the file named by `--config` or DECK_CONFIG, `temporal.yaml` in the working directory, or
 * the built-in defaults. The TEMPORAL_* variables of Temporal's own tools override them. Relative directories are
 * resolved against the directory of the file.
 */
export function loadSettings(options: LoadOptions = {}): Settings {
  const { env = process.env, cwd = process.cwd() } = options;
  const found = readSettingsFile(options);
  const folder = found ? dirname(resolve(cwd, found.name)) : resolve(cwd);
  const settings = found ? parseSettings(found.text, found.name, folder) : settingsSchema.parse({});
  return withAbsolutePaths(withBuild(withCluster(settings, env), env), folder);
}

/** The file that `loadSettings` reads; undefined for the built-in defaults. */
export function settingsFile(options: LoadOptions = {}): string | undefined {
  return readSettingsFile(options)?.name;
}

function readSettingsFile({ file, sections, env = process.env, cwd = process.cwd() }: LoadOptions) {
  if (sections !== undefined) return { name: 'settings', text: JSON.stringify(sections) };
  const name = file ?? (env.DECK_CONFIG || undefined) ?? SETTINGS_FILE;
  const namedBy = file !== undefined ? '--config' : env.DECK_CONFIG ? 'DECK_CONFIG' : undefined;
  try {
    return { name, text: readFileSync(resolve(cwd, name), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && namedBy === undefined) return undefined;
    const sentence = `the settings file ${namedBy ? `from ${namedBy} ` : ''}${readFailure(error)}.`;
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

/** The environment overrides the version, because it changes with every image. */
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
    data: { ...absolute.data, directory },
    output: { directory: from(output.directory) },
    documents: { ...documents, inbox: from(documents.inbox) },
  };
}

/** Walks all settings, so that no reference to a secret file is missed. */
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
