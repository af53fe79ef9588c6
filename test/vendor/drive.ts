import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { settingsSchema } from '../../src/config/settings';
import { workflowIdOf } from '../../src/core/deck-id';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import { PresentationAttention } from '../../src/core/search-attributes';
import { isLate, isUnpolled, sendUpdate } from '../../src/decks/api/errors';
import type { PresentationInput } from '../../src/decks/input/input';
import { connectTemporal } from '../../src/temporal';
import { startPresentationWorker } from '../../src/worker/run-worker';
import { inboxWithReport, MARKDOWN } from '../pipeline/routes';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { quietTemporal } from '../setup/quiet-temporal';
import { ACCOUNT, type Behavior, type Paid } from './service';
import { startStandIn } from './stand-in';

quietTemporal();

export interface Run {
  input?: Partial<PresentationInput>;
  /** A reviewer edits the outline before approving it. */
  edits?: boolean;
  /** Its outline is read at the end. */
  reads?: boolean;
  /** How often a person retries the deck when it is parked. */
  retries?: number;
}

export interface Ended {
  outcome: 'delivered' | 'parked' | 'failed';
  /** What the deck says where it waits, and what it advises. */
  sentence: string;
  duplicates: readonly string[];
  /** Whether every delivered file is a presentation. */
  usable: boolean;
  outline?: string;
  paid: Paid;
  grants: number;
}

export interface Pipeline {
  deck(uid: string, behaviors: readonly Behavior[], run?: Run): Promise<Ended>;
  close(): Promise<void>;
}

const retry = { firstDelay: '50ms', cap: '300ms', attempts: 8 };
const PACE = {
  polling: { firstDelay: '50ms', steps: ['50ms', '100ms', '200ms'], cap: '300ms', floor: '10ms', deadline: '3s' },
  // A deck that waits for a retry of its own would not be at its end.
  retries: { default: retry, create: retry, queueFullDelay: '100ms', parked: { attempts: 0 } },
  timeouts: { heartbeat: '30s' },
};
/** Longer than a busy machine stands still; shorter than SLOW_MS of changes.ts. */
const TIMEOUTS = { headers: '12s', bodyIdle: '12s', total: '40s', streamTotal: '60s' };

/** One worker, as for a service on another host, and one stand-in for all decks. */
export async function startPipeline(): Promise<Pipeline> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-vendor-'));
  const standIn = await startStandIn();
  const own = `vendor-${process.pid}-${Date.now()}`;
  const settings = settingsSchema.parse({
    temporal: { mode: 'existing', address: process.env[TEST_TEMPORAL]!, taskQueue: own, jobsTaskQueue: `${own}-jobs` },
    data: { directory: join(directory, 'data') },
    output: { directory: join(directory, 'out') },
    documents: { inbox: inboxWithReport(join(directory, 'inbox')) },
    service: { baseUrl: standIn.url, timeouts: TIMEOUTS, retryAfterCeiling: '1s' },
    workflow: PACE,
    worker: { shutdownGraceTime: '1s' },
    log: { level: 'silent' },
  });
  const temporal = await connectTemporal(settings);
  const log = pino({ level: process.env.DECK_TEST_LOG ?? 'silent' }, pino.destination(2));
  const env = { ...process.env, DECK_API_KEY: ACCOUNT.apiKey, DECK_SECRET_KEY: ACCOUNT.secretKey };
  const worker = await startPresentationWorker({ settings, temporal, log, env });
  /** The decks that are parked, seen by one list: a question to each deck would cost as much as its steps. */
  let parked = new Set<string>();
  const closed = new AbortController();
  const watching = (async () => {
    const query = `TaskQueue = '${own}' AND ExecutionStatus = 'Running' AND ${PresentationAttention.name} IS NOT NULL`;
    while (!closed.signal.aborted) {
      const found = new Set<string>();
      for await (const { workflowId } of temporal.client.workflow.list({ query })) found.add(workflowId);
      parked = found;
      await pause(200, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  })();

  async function deck(uid: string, behaviors: readonly Behavior[], run: Run = {}): Promise<Ended> {
    const { input, edits, reads, retries = 0 } = run;
    const user = standIn.serve(uid, behaviors);
    const review = { mode: edits ? 'required' : 'auto-approve', autoApproveAfter: '10ms', reminders: [] };
    type Workflow = (input: PresentationInput) => Promise<PresentationResult>;
    const handle = await temporal.client.workflow.start<Workflow>(PRESENTATION, {
      taskQueue: own,
      workflowId: workflowIdOf({ uid, request: 'r1' }),
      args: [{ uid, request: 'r1', ...(input ?? { title: 'Tea at work' }), settings: { review } }],
      workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
    });
    const progress = (): Promise<PresentationProgress> =>
      handle.query<PresentationProgress>('progress').catch((error) => {
        // A busy worker lets the query, or the workflow task before it, time out.
        if (!isLate(error, 0) && !isUnpolled(error)) throw error;
        return progress();
      });
    const update = (name: string, message: object): Promise<unknown> =>
      sendUpdate(handle, name, message, Date.now() + 120_000);
    const ended = (outcome: Ended['outcome'], sentence: string, duplicates: readonly string[]): Ended => {
      return { outcome, sentence, duplicates, usable: false, paid: { ...user.paid }, grants: user.grants };
    };
    let result: Ended | undefined;
    handle.result().then(
      ({ outcome, possibleDuplicates, files }) => {
        const usable = files.every(({ path }) => readFileSync(path).includes('ppt/presentation.xml'));
        result ??= { ...ended(outcome === 'delivered' ? 'delivered' : 'failed', outcome, possibleDuplicates), usable };
      },
      (error) => {
        result ??= ended('failed', String(error.cause?.message ?? error.message), []);
      },
    );
    let edited = false;
    let retried = 0;
    for (;;) {
      await pause(edits ? 300 : 50);
      if (result?.outcome === 'delivered' && reads) result.outline = JSON.stringify((await progress()).outline);
      if (result !== undefined) return result;
      if (!parked.has(handle.workflowId) && !edits) continue;
      const { attention, possibleDuplicates, review: waits, outline } = await progress();
      if (waits?.gate === 'outline' && edits) {
        const message = { revision: outline!.revision, reviewer: 'ada' };
        const decision = edited ? { decision: 'approve' } : { decision: 'edit', outline: MARKDOWN };
        edited = true;
        await update('review', { ...message, ...decision });
      }
      if (attention === undefined) continue;
      if (retried < retries) {
        retried += 1;
        await update('resolve', { action: 'retry' });
        continue;
      }
      result = ended('parked', `${attention.type}: ${attention.message} (${attention.remedy})`, possibleDuplicates);
      await handle.terminate('its test has ended').catch(() => undefined);
      return result;
    }
  }

  return {
    deck,
    async close() {
      closed.abort();
      await watching;
      await worker.stop();
      await temporal.close();
      await standIn.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts the work of each item, this many at a time, in order. @returns a promise for each item */
export function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = 24,
): Promise<Result>[] {
  const open: (() => Promise<void>)[] = [];
  const start = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      open.push(() => work(item).then(resolve, reject));
    });
  const results = items.map(start);
  // The test of the item reports its failure.
  for (const result of results) result.catch(() => undefined);
  const next = async (): Promise<void> => {
    for (let run = open.shift(); run !== undefined; run = open.shift()) await run();
  };
  for (let index = 0; index < atOnce; index += 1) void next();
  return results;
}
