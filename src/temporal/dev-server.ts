import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Connection } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { SearchAttribute } from '../core/search-attributes';
import { ChildServer } from './child-server';
import { namespaceIsUsable, setRetention } from './namespaces';
import { accepts, freePorts, whyPortUnavailable } from './ports';
import { ensureSearchAttributes } from './search-attributes';
import { isOlderServer } from './server-version';
import { TemporalError } from './temporal-error';
import { startUiGate, type UiGate } from './ui-gate';

export interface DevServerOptions {
  /** Path of the Temporal command line. */
  executable: string;
  /** Version of the server in it, if known. */
  server?: string;
  /** gRPC port; 0 picks a free one. */
  port?: number;
  /** Port of the Temporal UI; 0 picks a free one. */
  uiPort?: number;
  /** Without the Temporal UI. */
  headless?: boolean;
  /** The page at `/views` of the Temporal UI, which saves views in the browser. */
  viewsPage?: () => string;
  /** Database file; defaults to an in-memory database. */
  dbFile?: string;
  namespaces: readonly string[];
  searchAttributes: readonly SearchAttribute[];
  /** Retention of closed workflows; the server's default is one day. */
  retentionMs?: number;
  /** Additional dynamic configuration, `key=value`. */
  dynamicConfig?: readonly string[];
  /** Called with every line of the server's output. */
  log?: (line: string) => void;
  /** Startup timeout. */
  readyWithinMs?: number;
}

export interface DevServer {
  /** `host:port` for clients. */
  address: string;
  /** URL of the Temporal UI, if there is one. */
  uiUrl: string | undefined;
  pid: number;
  /** Resolves when the process has exited for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Loopback only, because the server has neither TLS nor authentication. */
const LOOPBACK = '127.0.0.1';
/** By default, the server's HTTP API accepts any `Host`, which allows DNS rebinding. */
const HTTP_HOSTS = 'frontend.httpAllowedHosts=["127.0.0.1","127.0.0.1:*","localhost","localhost:*"]';

/**
 * By default the dev server polls its only shard 20 times a second, which adds 50 ms to every dispatch, and timers fire up to
 * 1 s late. With these values, a workflow of ten activities takes 145 ms instead of 1,050 ms.
 */
const DYNAMIC_CONFIG = [
  'history.transferProcessorMaxPollRPS=2000',
  'history.timerProcessorMaxPollRPS=2000',
  'history.timerProcessorMaxTimeShift="10ms"',
  // By default 10 requests for lists and counts per second, which one page of decks with its counts exceeds.
  'frontend.namespaceRPS.visibility=200',
];

/** Features that are off by default: the workers page of the UI, fairness between users and eager activities. */
const FEATURES = [
  'frontend.WorkerHeartbeatsEnabled=true',
  'frontend.ListWorkersEnabled=true',
  'matching.enableFairness=true',
  'system.enableActivityEagerExecution=true',
];

/** The first server whose UI asks Temporal's website for news from the browser, and whose CLI can switch that off. */
const NEWS = '1.31.0';

/** Survives a kill of the process like the default journal, but is 2 to 3 times as fast. */
const SQLITE_PRAGMAS = ['journal_mode=wal', 'synchronous=normal'];

/**
 * The server picks further ports for its inner services and binds them a moment later; another process may have taken one
 * by then. Its next choice is different.
 */
const START_ATTEMPTS = 3;
const PORT_TAKEN = /address already in use|ephemeral port/;

/**
 * Starts the embedded Temporal server. It ends by `stop()`, or with this process.
 * @throws {TemporalError} `port-in-use` when a configured port is taken, `server-failed` when the server exits or is not ready
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      const collided =
        error instanceof TemporalError && error.code === 'server-failed' && PORT_TAKEN.test(error.message);
      if (!collided || attempt === START_ATTEMPTS) throw error;
      options.log?.(`The Temporal server met a port that is in use; starting it again: ${error.message}`);
    }
  }
}

async function startOnce(options: DevServerOptions): Promise<DevServer> {
  const { port, uiPort } = await choosePorts(options);
  const pages = uiPort === undefined ? undefined : await hiddenAddress();
  if (options.dbFile !== undefined) mkdirSync(dirname(options.dbFile), { recursive: true });
  const child = await ChildServer.start(options.executable, serverArguments(options, port, pages), options.log);
  let gate: UiGate | undefined;
  // An in-memory database needs no clean shutdown, which takes more than a second.
  const stop = async () => {
    await Promise.all([gate?.close(), child.stop(options.dbFile === undefined ? 'SIGKILL' : 'SIGTERM')]);
  };
  const startup = new AbortController();
  try {
    await Promise.race([ready(port, pages, options, startup.signal), child.failure()]);
    if (pages !== undefined) gate = await startUiGate({ host: LOOPBACK, port: uiPort! }, pages, options.viewsPage);
  } catch (error) {
    startup.abort();
    // A server that exits closes its port first; its own words are the better reason.
    const exited = await Promise.race([child.failure().catch((reason: unknown) => reason), soon()]);
    await stop();
    throw exited ?? error;
  }
  return {
    address: `${LOOPBACK}:${port}`,
    uiUrl: uiPort === undefined ? undefined : `http://${LOOPBACK}:${uiPort}`,
    pid: child.pid,
    ended: child.ended,
    stop,
  };
}

const soon = () => new Promise<undefined>((resolve) => setTimeout(resolve, 1_000, undefined).unref());

async function choosePorts({ port = 0, uiPort = 0, headless }: DevServerOptions) {
  const [free, freeUi] = await freePorts(LOOPBACK, 2);
  const chosen = { port: port || free!, uiPort: headless ? undefined : uiPort || freeUi! };
  await requireFree(chosen.port, 'temporal.address');
  if (chosen.uiPort !== undefined) await requireFree(chosen.uiPort, 'temporal.uiPort');
  return chosen;
}

/**
 * Where the server has its pages, behind the gate: on Linux an address of this machine's 16 million others, so that no
 * website can find it; elsewhere 127.0.0.1 is the only one, and the port has to be found.
 */
async function hiddenAddress(): Promise<{ host: string; port: number }> {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const [port] = await freePorts(host, 1).catch(() => []);
  return port === undefined ? { host: LOOPBACK, port: (await freePorts(LOOPBACK, 1))[0]! } : { host, port };
}

async function requireFree(port: number, setting: string): Promise<void> {
  const reason = await whyPortUnavailable(LOOPBACK, port);
  if (reason === undefined) return;
  const why = reason === 'EADDRINUSE' ? 'is in use by another process' : `cannot be used (${reason})`;
  throw new TemporalError(
    'port-in-use',
    `Cannot start the embedded Temporal server: port ${port} on ${LOOPBACK} ${why}. Stop that process or change ${setting}.`,
  );
}

function serverArguments(
  options: DevServerOptions,
  port: number,
  pages: { host: string; port: number } | undefined,
): string[] {
  const each = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value]);
  return [
    ...['server', 'start-dev', '--ip', LOOPBACK, '--port', String(port), '--log-level', 'warn', '--color', 'never'],
    ...(pages === undefined ? ['--headless'] : ['--ui-ip', pages.host, '--ui-port', String(pages.port)]),
    ...(options.server === undefined || isOlderServer(options.server, NEWS) ? [] : ['--ui-disable-news-fetch']),
    ...each('--namespace', options.namespaces),
    ...each(
      '--search-attribute',
      options.searchAttributes.map(({ name, type }) => `${name}=${TypedSearchAttributes.toMetadataType(type)}`),
    ),
    ...each('--dynamic-config-value', [HTTP_HOSTS, ...DYNAMIC_CONFIG, ...FEATURES, ...(options.dynamicConfig ?? [])]),
    ...(options.dbFile === undefined
      ? []
      : ['--db-filename', options.dbFile, ...each('--sqlite-pragma', SQLITE_PRAGMAS)]),
  ];
}

/** It takes 2 s on a quiet machine, and 20 times as long in a small container. */
const READY_WITHIN_MS = 180_000;

/** Waits for the port by TCP first, because a gRPC channel sleeps a second before it retries a closed port. */
async function ready(
  port: number,
  pages: { host: string; port: number } | undefined,
  options: DevServerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { readyWithinMs = READY_WITHIN_MS, namespaces, searchAttributes, retentionMs } = options;
  const deadline = Date.now() + readyWithinMs;
  while (!(await accepts(LOOPBACK, port, 200))) await pause(deadline, readyWithinMs, signal);
  while (pages !== undefined && !(await accepts(pages.host, pages.port, 200)))
    await pause(deadline, readyWithinMs, signal);
  const connection = await Connection.connect({
    address: `${LOOPBACK}:${port}`,
    connectTimeout: Math.max(1, deadline - Date.now()),
  });
  try {
    for (const namespace of namespaces) {
      while (!(await namespaceIsUsable(connection, namespace).catch(() => false)))
        await pause(deadline, readyWithinMs, signal);
      // The arguments do the same faster, but only for namespaces that the database does not have yet.
      await ensureSearchAttributes(connection, namespace, searchAttributes);
      if (retentionMs !== undefined) await setRetention(connection, namespace, retentionMs);
    }
  } finally {
    await connection.close();
  }
}

async function pause(deadline: number, withinMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (Date.now() > deadline) {
    throw new TemporalError(
      'server-failed',
      `The embedded Temporal server did not respond within ${withinMs / 1000} s. If the machine is busy, try again.`,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
