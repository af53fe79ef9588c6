import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceClient } from '../../src/client/account/service-client';
import { loadSettings } from '../../src/config';
import type { PresentationProgress } from '../../src/core/progress';
import { startPresentation } from '../../src/decks/api/start';
import type { PresentationInput } from '../../src/decks/input/input';
import { connectTemporal, freePorts } from '../../src/temporal';
import { folderWith, launch, type RunningDeck } from '../cli/deck';
import { startFaultProxy } from '../faults/fault-proxy';
import { QUICK } from '../pipeline/pace';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { startReceiver } from './otlp-receiver';

export const KEYS = {
  DECK_API_KEY: 'watched-api-key-canary',
  DECK_SECRET_KEY: 'watched-secret-key-canary',
  DECK_COLLECTOR: 'x-collector-key=collector-key-canary',
};

export interface WatchedStackOptions {
  /** Sections in addition to the stack's own; `server` and `workflow` override its own ones. */
  sections?: Record<string, object>;
  /** Secrets in addition to `KEYS`, as the processes find them in their environment. */
  env?: Record<string, string>;
}

/** `deck service` and `deck worker` as processes, all of their telemetry on, a proxy between them that can misbehave. */
export async function startWatchedStack({ sections: more = {}, env = {} }: WatchedStackOptions = {}) {
  const keys = { ...KEYS, ...env };
  const [service, ...watching] = await freePorts('127.0.0.1', 5);
  const [metricsOfService, metricsOfWorker, healthOfService, healthOfWorker] = watching.map(
    (port) => `127.0.0.1:${port}`,
  );
  const own = randomUUID().slice(0, 8);
  const collector = await startReceiver();
  const proxy = await startFaultProxy(`http://127.0.0.1:${service}`);
  /** What must not be exposed anywhere, by what it is. */
  const secrets = new Map(Object.entries(keys).map(([name, value]) => [name, value.replace(/^.*=/, '')]));
  proxy.observe((kind, value) => secrets.set(`${kind} ${value.slice(0, 6)}`, value));

  const sections = (metrics: string, health: string) => ({
    ...more,
    temporal: {
      mode: 'existing',
      address: process.env[TEST_TEMPORAL]!,
      taskQueue: `presentation-${own}`,
      jobsTaskQueue: `jobs-${own}`,
    },
    data: { directory: 'data' },
    output: { directory: 'out' },
    server: {
      port: service,
      demoAccount: false,
      accounts: [{ apiKey: KEYS.DECK_API_KEY, secretKey: { env: 'DECK_SECRET_KEY' } }],
      ...more.server,
    },
    service: { baseUrl: proxy.url },
    workflow: { ...QUICK, ...more.workflow },
    // So few that decks are replayed whenever something happens to them.
    worker: { shutdownGraceTime: '1s', maxCachedWorkflows: 2 },
    telemetry: {
      metrics: { address: metrics, visibilityPollInterval: '1s' },
      traces: { endpoint: collector.url, headers: { env: 'DECK_COLLECTOR' } },
      health: { address: health },
    },
    log: { level: 'trace' },
  });
  const cwd = folderWith(sections(metricsOfService!, healthOfService!));
  const workerFile = join(cwd, 'worker.yaml');
  writeFileSync(workerFile, JSON.stringify(sections(metricsOfWorker!, healthOfWorker!)));
  const log: RunningDeck[] = [];
  const run = async (args: string[], ready: string) => {
    const process = launch(args, { cwd, env: keys });
    log.push(process);
    await process.says(ready);
    return process;
  };
  const serviceProcess = await run(['service'], 'service ready');
  const worker = await run(['worker', '--config', workerFile], 'worker ready');
  const settings = loadSettings({ file: workerFile, env: {} });
  const temporal = await connectTemporal(settings, { env: keys });
  const client = serviceClient(settings, keys);

  return {
    cwd,
    keys,
    settings,
    temporal,
    collector,
    proxy,
    secrets,
    client,
    worker,
    service: serviceProcess,
    metrics: { service: metricsOfService!, worker: metricsOfWorker! },
    health: { service: healthOfService!, worker: healthOfWorker! },
    workerFile,
    start: async (input: Omit<PresentationInput, 'uid' | 'request'>) => {
      const named = { ...input, uid: `u-${randomUUID().slice(0, 8)}`, request: 'r1' };
      const { handle } = await startPresentation(temporal.client, named, { taskQueue: settings.temporal.taskQueue });
      return handle;
    },
    /** Ends the processes and what was started here; what they logged. */
    async close(): Promise<string> {
      for (const { child } of log.reverse()) if (child.exitCode === null) child.kill('SIGTERM');
      const outputs = await Promise.all(log.map(({ finished }) => finished));
      await client.close();
      await temporal.close();
      await proxy.close();
      await collector.close();
      rmSync(cwd, { recursive: true, force: true });
      return outputs.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    },
  };
}

export type WatchedStack = Awaited<ReturnType<typeof startWatchedStack>>;
export type WatchedDeck = Awaited<ReturnType<WatchedStack['start']>>;

/** Waits until a deck's progress fits. */
export async function untilDeck(
  deck: WatchedDeck,
  fits: (progress: PresentationProgress) => boolean,
): Promise<PresentationProgress> {
  for (;;) {
    const progress = await deck.query<PresentationProgress>('progress');
    if (fits(progress)) return progress;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
