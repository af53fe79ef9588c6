import type { Logger } from 'pino';
import { openPrivateDirectory } from '../../base/io/private-directory';
import { ResourceStack } from '../../base/io/resource-stack';
import { type Settings, settingsForRunningStack, settingsWithReview, settingsWithService } from '../../config';
import { given } from '../../core/given';
import { readAccounts } from '../../service/http/accounts';
import type { ServicePools } from '../../service/service';
import { connectTemporal, type TemporalConnection } from '../../temporal';
import { whyPortUnavailable } from '../../temporal/ports';
import { checkTemporal, type HealthCheck, startHealth } from '../../temporal/telemetry/health';
import type { RunningWorker } from '../run-worker';
import { claimRun, DirectoryInUse, type RunClaim, type RunRecord, readRun } from './run-file';
import { openTemporal, prepareNamespaces } from './stack-server';

/** `insist`: the configured port or an error. `prefer`: a free port if the configured one is in use. */
export type PortPolicy = 'insist' | 'prefer';

export interface StackOptions {
  settings: Settings;
  log: Logger;
  env?: NodeJS.ProcessEnv;
  /**
   * Parts to run in addition to Temporal; defaults to service and worker. The embedded service is omitted if
   * `service.baseUrl` is set.
   */
  parts?: { service: boolean; worker: boolean; review?: boolean };
  /** The review page insists on its port. */
  ports: { temporal: PortPolicy; service: PortPolicy };
  /** What to do if another process runs a stack in this data directory. */
  running: 'attach' | 'refuse';
  /** Use a server at the configured address unless it belongs to another data directory. */
  shareTemporal?: boolean;
  /** Called with progress messages. */
  onProgress?: (line: string) => void;
  signal?: AbortSignal;
}

/** A running stack on this host. */
export interface Stack {
  /** The settings with the addresses in use. */
  settings: Settings;
  temporal: TemporalConnection;
  /** Whether another process runs it. Then closing does not stop it. */
  attached: boolean;
  addresses: { temporal: string; ui?: string; service?: string; review?: string };
  /** Rejects if a part stops unexpectedly; never resolves. */
  failure: Promise<never>;
  /** Stops the parts in reverse order, so that the worker drains before the service and Temporal stop. */
  close(): Promise<void>;
}

/** Starts Temporal (embedded unless a server is configured), the service, the review page and the worker. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const other = await settledRun(options);
  if (other !== undefined) return attach(options, other);
  const claim = claimRun(options.settings.data.directory);
  const resources = new ResourceStack();
  resources.add(async () => claim.release());
  return resources.orCloseAll(() => startParts(options, claim, resources));
}

async function startParts(options: StackOptions, claim: RunClaim, resources: ResourceStack): Promise<Stack> {
  const { log, env, signal, onProgress = () => {} } = options;
  const visible = openPrivateDirectory(options.settings.data.directory);
  if (visible !== undefined) log.warn(visible);
  const parts = options.parts ?? { service: true, worker: true };
  const ownService = parts.service && options.settings.service.baseUrl === null;
  if (ownService) await requireService(options);
  const testing = ownService ? await testControlsOf(options) : undefined;
  const health = await startHealth(options.settings);
  resources.add(() => health.close());
  const opening = openTemporal(options, resources);
  // Awaited below, when the threads are known to `resources`.
  opening.catch(() => {});
  const threads = ownService ? await openThreads(options, resources) : undefined;
  const server = await opening;
  signal?.throwIfAborted();
  let settings = server.settings;
  const temporal = await connectTemporal(settings, env === undefined ? {} : { env });
  resources.add(() => temporal.close());
  const checks: [string, HealthCheck][] = [['temporal', () => checkTemporal(temporal)]];
  await prepareNamespaces(temporal.connection, settings, server.own);
  let serviceUrl: string | undefined;
  if (ownService) {
    const port = await servicePort(options);
    onProgress('Starting the service ...');
    // Parts are loaded on demand.
    const { startService } = await import('../../service/service.js');
    const service = await startService({
      settings,
      temporal,
      log,
      port,
      ...given({ testing, env, pools: threads?.pools }),
    });
    resources.add(() => service.close());
    await threads?.warm;
    checks.push(['service', service.healthCheck]);
    serviceUrl = service.url;
    settings = settingsWithService(settings, service.url);
  }
  signal?.throwIfAborted();
  let reviewUrl: string | undefined;
  if (parts.review) {
    const { startReviewServer } = await import('../../web/server.js');
    const review = await startReviewServer({
      settings,
      temporal,
      log,
      hasStores: options.settings.service.baseUrl === null,
      ...given({ env }),
    });
    resources.add(() => review.close());
    reviewUrl = review.url;
    // The worker's notifications contain links to the page.
    settings = settingsWithReview(settings, reviewUrl);
  }
  signal?.throwIfAborted();
  if (parts.worker) {
    onProgress('Starting the worker ...');
    const worker = await openWorker({ ...options, settings }, temporal, resources);
    checks.push(['worker', worker.healthCheck]);
  }
  signal?.throwIfAborted();
  // Ready only when all parts run; on shutdown, draining comes first.
  for (const [part, check] of checks) health.watch(part, check);
  resources.add(async () => health.drain());
  const addresses = {
    temporal: temporal.address,
    ...given({ ui: server.uiUrl, service: serviceUrl, review: reviewUrl }),
  };
  claim.publish({
    temporalAddress: temporal.address,
    worker: parts.worker,
    ...given({ uiUrl: server.uiUrl, serviceUrl, reviewUrl }),
  });
  return {
    settings,
    temporal,
    attached: false,
    addresses,
    failure: resources.failure,
    close: () => resources.closeAll(),
  };
}

/** Uses the stack of another process, plus a worker if it has none. */
async function attach(options: StackOptions, run: RunRecord): Promise<Stack> {
  const settings = settingsForRunningStack(options.settings, run);
  const resources = new ResourceStack();
  return resources.orCloseAll(async () => {
    const temporal = await connectTemporal(settings, options.env === undefined ? {} : { env: options.env });
    resources.add(() => temporal.close());
    if (!run.worker && (options.parts?.worker ?? true)) {
      await openWorker({ ...options, settings }, temporal, resources);
    }
    const addresses = {
      temporal: temporal.address,
      ...given({ ui: run.uiUrl, service: run.serviceUrl, review: run.reviewUrl }),
    };
    return {
      settings,
      temporal,
      attached: true,
      addresses,
      failure: resources.failure,
      close: () => resources.closeAll(),
    };
  });
}

/** Time for another process to start; building the Temporal server takes longest. */
const START_TIMEOUT_MS = 10 * 60_000;

async function settledRun({ settings, running, onProgress, signal }: StackOptions): Promise<RunRecord | undefined> {
  const directory = settings.data.directory;
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let waited = false; ; waited = true) {
    const run = readRun(directory);
    if (run === undefined) return undefined;
    if (running === 'refuse') throw new DirectoryInUse(directory, run);
    if (run.state === 'ready') return run;
    if (Date.now() > deadline) throw new DirectoryInUse(directory, run);
    if (!waited) onProgress?.(`Another deck process is starting in ${directory}; waiting for it ...`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    signal?.throwIfAborted();
  }
}

/** Checks the requirements of the service before anything is started. */
async function requireService({ settings, ports, env }: StackOptions): Promise<void> {
  const { host, port } = settings.server;
  readAccounts(settings.server, host, env);
  if (port === 0 || ports.service === 'prefer' || (await whyPortUnavailable(host, port)) !== 'EADDRINUSE') return;
  throw new Error(
    `Cannot start the service: port ${port} on ${host} is in use by another process. ` +
      'Stop that process, or choose another port with --port or server.port.',
  );
}

/** The test controls, for tests and exercises. A service in production does not even load them. */
async function testControlsOf({ settings, env = process.env }: StackOptions) {
  const key = env.DECK_TEST_CONTROLS_KEY;
  if (!key) return undefined;
  const { testControls } = await import('../../service/testing/index.js');
  const open = testControls({ key });
  // Refused before anything is started.
  open({ host: settings.server.host, now: Date.now });
  return open;
}

async function servicePort({ settings, ports }: StackOptions): Promise<number> {
  const { host, port } = settings.server;
  if (port === 0 || ports.service === 'insist') return port;
  return (await whyPortUnavailable(host, port)) === undefined ? port : 0;
}

/** The threads of the service. They load while Temporal and the service start, so that its first calls are fast. */
async function openThreads(
  { settings, log }: StackOptions,
  resources: ResourceStack,
): Promise<{ pools: ServicePools; warm: Promise<void> | undefined }> {
  const { servicePools, warmUp } = await import('../../service/service.js');
  const pools = servicePools(settings.server.limits.exportTime);
  resources.add(async () => {
    await Promise.all([pools.renderer.close(), pools.texts.close()]);
  });
  return { pools, warm: settings.server.warmUp ? warmUp(pools, log) : undefined };
}

async function openWorker(
  options: StackOptions,
  temporal: TemporalConnection,
  resources: ResourceStack,
): Promise<RunningWorker> {
  const { settings, log, env } = options;
  const { startPresentationWorker } = await import('../run-worker.js');
  const worker = await startPresentationWorker({ settings, temporal, log, ...given({ env }) });
  resources.add(() => worker.stop());
  resources.watch(worker.ended);
  return worker;
}
