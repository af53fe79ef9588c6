import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { deckEndActivities } from '../../activities/deck-ends';
import type { ActivityDependencies } from '../../activities/perform';
import { settingsSchema } from '../../src/config/settings';
import { PRESENTATION } from '../../src/core/messages';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { TEST_TEMPORAL } from '../setup/global-setup';

/** Decks that no worker runs: they wait, as in a review, until a test ends them. */
const COUNT = 200;
const taskQueue = `nobody-${randomUUID()}`;
const user = `user-${randomUUID().slice(0, 8)}`;
const ids = Array.from({ length: COUNT }, (_, index) => `presentation/${user}/r${index}`);
const settings = settingsSchema.parse({
  temporal: { mode: 'existing', address: process.env[TEST_TEMPORAL]! },
});

let temporal: TemporalConnection;
let client: Client;
beforeAll(async () => {
  temporal = await connectTemporal(settings);
  client = temporal.client;
  for (let from = 0; from < COUNT; from += 20) {
    await Promise.all(
      ids.slice(from, from + 20).map((workflowId) => client.workflow.start(PRESENTATION, { taskQueue, workflowId })),
    );
  }
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await Promise.all(
    ids.map((id) =>
      client.workflow
        .getHandle(id)
        .terminate()
        .catch(() => undefined),
    ),
  );
  await temporal.close();
});

function look(decks: string[], waitMs: number): Promise<string[]> {
  const { waitForDecks } = deckEndActivities({ settings } as ActivityDependencies);
  return new MockActivityEnvironment({}, { client }).run(waitForDecks, { decks, waitMs }) as Promise<string[]>;
}

/** Calls of each kind from now on. */
function counted() {
  const { workflowService } = client.connection;
  const describe = jest.spyOn(workflowService, 'describeWorkflowExecution');
  const count = jest.spyOn(workflowService, 'countWorkflowExecutions');
  const list = jest.spyOn(workflowService, 'listWorkflowExecutions');
  return () => ({ describe: describe.mock.calls.length, count: count.mock.calls.length, list: list.mock.calls.length });
}

/** Until lists know all of them: they are a moment behind. */
async function listed(): Promise<void> {
  const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running'`;
  while ((await client.workflow.count(query)).count < COUNT) await new Promise((resolve) => setTimeout(resolve, 100));
}

it('200 decks that wait cost a count or two a round, and one description each at the end', async () => {
  await listed();
  const calls = counted();
  const waitMs = Number(process.env.DECK_TEST_LOOK_MS ?? 6_000);
  expect(await look(ids, waitMs)).toEqual([]);
  const { describe, count, list } = calls();
  if (process.env.DECK_TEST_LOOK_MS) process.stderr.write(`${JSON.stringify({ describe, count, list, waitMs })}\n`);
  expect(describe).toBe(COUNT);
  expect(list).toBe(0);
  expect(count).toBeGreaterThan(4);
  expect(count).toBeLessThan(40);
});

it('the deck that ends is found, and no other is described for it', async () => {
  const calls = counted();
  const looking = look(ids, 60_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await client.workflow.getHandle(ids[150]!).terminate();
  expect(await looking).toEqual([ids[150]]);
  expect(calls().describe).toBeLessThan(20);
});

it('without lists the last look finds what has ended', async () => {
  jest.spyOn(client.connection.workflowService, 'countWorkflowExecutions').mockRejectedValue(new Error('no lists'));
  expect(await look(ids.slice(140, 160), 1_000)).toEqual([ids[150]]);
});
