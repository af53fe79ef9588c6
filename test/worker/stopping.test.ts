import { randomUUID } from 'node:crypto';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import pino from 'pino';
import { settingsSchema } from '../../src/config/settings';
import type { JobActivities } from '../../src/service/jobs/activities';
import { startJobWorker } from '../../src/service/jobs/job-worker';
import { connectTemporal } from '../../src/temporal';
import { bundleFor } from '../../src/temporal/bundles';
import { TEST_TEMPORAL } from '../setup/global-setup';

Runtime.install({ logger: new DefaultLogger('ERROR') });

class Signal {
  give: () => void = () => {};
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

/** Stops a worker while a call of it is under way, which comes back after some time, or when the worker has been left. */
async function stopped(shutdownReserve: string, comesBackAfterMs?: number) {
  const queue = `jobs-${randomUUID()}`;
  const settings = settingsSchema.parse({
    temporal: { mode: 'existing', address: process.env[TEST_TEMPORAL]!, jobsTaskQueue: queue },
    worker: { shutdownGraceTime: '100ms', shutdownReserve },
  });
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
  const temporal = await connectTemporal(settings);
  const [running, comesBack] = [new Signal(), new Signal()];
  const generateContent = () => {
    running.give();
    return comesBack.given;
  };
  const worker = await startJobWorker({
    connection: await temporal.native(),
    dataConverter: temporal.dataConverter,
    settings,
    activities: { generateContent } as unknown as JobActivities,
    workflowBundle: bundleFor('jobs', settings),
    log,
  });
  const handle = await temporal.serviceClient.workflow.start('contentJob', {
    taskQueue: queue,
    workflowId: queue,
    args: [{ id: 'T1' }],
  });
  await running.given;
  if (comesBackAfterMs !== undefined) setTimeout(() => comesBack.give(), comesBackAfterMs);
  const began = Date.now();
  await worker.stop();
  const tookMs = Date.now() - began;
  await handle.terminate('the test is over');
  await temporal.close();
  comesBack.give();
  return { warnings, tookMs };
}

it('a worker with a call that never comes back is left behind after the force time, with a sentence', async () => {
  const { warnings, tookMs } = await stopped('2s');
  expect(warnings).toEqual([
    expect.stringMatching(/^the worker did not stop within .* another worker takes over its tasks$/),
  ]);
  expect(tookMs).toBeGreaterThanOrEqual(1_900);
});

it('one whose call comes back is waited for until then', async () => {
  const { warnings } = await stopped('10m', 500);
  expect(warnings).toEqual([]);
});
