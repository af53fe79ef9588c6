import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../src/config';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import { PresentationAttention } from '../../src/core/search-attributes';
import { type PresentationHandle, presentationHandle, resolve, review, startPresentation } from '../../src/decks/api';
import type { PresentationInput } from '../../src/decks/input/input';
import type { TemporalConnection } from '../../src/temporal';
import { ReviewHold } from './review-hold';

/** A way through the pipeline, and what people decide at its reviews, in order. */
export interface Route {
  name: string;
  input(number: number): Partial<PresentationInput>;
  decisions: readonly ('approve' | 'edit' | 'reject')[];
  outcome: PresentationResult['outcome'];
}

const both = { review: { mode: 'required' }, contentReview: { mode: 'required' } } as const;
const EDITED = '# Canals\n\n## Locks\n\n### How a lock works\n\n#### Gates\n\n## Boats\n\n### Loads\n\n#### Coal\n';
/** Longer than what a workflow carries itself: it is put into the document store. */
const markdown = (number: number) =>
  ['# Harbours', ...Array.from({ length: 40 }, (_, chapter) => harbour(number, chapter))].join('\n\n');
const harbour = (number: number, chapter: number) =>
  `## Harbour ${chapter + 1}\n\n### Trade\n\n#### Cargo\n\n` +
  `In year ${1800 + number + chapter} the harbour handled ${1000 + 37 * chapter} tons of grain, timber and wool. `.repeat(
    4,
  );

export const routes: readonly Route[] = [
  {
    name: 'title, content by ticket, approved',
    input: (number) => ({ title: `Lessons from delivery ${number}`, formats: ['ppt'] }),
    decisions: ['approve'],
    outcome: 'delivered',
  },
  {
    name: 'title, content streamed, outline edited',
    input: (number) => ({ title: `Canals, part ${number}`, content: 'stream', formats: ['pdf'] }),
    decisions: ['edit', 'approve'],
    outcome: 'delivered',
  },
  {
    name: 'title, alternative provider, both reviews',
    input: (number) => ({ title: `Rivers, part ${number}`, provider: 'alternative', formats: ['ppt'], settings: both }),
    decisions: ['approve', 'approve'],
    outcome: 'delivered',
  },
  {
    name: 'long Markdown, no review, two formats',
    input: (number) => ({
      ...{ title: `Harbours, part ${number}`, markdown: markdown(number), formats: ['ppt', 'pdf'] },
      settings: { review: { mode: 'off' as const } },
    }),
    decisions: [],
    outcome: 'delivered',
  },
  {
    name: 'title, rejected',
    input: (number) => ({ title: `Roads, part ${number}` }),
    decisions: ['reject'],
    outcome: 'rejected',
  },
];

/** Milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

export interface DeckEnd {
  uid: string;
  route: Route;
  handle: PresentationHandle;
  result?: PresentationResult;
  /** Why it did not end as its route does. */
  wrong?: string;
  seconds: number;
  /** When it was started and had ended. */
  lived: Span;
  /** How often it was parked and told to retry. */
  helped: number;
}

const LOOK_EVERY_MS = 500;
const MOST_HELPS = 8;
/** For how long a call is repeated while a node is away. */
const PATIENCE_MS = 120_000;

/** Starts decks, each of a user of its own, decides about them and waits for their ends. */
export class ClusterDecks {
  readonly ends: DeckEnd[] = [];
  private readonly inReview = new Set<string>();
  /** The last decision about each deck. */
  private readonly decided = new Map<string, string>();
  private readonly helped = new Map<string, number>();
  private readonly holds: ReviewHold[] = [];
  private started = 0;
  private ended = false;

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly settings: Settings,
    private readonly name = 'deck',
  ) {}

  /** @param onEnd called after each deck with the number of decks that have ended */
  run(count: number, atOnce: number, onEnd?: (ended: number) => void): Promise<DeckEnd[]> {
    return this.runWhile((started) => started < count, Math.min(atOnce, count), onEnd);
  }

  /** Starts decks one after the other in each of several places, as long as more are wanted. */
  async runWhile(
    more: (started: number) => boolean,
    places: number,
    onEnd: (ended: number) => void = () => {},
  ): Promise<DeckEnd[]> {
    const looking = this.look();
    const carry = async () => {
      while (more(this.started)) {
        await this.one();
        onEnd(this.ends.length);
      }
    };
    await Promise.all(Array.from({ length: places }, carry));
    this.ended = true;
    await looking;
    return this.ends;
  }

  /** Starts decks at once, while others are under way; resolves when they have ended. */
  async alsoRun(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.one()));
  }

  /** Lets the next decks that come to a review wait there. */
  hold(count: number): ReviewHold {
    const hold = new ReviewHold(count);
    this.holds.push(hold);
    return hold;
  }

  private async one(): Promise<void> {
    this.started += 1;
    this.ends.push(await this.carry(this.started));
  }

  private async carry(number: number): Promise<DeckEnd> {
    const route = routes[(number - 1) % routes.length]!;
    const uid = `${this.name}-${number}`;
    const began = Date.now();
    const input = { uid, request: 'r1', ...route.input(number) } as PresentationInput;
    const options = {
      taskQueue: this.settings.temporal.taskQueue,
      workflowTaskTimeout: this.settings.workflow.timeouts.workflowTask,
    };
    const { handle } = await persistently(() => startPresentation(this.temporal.client, input, options));
    const lived = { from: began, to: began };
    const end: DeckEnd = { uid, route, handle, seconds: 0, lived, helped: 0 };
    try {
      for (const [at, decision] of route.decisions.entries()) await this.decide(handle, decision, at);
      end.result = await persistently(() => handle.result());
      const { outcome, files } = end.result;
      if (outcome !== route.outcome) end.wrong = `${outcome} instead of ${route.outcome}`;
      else if (outcome === 'delivered' && files.length === 0) end.wrong = 'delivered without a file';
    } catch (error) {
      end.wrong = (error as Error).message;
    }
    end.helped = this.helped.get(handle.workflowId) ?? 0;
    lived.to = Date.now();
    end.seconds = (lived.to - began) / 1000;
    return end;
  }

  private async decide(handle: PresentationHandle, decision: 'approve' | 'edit' | 'reject', at: number): Promise<void> {
    const { revision, gate } = await this.reviewOf(handle);
    for (const hold of this.holds) await hold.take();
    // Sent again after a lost answer, it is the same decision.
    const updateId = `decision-${at}`;
    const message = { revision, decision, reviewer: 'bench', ...(decision === 'edit' ? { outline: EDITED } : {}) };
    await persistently(async () => {
      try {
        await review(handle, message, { updateId });
      } catch (error) {
        // The decision was taken, and its answer was lost with a node.
        if (!/already (approved|completed|rejected)|just decided/.test(String(error))) throw error;
      }
    });
    this.decided.set(handle.workflowId, `${gate} ${revision}`);
  }

  /** The review that waits for a decision other than the last one. */
  private async reviewOf(handle: PresentationHandle) {
    const { workflowId } = handle;
    for (const until = Date.now() + 5 * PATIENCE_MS; Date.now() < until; await delay(LOOK_EVERY_MS / 2)) {
      if (!this.inReview.has(workflowId)) continue;
      const found = await persistently(() => handle.query<PresentationProgress>('progress'));
      if (found.review === undefined || found.outline === undefined) continue;
      const { revision } = found.outline;
      const { gate } = found.review;
      if (this.decided.get(workflowId) !== `${gate} ${revision}`) return { revision, gate };
    }
    throw new Error('it did not come to its review');
  }

  /** Which decks are in review or parked, by one list for all of them. */
  private async look(): Promise<void> {
    const wanted = 'PresentationStage IN ("review", "contentReview") OR PresentationAttention IS NOT NULL';
    const query = `WorkflowType = "${PRESENTATION}" AND ExecutionStatus = "Running" AND (${wanted})`;
    while (!this.ended) {
      await delay(LOOK_EVERY_MS);
      try {
        const now = new Set<string>();
        for await (const { workflowId, typedSearchAttributes } of this.temporal.client.workflow.list({ query })) {
          if (typedSearchAttributes.get(PresentationAttention) === undefined) now.add(workflowId);
          else await this.help(workflowId);
        }
        this.inReview.clear();
        for (const id of now) this.inReview.add(id);
      } catch {
        // A node is away; the next round lists them.
      }
    }
  }

  /** As an operator does with a parked deck: retries, and gives up when that does not help. */
  private async help(workflowId: string): Promise<void> {
    const handle = presentationHandle(this.temporal.client, workflowId);
    const helped = (this.helped.get(workflowId) ?? 0) + 1;
    if (helped > MOST_HELPS) return void (await handle.terminate('parked too often'));
    await resolve(handle, { action: 'retry', by: 'bench' });
    this.helped.set(workflowId, helped);
  }
}

/** Repeats a call as a client does whose server is away, and gives up when it fails for another reason. */
async function persistently<Value>(call: () => Promise<Value>): Promise<Value> {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
    try {
      return await call();
    } catch (error) {
      if (Date.now() > end || !isPassing(error)) throw error;
    }
  }
}

function isPassing(error: unknown): boolean {
  const chain = `${String(error)} ${String((error as Error).cause ?? '')}`;
  return !/InvalidReview|InvalidInput|WorkflowFailedError|WorkflowNotFound/.test(chain);
}
