import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { AuditLog } from '../../base/audit/audit-log';
import { acceptingHttp10, requestBounds } from '../../base/edge/http-listener';
import { servesHost } from '../../base/edge/served-hosts';
import { httpUrlOf } from '../../base/io/address';
import { listening } from '../../base/io/listening';
import { auditOptions, isLoopback, readEncryptionKeys, type Settings, SettingsError } from '../../config';
import { createEncryptionCodec } from '../encryption';
import { openAccess, type ReadBearer } from './access';
import { createCodecApp } from './app';

export interface CodecServerOptions {
  settings: Settings;
  log: Logger;
  /** URL of the Temporal UI, used if the settings do not name one. */
  uiUrl?: string;
  /** Reads tokens of the login's issuer. */
  readBearer?: ReadBearer | undefined;
  env?: NodeJS.ProcessEnv;
}

export interface RunningCodecServer {
  url: string;
  /** Origins of the pages that can send requests. */
  origins: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves Temporal's remote codec protocol with the keys of the settings.
 * @throws SettingsError, or Error if it cannot listen
 */
export async function startCodecServer({
  settings,
  log,
  uiUrl,
  readBearer,
  env,
}: CodecServerOptions): Promise<RunningCodecServer> {
  const { keys, codecServer } = settings.encryption;
  if (keys.length === 0) {
    const sentence = 'The codec server needs at least one key in encryption.keys.';
    throw new SettingsError(undefined, [{ key: 'encryption.keys', sentence }]);
  }
  const codec = createEncryptionCodec(readEncryptionKeys(settings, env));
  const access = openAccess(codecServer, join(settings.data.directory, 'ended-sessions'), readBearer, env);
  const origins = codecServer.origins.length > 0 ? codecServer.origins : embeddedUi(settings, uiUrl);
  // Pages on other hosts reach the server through a proxy, which may pass on any host name.
  const isLocal = [codecServer.host, ...origins.map((origin) => new URL(origin).hostname)].every(isLoopback);
  const app = createCodecApp({
    codec,
    access,
    origins,
    sessionMs: codecServer.session,
    servesHost: (name) => !isLocal || servesHost(name),
    clientAddressHeader: codecServer.clientAddressHeader,
    log,
    audit: new AuditLog({ ...auditOptions(settings, env), origin: 'codec' }),
  });
  const { host, port } = codecServer;
  const server = createServer(
    { requireHostHeader: false, ...requestBounds() },
    acceptingHttp10(getRequestListener(app.fetch)),
  );
  const chosen = await listening(
    server,
    { host, port },
    ({ code }) =>
      `The codec server cannot listen on ${host}:${port} (${code}). Stop the process that uses this port, or set another one in encryption.codecServer.port.`,
  );
  return {
    url: httpUrlOf(host, chosen),
    origins,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The UI under both names of this host, because people may open either. */
function embeddedUi({ temporal }: Settings, uiUrl = `http://127.0.0.1:${temporal.uiPort}`): string[] {
  return [uiUrl, uiUrl.replace('//127.0.0.1', '//localhost')];
}
