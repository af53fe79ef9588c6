import { randomUUID } from 'node:crypto';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import { isRemark } from '../../src/core/remarks';
import type { PresentationInput } from '../../src/decks/input/input';
import { testControls } from '../../src/service/testing';
import { type DeckHandle, type Pipeline, type PipelineOptions, startPipeline } from '../pipeline/pipeline';
import { type JournalLine, journalOf, judge } from './checker';

const ADMIN_KEY = 'the-admin-key-of-the-fault-matrix';

/** A deck of a user of its own, so that the service can misbehave towards it alone. */
export interface FaultyDeck {
  uid: string;
  handle: DeckHandle;
}

/** A pipeline whose service misbehaves on request, for one user at a time: many cells of the matrix run at once. */
export interface FaultyPipeline extends Pipeline {
  /** Adds fault rules of the service for a new user, then starts a deck of it; the review is off unless told. */
  deck(input: Partial<PresentationInput>, rules?: readonly object[]): Promise<FaultyDeck>;
  administer(method: string, path: string, body?: object): Promise<unknown>;
  journal(uid?: string): Promise<JournalLine[]>;
  /** The result of a deck, with nothing lost and nothing made twice unsaid by the service's own store. */
  arrived(deck: FaultyDeck, again?: number): Promise<PresentationResult>;
  /** The deck's progress as soon as it waits for help. */
  parked(deck: FaultyDeck): Promise<PresentationProgress>;
}

export async function startFaultyPipeline(options: PipelineOptions = {}): Promise<FaultyPipeline> {
  const pipeline = await startPipeline({ ...options, testing: testControls({ key: ADMIN_KEY }) });

  /** Never resolves; rejects when a deck that had to arrive waits for help instead. */
  const failing = async (handle: DeckHandle): Promise<never> => {
    for (;;) {
      const { attention } = await pipeline.progress(handle);
      if (attention !== undefined) throw new Error(`${handle.workflowId} is parked: ${JSON.stringify(attention)}`);
      if ((await handle.describe()).status.name !== 'RUNNING') return new Promise(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };

  const faulty: FaultyPipeline = Object.assign(pipeline, {
    async administer(method: string, path: string, body?: object) {
      const answer = await fetch(`${pipeline.service.url}/_admin${path}`, {
        method,
        headers: { 'x-admin-key': ADMIN_KEY },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string };
      if (code !== 0) throw new Error(msg);
      return data;
    },
    async deck({ settings: own, ...input }: Partial<PresentationInput>, rules: readonly object[] = []) {
      const uid = `user-${randomUUID().slice(0, 8)}`;
      for (const rule of rules) await faulty.administer('POST', '/faults', { uid, ...rule });
      const handle = await pipeline.start({
        uid,
        title: 'It must arrive',
        ...input,
        settings: { review: { mode: 'off' }, ...own },
      });
      return { uid, handle };
    },
    journal: (uid?: string) => journalOf(pipeline.service.url, ADMIN_KEY, uid),
    async arrived({ uid, handle }: FaultyDeck, again?: number) {
      const result = await Promise.race([handle.result(), failing(handle)]);
      const { wrong } = judge(pipeline.settings.data.directory, uid, result, again);
      expect({ outcome: result.outcome, wrong }).toEqual({ outcome: 'delivered', wrong: [] });
      // A deck from a title is a frame here; these tests are about failures.
      return { ...result, problems: result.problems.filter((problem) => !isRemark(problem)) };
    },
    parked: ({ handle }: FaultyDeck) =>
      pipeline.until(handle, ({ attention, stage, files }) => {
        if (stage === 'delivered')
          throw new Error(`delivered, with ${files.length} files, where it had to wait for help`);
        return attention !== undefined;
      }),
  });
  return faulty;
}

/** Runs this number at a time: each is a whole deck, all on this machine. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = 12,
): Promise<Result[]> {
  const results: Result[] = [];
  const open = [...items.entries()];
  const run = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return results;
}
