import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Settings } from './config';
import {
  claimRun,
  DirectoryInUse,
  type RunClaim,
  type RunRecord,
  readRun,
  settingsBeside,
  settingsWithService,
} from './run-file';
import { readAccounts } from './service/accounts';
import { startService } from './service/service';
import {
  connectTemporal,
  ensureNamespace,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
  TemporalError,
} from './temporal';
import { portTrouble } from './temporal/ports';
import { startPresentationWorker } from './worker/run-worker';

/** `insist`: the configured port or an error; `prefer`: a free one where the configured one is taken. */
export type PortPolicy = 'insist' | 'prefer';

export interface StackOptions {
  settings: Settings;
  log: Logger;
  env?: NodeJS.ProcessEnv;
  /** What is run beside Temporal; the service is left out when `service.baseUrl` names another one. Default: both. */
  parts?: { service: boolean; worker: boolean };
  ports: { temporal: PortPolicy; service: PortPolicy };
  /** When another process runs a stack in this data directory: use what it runs, or refuse. */
  running: 'attach' | 'refuse';
  /** Use a server that answers at the configured address, unless it keeps its data for another directory. */
  shareTemporal?: boolean;
  /** Told what is happening while it takes time. */
  onProgress?: (line: string) => void;
  signal?: AbortSignal;
}

/** What belongs together on this machine, running. */
export interface Stack {
  /** The settings with the addresses in use. */
  settings: Settings;
  temporal: TemporalConnection;
  /** True when another process runs it: closing leaves that alone. */
  attached: boolean;
  addresses: { temporal: string; ui?: string; service?: string };
  /** Rejects when a part ends that was not asked to; never resolves. */
  failure: Promise<never>;
  /** Ends what was started here, last first: the worker drains before its service and Temporal go. */
  close(): Promise<void>;
}

/** Starts Temporal (embedded, unless a server is configured), the service and the worker, in this order. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const other = await settledRun(options);
  if (other !== undefined) return attach(options, other);
  const claim = claimRun(options.settings.data.directory);
  const opened = new Opened();
  opened.add(async () => claim.release());
  return opened.orCloseAll(() => startParts(options, claim, opened));
}

async function startParts(options: StackOptions, claim: RunClaim, opened: Opened): Promise<Stack> {
  const { log, env, signal, onProgress = () => {} } = options;
  const parts = options.parts ?? { service: true, worker: true };
  const ownService = parts.service && options.settings.service.baseUrl === null;
  if (ownService) await requireService(options);
  const server = await openTemporal(options, opened);
  signal?.throwIfAborted();
  let settings = server.settings;
  const temporal = await connectTemporal(settings, env === undefined ? {} : { env });
  opened.add(() => temporal.close());
  await prepareNamespaces(temporal.connection, settings, server.own);
  let serviceUrl: string | undefined;
  if (ownService) {
    const port = await servicePort(options);
    onProgress('Starting the service ...');
    const service = await startService({ settings, temporal, log, port, ...(env === undefined ? {} : { env }) });
    opened.add(() => service.close());
    serviceUrl = service.url;
    settings = settingsWithService(settings, service.url);
  }
  signal?.throwIfAborted();
  if (parts.worker) {
    onProgress('Starting the worker ...');
    await openWorker({ ...options, settings }, temporal, opened);
  }
  signal?.throwIfAborted();
  const addresses = {
    temporal: temporal.address,
    ...(server.uiUrl === undefined ? {} : { ui: server.uiUrl }),
    ...(serviceUrl === undefined ? {} : { service: serviceUrl }),
  };
  claim.publish({
    temporalAddress: temporal.address,
    worker: parts.worker,
    ...(server.uiUrl === undefined ? {} : { uiUrl: server.uiUrl }),
    ...(serviceUrl === undefined ? {} : { serviceUrl }),
  });
  return { settings, temporal, attached: false, addresses, failure: opened.failure, close: () => opened.closeAll() };
}

/** What another process runs, and a worker of our own when it runs none. */
async function attach(options: StackOptions, run: RunRecord): Promise<Stack> {
  const settings = settingsBeside(options.settings, run);
  const opened = new Opened();
  return opened.orCloseAll(async () => {
    const temporal = await connectTemporal(settings, options.env === undefined ? {} : { env: options.env });
    opened.add(() => temporal.close());
    if (!run.worker && (options.parts?.worker ?? true)) {
      await openWorker({ ...options, settings }, temporal, opened);
    }
    const addresses = {
      temporal: temporal.address,
      ...(run.uiUrl === undefined ? {} : { ui: run.uiUrl }),
      ...(run.serviceUrl === undefined ? {} : { service: run.serviceUrl }),
    };
    return { settings, temporal, attached: true, addresses, failure: opened.failure, close: () => opened.closeAll() };
  });
}

/** How long another process may take to say its addresses; building the Temporal server is the longest part. */
const STARTING_PATIENCE_MS = 10 * 60_000;

async function settledRun({ settings, running, onProgress, signal }: StackOptions): Promise<RunRecord | undefined> {
  const directory = settings.data.directory;
  const deadline = Date.now() + STARTING_PATIENCE_MS;
  for (let waited = false; ; waited = true) {
    const run = readRun(directory);
    if (run === undefined) return undefined;
    if (running === 'refuse') throw new DirectoryInUse(directory, run);
    if (run.state === 'ready') return run;
    if (Date.now() > deadline) throw new DirectoryInUse(directory, run);
    if (!waited) onProgress?.(`Another deck is just starting in ${directory}; waiting for it ...`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    signal?.throwIfAborted();
  }
}

interface Server {
  settings: Settings;
  uiUrl?: string;
  /** Started by this process. */
  own: boolean;
}

async function openTemporal(options: StackOptions, opened: Opened): Promise<Server> {
  const { settings, ports, env, log, onProgress = () => {} } = options;
  if (settings.temporal.mode === 'existing') return { settings, own: false };
  if (options.shareTemporal && (await mayBeShared(settings, env))) return { settings, own: false };
  const executable = await findTemporalExecutable({ onProgress, ...(env === undefined ? {} : { env }) });
  options.signal?.throwIfAborted();
  onProgress('Starting Temporal ...');
  const pick = async (port: number) => (ports.temporal === 'prefer' && (await portTrouble(LOOPBACK, port)) ? 0 : port);
  const directory = settings.data.directory;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const server = await startDevServer({
    executable: executable.path,
    port: await pick(portOf(settings.temporal.address)),
    uiPort: await pick(settings.temporal.uiPort),
    dbFile: join(directory, 'temporal.db'),
    namespaces: [...new Set([settings.temporal.namespace, settings.temporal.serviceNamespace])],
    searchAttributes: presentationSearchAttributes,
    retentionMs: settings.temporal.retention,
    // Its warnings are of its own start and end; what matters comes as an error, or as the end of the process.
    log: (line) => log[/\blevel=ERROR\b/.test(line) ? 'warn' : 'debug']({ part: 'temporal' }, line),
  });
  let stopping = false;
  opened.add(() => {
    stopping = true;
    return server.stop();
  });
  opened.watch(
    server.ended.then(() => {
      if (!stopping) throw new TemporalError('server-failed', 'The embedded Temporal server has ended unexpectedly.');
    }),
  );
  return {
    settings: { ...settings, temporal: { ...settings.temporal, address: server.address } },
    ...(server.uiUrl === undefined ? {} : { uiUrl: server.uiUrl }),
    own: true,
  };
}

const LOOPBACK = '127.0.0.1';
/** Key in the data of the service's namespace: whose embedded server this is. */
const OWNER = 'deckDataDirectory';

/**
 * A server that another stack started ends with that stack and holds its jobs under the same names; one that anybody
 * else started may be used.
 */
async function mayBeShared(settings: Settings, env: NodeJS.ProcessEnv | undefined): Promise<boolean> {
  let temporal: TemporalConnection;
  try {
    temporal = await connectTemporal(settings, env === undefined ? {} : { env });
  } catch {
    return false;
  }
  try {
    const namespace = settings.temporal.serviceNamespace;
    const { namespaceInfo } = await temporal.connection.workflowService.describeNamespace({ namespace });
    const owner = namespaceInfo?.data?.[OWNER];
    return owner === undefined || owner === settings.data.directory;
  } catch {
    // It has no such namespace yet.
    return true;
  } finally {
    await temporal.close();
  }
}

async function prepareNamespaces(connection: Connection, settings: Settings, own: boolean): Promise<void> {
  const { namespace, serviceNamespace, retention } = settings.temporal;
  await ensureNamespace(connection, namespace, { retentionMs: retention });
  await ensureNamespace(connection, serviceNamespace, { retentionMs: retention });
  if (!own) return;
  await connection.workflowService.updateNamespace({
    namespace: serviceNamespace,
    updateInfo: { data: { [OWNER]: settings.data.directory } },
  });
}

/** What would keep the service from starting, found out before anything is started. */
async function requireService({ settings, ports, env }: StackOptions): Promise<void> {
  const { host, port } = settings.server;
  readAccounts(settings.server, host, env);
  if (port === 0 || ports.service === 'prefer' || (await portTrouble(host, port)) !== 'EADDRINUSE') return;
  throw new Error(
    `The service cannot start: port ${port} on ${host} is in use by another process; ` +
      'end that process or choose another port with --port or server.port.',
  );
}

async function servicePort({ settings, ports }: StackOptions): Promise<number> {
  const { host, port } = settings.server;
  if (port === 0 || ports.service === 'insist') return port;
  return (await portTrouble(host, port)) === undefined ? port : 0;
}

async function openWorker(options: StackOptions, temporal: TemporalConnection, opened: Opened): Promise<void> {
  const { settings, log, env } = options;
  const worker = await startPresentationWorker({ settings, temporal, log, ...(env === undefined ? {} : { env }) });
  opened.add(() => worker.stop());
  opened.watch(worker.ended);
}

function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(':') + 1));
}

/** What was opened, to be closed in the reverse order however far the start came. */
class Opened {
  private readonly closers: (() => Promise<unknown>)[] = [];
  private closing: Promise<void> | undefined;
  private fail: (error: unknown) => void = () => {};
  readonly failure = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  constructor() {
    // Whoever does not wait for it must not be ended by it.
    this.failure.catch(() => {});
  }

  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  watch(part: Promise<unknown>): void {
    part.catch((error) => this.fail(error));
  }

  closeAll(): Promise<void> {
    this.closing ??= this.close();
    return this.closing;
  }

  async orCloseAll<Result>(open: () => Promise<Result>): Promise<Result> {
    try {
      return await open();
    } catch (error) {
      await this.closeAll().catch(() => {});
      throw error;
    }
  }

  /** Every part is closed, also after one that could not be; the first trouble is told. */
  private async close(): Promise<void> {
    const troubles: unknown[] = [];
    for (const close of this.closers.reverse()) await close().catch((error) => troubles.push(error));
    if (troubles.length > 0) throw troubles[0];
  }
}
