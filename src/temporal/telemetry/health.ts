import { createServer, type RequestListener } from 'node:http';
import type { Connection } from '@temporalio/client';
import { oneAfterAnother, requestBounds } from '../../base/edge/http-listener';
import { servesHost } from '../../base/edge/served-hosts';
import { splitAddress } from '../../base/io/address';
import { listening } from '../../base/io/listening';
import { withTimeout } from '../../base/io/with-timeout';
import { isLoopback, type Settings } from '../../config';

/** Resolves to undefined if healthy, otherwise to a reason without a secret. */
export type HealthCheck = () => Promise<string | undefined>;

export interface Health {
  /** Adds a check to /readyz. */
  watch(part: string, check: HealthCheck): void;
  /** Makes /readyz fail, so that no new work arrives while current work finishes. */
  drain(): void;
  close(): Promise<void>;
}

const CHECK_TIMEOUT_MS = 3_000;

/**
 * Serves /healthz (the event loop is running) and /readyz (every part can work, otherwise 503 with a reason for each part)
 * on `telemetry.health.address`. Without an address, nothing is served.
 * @throws Error that names the setting if the address cannot be used
 */
export async function startHealth({ telemetry }: Settings): Promise<Health> {
  const checks = new Map<string, HealthCheck>();
  let draining = false;
  // The process is not ready without checks: a part adds its check when it runs.
  const watch: Health['watch'] = (part, check) => void checks.set(part, check);
  const drain = (): void => {
    draining = true;
  };
  const { address } = telemetry.health;
  if (address === null) return { watch, drain, close: async () => undefined };

  async function reasons(): Promise<Record<string, string>> {
    if (draining) return { process: 'stopping' };
    if (checks.size === 0) return { process: 'starting' };
    const found = await Promise.all([...checks].map(async ([part, check]) => [part, await outcomeOf(check)] as const));
    return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
  }

  const bound = splitAddress(address);
  const listener: RequestListener = (request, response) => {
    const answer = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
        .end(`${JSON.stringify(body)}\n`);
    const path = request.url?.split('?', 1)[0];
    const { host } = request.headers;
    if (isLoopback(bound.host) && host !== undefined && !servesHost(host))
      return answer(403, { error: 'only requests to a loopback host name are served' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(405, { error: 'only GET and HEAD are allowed' }, { allow: 'GET, HEAD' });
    if (path === '/healthz') return answer(200, { status: 'ok' });
    if (path !== '/readyz') return answer(404, { error: 'not found; use /healthz or /readyz' });
    reasons().then(
      (found) =>
        Object.keys(found).length === 0
          ? answer(200, { status: 'ready' })
          : answer(503, { status: 'not ready', reasons: found }),
      () => answer(503, { status: 'not ready', reasons: { process: 'health checks failed to run' } }),
    );
  };
  const server = createServer(requestBounds(), oneAfterAnother(listener));
  await listening(
    server,
    bound,
    ({ code }) =>
      `Cannot serve health checks at ${address} (${code}). Stop the process that uses this address, or change telemetry.health.address.`,
  );
  // The health server must not keep the process alive.
  server.unref();
  return {
    watch,
    drain,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Health check of the Temporal server. */
export async function checkTemporal({ connection }: { connection: Connection }): Promise<string | undefined> {
  try {
    await connection.withDeadline(Date.now() + CHECK_TIMEOUT_MS, () => connection.workflowService.getSystemInfo({}));
    return undefined;
  } catch {
    return 'the Temporal server does not respond';
  }
}

async function outcomeOf(check: HealthCheck): Promise<string | undefined> {
  try {
    return await withTimeout(CHECK_TIMEOUT_MS, check(), () => `no response within ${CHECK_TIMEOUT_MS / 1000} s`);
  } catch {
    // The message of an unknown error may contain anything. It is in the log.
    return 'the check failed';
  }
}
