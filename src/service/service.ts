import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Runtime } from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import { AuditLog } from '../base/audit/audit-log';
import { httpUrlOf } from '../base/io/address';
import { findLocalModel } from '../base/io/local-models';
import { packageRoot } from '../base/io/package-root';
import { openPrivateDirectory } from '../base/io/private-directory';
import { ResourceStack } from '../base/io/resource-stack';
import { escapedJson } from '../base/text/unprintable';
import { FairQueue } from '../base/threads/fair-queue';
import { auditOptions, type Settings } from '../config';
import { codeOf } from '../contract/profile';
import { ServiceError } from '../contract/service-error';
import { given } from '../core/given';
import { createRenderer, type Renderer } from '../slides/render';
import { type Bundle, bundleFor } from '../temporal/bundles';
import { serviceTelemetry } from '../temporal/telemetry/service-telemetry';
import { Gate } from './context/gate';
import { ModelGate } from './context/model-gate';
import type { Accounts, Services } from './context/services';
import { type Timing, timingOf } from './domain/timing';
import { createLinks } from './files/links';
import { openFiles, openLinkSecret } from './files/open-files';
import { createWriters } from './generation/writers';
import { readAccounts, shortSecrets } from './http/accounts';
import { createApp } from './http/app';
import { listen } from './http/server';
import type { OpenTesting, Testing } from './http/testing';
import { createJobActivities } from './jobs/activities';
import { createJobs } from './jobs/create-jobs';
import { scheduleHousekeeping } from './jobs/housekeeping';
import { startJobCensus } from './jobs/job-census';
import { type JobWorker, startJobWorker } from './jobs/job-worker';
import { RESUME_TIMES, type ResumeTimes, startResuming } from './jobs/resuming';
import { storeAddress } from './store/address';
import { type Database, openDatabase } from './store/database';
import { GenerationLeases } from './store/generation-leases';
import { Texts } from './texts/texts';

/** The Temporal connections of the service, provided by `connectTemporal`. The service's namespace must exist. */
interface ServiceTemporal {
  /** Client in the service's namespace. */
  serviceClient: Client;
  dataConverter: DataConverter;
  native(): Promise<NativeConnection>;
}

export interface ServiceOptions {
  settings: Settings;
  temporal: ServiceTemporal;
  log?: Logger;
  /** Overrides `server.host` and `server.port`; port 0 picks a free one. */
  host?: string;
  port?: number;
  /** Overrides the directory `service` in `data.directory`. */
  dataDirectory?: string;
  /** False if another process runs the worker of the service's jobs. */
  runJobs?: boolean;
  /** The compiled workflows of the jobs (default: `dist/jobs-bundle.js` of this package). */
  workflowBundle?: Bundle;
  /** Overrides individual delays of `server.timing`. */
  timing?: Partial<Timing>;
  /** How often to look for unfinished jobs that are not running. */
  resume?: ResumeTimes;
  /** Test controls, such as `testControls` of `service/testing`; never in production. */
  testing?: OpenTesting;
  /** Milliseconds since 1970; overrides the host's clock. */
  now?: () => number;
  env?: NodeJS.ProcessEnv;
  /** Threads that several services of one process share. Their owner closes them (default: threads of its own). */
  pools?: ServicePools;
}

export interface ServicePools {
  renderer: Renderer;
  texts: Texts;
}

export interface RunningService {
  /** Base URL on this host, without a trailing slash. */
  url: string;
  port: number;
  /** Undefined while the service is healthy, otherwise a description of the problem. */
  healthCheck(): Promise<string | undefined>;
  /** Finishes or cuts running calls and stops. Jobs continue on the next worker. */
  close(): Promise<void>;
}

/**
 * Starts the service: the HTTP server and the worker for its jobs. Unfinished jobs of an earlier process are resumed.
 * @throws Error for demo credentials off loopback, a port in use, or an unusable database.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { settings, temporal } = options;
  const host = options.host ?? settings.server.host;
  const log =
    options.log ?? pino({ level: settings.log.level, hooks: { streamWrite: escapedJson } }, pino.destination(2));
  const accounts = readAccounts(settings.server, host, options.env);
  for (const apiKey of shortSecrets(accounts)) {
    log.warn(
      { apiKey },
      'the secret key of this account is shorter than 16 characters; create one with openssl rand -hex 32',
    );
  }
  const testing = options.testing?.({ host, now: options.now ?? Date.now });
  const stopping = new AbortController();
  // Every queued call adds a listener, possibly hundreds.
  setMaxListeners(0, stopping.signal);

  const resources = new ResourceStack();
  return resources.orCloseAll(async () => {
    const { services, closeServices } = await openServices(options, accounts, log, testing);
    resources.add(closeServices);

    let worker: JobWorker | undefined;
    if (options.runJobs ?? true) {
      worker = await startJobWorker({
        connection: await temporal.native(),
        dataConverter: temporal.dataConverter,
        settings,
        activities: createJobActivities(services),
        workflowBundle: options.workflowBundle ?? bundleFor('jobs', settings),
        log,
      });
      resources.add(worker.stop);
      if (!(await scheduleHousekeeping(temporal.serviceClient, settings)))
        log.warn('The worker of Temporal itself is away: the schedule of the housekeeping stays as it is');
    }
    const resumed = await services.jobs.resume(services.db);
    if (resumed > 0) log.info({ jobs: resumed }, 'unfinished jobs resumed');
    const resuming = startResuming(services, options.resume ?? RESUME_TIMES);
    resources.add(() => resuming.stop());
    const { metrics } = settings.telemetry;
    if (metrics.address !== null) {
      const census = startJobCensus({ ...services, log }, metrics.visibilityPollInterval);
      resources.add(() => census.stop());
    }

    const app = createApp(services, { version: packageVersion(), stopping: stopping.signal, testing });
    const server = await listen(
      app,
      host,
      options.port ?? settings.server.port,
      codeOf(settings.profile, 'invalid-request'),
      settings.server.limits.requestTime,
    );
    resources.add(() => {
      // Started first, so that no new job begins. Running jobs have the worker's grace time, whatever closes earlier.
      void worker?.stop();
      return server.close(() => stopping.abort(new ServiceError('internal', STOPPING)));
    });

    const { port } = server;
    return {
      url: httpUrlOf(host, port),
      port,
      healthCheck: async () => (await checkStore(services.db)) ?? (await services.gate.diskProblem()),
      close: () => resources.closeAll(),
    };
  });
}

const STOPPING = 'the service is shutting down; retry later';

async function openServices(
  { settings, temporal, ...options }: ServiceOptions,
  accounts: Accounts,
  log: Logger,
  testing: Testing | undefined,
): Promise<{ services: Services; closeServices: () => Promise<void> }> {
  const directory = resolve(options.dataDirectory ?? join(settings.data.directory, 'service'));
  const visible = openPrivateDirectory(directory);
  if (visible !== undefined) log.warn(visible);
  const now = testing?.now ?? options.now ?? Date.now;
  const secret = await openLinkSecret(settings.server.files, directory, options.env);
  const files = await openFiles(settings, directory, options.env);
  const db = await openDatabase(storeAddress(settings.server.store, directory, options.env));
  const { limits } = settings.server;
  const { renderer, texts } = options.pools ?? servicePools(limits.exportTime);
  const local = settings.server.generation.default === 'auto' ? await findLocalModel(options.env) : undefined;
  if (local !== undefined) log.info(local, 'texts are written by the language model found on this machine');
  const telemetry = serviceTelemetry(Runtime.instance().metricMeter);
  const fillsDisk = settings.server.store.kind === 'sqlite' || settings.server.files.kind === 'directory';
  const gate = new Gate({ limits, db, directory: fillsDisk ? directory : undefined, refused: telemetry.refused });
  const writers = await createWriters(settings.server.generation, texts, {
    local,
    meter: new ModelGate({ db, budget: settings.server.generation.budget, now, refused: telemetry.refused }),
    ...given({ env: options.env }),
  });
  const services: Services = {
    settings: settings.server,
    profile: settings.profile,
    accounts,
    db,
    files: {
      ...files,
      // Also for jobs, which begin while there is space.
      write: async (key, bytes) => {
        await gate.requireDisk();
        await files.write(key, bytes);
      },
    },
    links: createLinks({ secret, lifetimeMs: settings.server.downloadLinkLifetime, now }),
    renderer,
    texts,
    gate,
    writers,
    jobs: createJobs(temporal.serviceClient, settings.temporal.jobsTaskQueue, {
      byModel: writers.default.paid ?? false,
    }),
    timing: { ...timingOf(settings.server.timing), ...options.timing },
    leases: new GenerationLeases(db),
    now,
    testing,
    log,
    audit: new AuditLog({ ...auditOptions(settings, options.env, options.dataDirectory), origin: 'service' }),
    addressHeader: settings.reviewServer.clientAddressHeader,
    telemetry,
  };
  return {
    services,
    closeServices: async () => {
      if (options.pools === undefined) await Promise.all([renderer.close(), texts.close()]);
      await db.destroy();
    },
  };
}

/** Loads what the first design and the first document need. */
export async function warmUp({ renderer, texts }: ServicePools, log: Logger): Promise<void> {
  try {
    await Promise.all([renderer.warm(), texts.warm()]);
  } catch (error) {
    log.warn({ err: error }, 'a thread could not be loaded ahead: the first design or document takes longer');
  }
}

/**
 * While several accounts work, each has one thread for exports and one for what someone waits for.
 * @param exportWork milliseconds of processor time of one export
 */
export function servicePools(exportWork: number): ServicePools {
  const [jobs, calls] = [new FairQueue({ besideOthers: 1 }), new FairQueue({ besideOthers: 1 })];
  return { renderer: createRenderer({ exportWork, turns: { jobs, calls } }), texts: new Texts(undefined, calls) };
}

/** Whether the store responds. */
async function checkStore(db: Database): Promise<string | undefined> {
  try {
    await db.selectFrom('users').select('id').limit(1).execute();
    return undefined;
  } catch {
    return 'its store does not respond';
  }
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
}
