import { existsSync } from 'node:fs';
import { type ClientConfigProfile, loadClientConfigProfile } from '@temporalio/envconfig';
import type { Settings } from './settings';
import { SettingsError } from './settings-error';

/** Each of these variables selects an existing cluster, so no embedded server is started. */
const POINTERS = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'] as const;

/** Whether settings or environment name an existing cluster. */
export function namesExistingCluster(temporal: Settings['temporal'], env: NodeJS.ProcessEnv): boolean {
  return temporal.mode === 'existing' || temporal.profile !== null || POINTERS.some((name) => env[name]);
}

/**
 * The connection profile of Temporal's own tools: a profile of temporal.toml, overridden by the TEMPORAL_* variables.
 * temporal.toml is read only if `temporal.profile`, TEMPORAL_PROFILE or TEMPORAL_CONFIG_FILE names it, so that a profile
 * for the `temporal` command never sends decks to that cluster unintentionally.
 */
export function clusterProfile(temporal: Settings['temporal'], env: NodeJS.ProcessEnv): ClientConfigProfile {
  const profile = temporal.profile ?? env.TEMPORAL_PROFILE;
  const configFile = env.TEMPORAL_CONFIG_FILE;
  if (configFile && !existsSync(configFile))
    throw temporalError('', `TEMPORAL_CONFIG_FILE is set to ${configFile}, which does not exist.`);
  const overrideEnvVars = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  try {
    return loadClientConfigProfile({
      overrideEnvVars,
      ...(profile ? { profile } : {}),
      disableFile: !profile && !configFile,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    const what = profile ? `the profile ${JSON.stringify(profile)}` : 'the default profile';
    throw temporalError('temporal.profile', `cannot use ${what} of temporal.toml: ${reason}.`);
  }
}

function temporalError(key: string, sentence: string): SettingsError {
  return new SettingsError(undefined, [{ key, sentence }]);
}
