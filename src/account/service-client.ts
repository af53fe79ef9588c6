import { resolve } from 'node:path';
import { type CallObserver, createFileTokenStore, createServiceClient, type ServiceClient } from '../client';
import { type Settings, serviceBaseUrl, serviceCredentials } from '../config';

const MB = 1024 * 1024;
/** Largest reply, single event and event stream; more is refused, not cut. Far above what the service sends. */
const LIMITS = { responseBytes: 8 * MB, eventBytes: MB, streamBytes: 16 * MB };

/** The client that the settings describe; apart from the worker, whose native module direct calls need not load. */
export function serviceClient(
  settings: Settings,
  env: NodeJS.ProcessEnv = process.env,
  observer?: CallObserver,
): ServiceClient {
  const { timeouts } = settings.service;
  const credentials = serviceCredentials(settings, env);
  return createServiceClient({
    ...credentials,
    baseUrl: serviceBaseUrl(settings),
    profile: settings.profile,
    observer,
    deadlines: {
      connectMs: timeouts.connect,
      headersMs: timeouts.headers,
      idleMs: timeouts.bodyIdle,
      totalMs: timeouts.total,
      streamTotalMs: timeouts.streamTotal,
    },
    // Kept sealed on disk, so that a restarted worker does not grant again.
    tokenStore: createFileTokenStore(tokenFile(settings), credentials.secretKey),
    limits: LIMITS,
  });
}

/** Where a worker keeps the tokens it was granted, sealed with the secret key. */
export function tokenFile(settings: Settings): string {
  return resolve(settings.data.directory, 'tokens');
}
