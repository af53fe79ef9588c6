import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { settingsSchema } from '../../src/config';
import { type RunningService, type ServiceOptions, servicePools, startService } from '../../src/service/service';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { workerPools } from '../../src/worker/deck-work';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { madeBefore } from '../setup/made-before';
import { quietTemporal } from '../setup/quiet-temporal';
import type * as inVm from '../setup/warm';
import type { TestStore } from './stores';

export interface TestService extends RunningService {
  dataDirectory: string;
  temporal: TemporalConnection;
  settings: ServiceOptions['settings'];
  /** Ends the service alone, and starts it again over the same data. */
  restart(changes?: Partial<ServiceOptions>): Promise<void>;
}

type TestServiceOptions = Partial<ServiceOptions> & { server?: Record<string, unknown>; store?: TestStore };

const warm = (globalThis as { warm?: typeof inVm }).warm;
if (warm) quietTemporal();

let started = 0;

/** A service of its own for the tests of a `describe`. */
export const serviceForTests = (changes?: TestServiceOptions) =>
  madeBefore(
    () => startTestService(changes),
    (service) => service.close(),
  );

/** The service as it is served, over a real Temporal server and a data directory of its own. */
export async function startTestService(changes: TestServiceOptions = {}): Promise<TestService> {
  const { server, store, ...overrides } = changes;
  const address = await store?.address();
  const database =
    address?.kind === 'postgres'
      ? {
          settings: { store: { kind: 'postgres', url: { env: 'TEST_STORE' } } },
          env: { ...process.env, TEST_STORE: address.url },
        }
      : { settings: {}, env: undefined };
  const settings = settingsSchema.parse({
    temporal: {
      mode: 'existing',
      address: process.env[TEST_TEMPORAL] ?? '',
      // Services of other test files must not take this one's jobs.
      jobsTaskQueue: `service-jobs-${process.pid}-${++started}`,
    },
    server: { port: 0, ...database.settings, ...server },
    log: { level: 'silent' },
  });
  const dataDirectory = overrides.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'deck-service-')));
  let temporal = await connectTemporal(settings, { env: {} });
  const log = pino({ level: 'silent' });
  const pools = warm?.poolsOf({ servicePools, workerPools }, settings.server.limits.exportTime).service;
  const start = (more: Partial<ServiceOptions> = {}) =>
    startService({
      settings,
      temporal,
      dataDirectory,
      log,
      port: 0,
      ...(pools ? { pools } : {}),
      ...(database.env ? { env: database.env } : {}),
      ...overrides,
      ...more,
    });
  let running = await start();
  return {
    get url() {
      return running.url;
    },
    get port() {
      return running.port;
    },
    get temporal() {
      return temporal;
    },
    settings,
    dataDirectory,
    healthCheck: () => running.healthCheck(),
    async restart(more) {
      await running.close();
      await temporal.close();
      temporal = await connectTemporal(settings, { env: {} });
      running = await start(more);
    },
    async close() {
      await running.close();
      await temporal.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
