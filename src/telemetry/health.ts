import { createServer } from 'node:http';
import type { Connection } from '@temporalio/client';
import { isLoopback, type Settings } from '../config';
import { requestBounds } from '../edge/http-listener';
import { servesHost } from '../edge/served-hosts';
import { splitAddress } from '../io/address';
import { listening } from '../io/listening';
import { withTimeout } from '../io/with-timeout';

/** Answers undefined when all is well, else a sentence without a secret. */
export type HealthCheck = () => Promise<string | undefined>;

export interface Health {
  /** From now on /readyz also asks this. */
  watch(part: string, check: HealthCheck): void;
  /** /readyz refuses from now on, so that no new work is sent here while what is under way ends. */
  drain(): void;
  close(): Promise<void>;
}

/** Longest that one check may take before it counts as failed. */
const CHECK_WITHIN_MS = 3_000;

/**
 * Serves /healthz (the process lives: its event loop turns) and /readyz (every part of it can work, else 503 with a
 * sentence a part) on `telemetry.health.address`; a silent one when there is no address.
 * @throws Error with one sentence that names the setting when the address cannot be used.
 */
export async function startHealth({ telemetry }: Settings): Promise<Health> {
  const checks = new Map<string, HealthCheck>();
  let draining = false;
  // Not ready before its parts have started: the first of them is added when it runs.
  const watch: Health['watch'] = (part, check) => void checks.set(part, check);
  const drain = (): void => {
    draining = true;
  };
  const { address } = telemetry.health;
  if (address === null) return { watch, drain, close: async () => undefined };

  async function reasons(): Promise<Record<string, string>> {
    if (draining) return { process: 'it is being stopped' };
    if (checks.size === 0) return { process: 'it is starting' };
    const found = await Promise.all([...checks].map(async ([part, check]) => [part, await outcomeOf(check)] as const));
    return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
  }

  const bound = splitAddress(address);
  const server = createServer(requestBounds(), (request, response) => {
    const answer = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
        .end(`${JSON.stringify(body)}\n`);
    const path = request.url?.split('?', 1)[0];
    const { host } = request.headers;
    if (isLoopback(bound.host) && host !== undefined && !servesHost(host))
      return answer(403, { error: 'this address answers to names of this machine alone' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(405, { error: 'only GET is answered' }, { allow: 'GET, HEAD' });
    if (path === '/healthz') return answer(200, { status: 'ok' });
    if (path !== '/readyz') return answer(404, { error: 'there are /healthz and /readyz' });
    reasons().then(
      (found) =>
        Object.keys(found).length === 0
          ? answer(200, { status: 'ready' })
          : answer(503, { status: 'not ready', reasons: found }),
      () => answer(503, { status: 'not ready', reasons: { process: 'its parts could not be asked' } }),
    );
  });
  await listening(
    server,
    bound,
    ({ code }) =>
      `Health cannot be served at ${address} (${code}); end the process that uses this address, or choose another one with telemetry.health.address.`,
  );
  // Health alone keeps no process alive.
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

/** Whether the Temporal server answers. */
export async function checkTemporal({ connection }: { connection: Connection }): Promise<string | undefined> {
  try {
    await connection.withDeadline(Date.now() + CHECK_WITHIN_MS, () => connection.workflowService.getSystemInfo({}));
    return undefined;
  } catch {
    return 'the Temporal server does not answer';
  }
}

async function outcomeOf(check: HealthCheck): Promise<string | undefined> {
  try {
    return await withTimeout(CHECK_WITHIN_MS, check(), () => `no answer within ${CHECK_WITHIN_MS / 1000} s`);
  } catch {
    // Words of a foreign error could say anything; the log has them.
    return 'it does not answer';
  }
}
