import { resolve } from 'node:path';
import { type Settings, serviceBaseUrl, serviceCredentials } from '../../config';
import { createFileTokenStore, createServiceClient, type ServiceClient, type ServiceClientOptions } from '..';

const MB = 1024 * 1024;
/** Maximum sizes, far above what the service sends. Larger responses are rejected, not truncated. */
const LIMITS = { responseBytes: 8 * MB, eventBytes: MB, streamBytes: 16 * MB };

/**
 * Creates the client. Separate from the worker, so that direct calls do not load its native module.
 * @param other options that differ from those of the settings, such as an observer
 */
export function serviceClient(
  settings: Settings,
  env: NodeJS.ProcessEnv = process.env,
  other: Partial<ServiceClientOptions> = {},
): ServiceClient {
  const { timeouts } = settings.service;
  const credentials = serviceCredentials(settings, env);
  return createServiceClient({
    ...credentials,
    baseUrl: serviceBaseUrl(settings),
    profile: settings.profile,
    deadlines: {
      connectMs: timeouts.connect,
      headersMs: timeouts.headers,
      idleMs: timeouts.bodyIdle,
      totalMs: timeouts.total,
      streamTotalMs: timeouts.streamTotal,
    },
    // Encrypted on disk, so that a restarted worker reuses its tokens.
    tokenStore: createFileTokenStore(tokenFile(settings), credentials.secretKey),
    limits: LIMITS,
    ...other,
  });
}

/** File of a worker's access tokens, encrypted with the secret key. */
function tokenFile(settings: Settings): string {
  return resolve(settings.data.directory, 'tokens');
}
