import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LruCache } from '../base/io/lru-cache';
import type { Settings } from '../config';
import type { PresentationProgress, ResolveAnswer, ReviewAnswer } from '../core/progress';
import type { ResolveMessage } from '../core/resolve-message';
import type { ReviewMessage } from '../core/review-message';
import { Decks } from '../decks/decks';
import { DeckError } from '../decks/errors';
import type { CheckedInput, PresentationInput } from '../decks/input/input';
import type { ListedDeck } from '../decks/listed-deck';
import { resultAsProgress } from '../decks/record';
import type { TemporalConnection } from '../temporal';

/** The state of a deck: its execution's status and its progress. */
export interface DeckSnapshot extends Pick<ListedDeck, 'status' | 'startedAt'> {
  progress: PresentationProgress;
}

/** Timeouts of the query. A deck may complete during the first; its status shows that before the second. */
const QUERY_TIMEOUTS_MS = [4_000, 12_000] as const;
/** The shorter timeout after a query without a response, and how long it applies. */
const UNRESPONSIVE_TIMEOUTS_MS = [1_500] as const;
const UNRESPONSIVE_FOR_MS = 10_000;
const POLLERS_CACHED_MS = 3_000;
/** All viewers of a deck share one query, and its result for this long. */
const SHARED_MS = 700;
const MAX_ENDED_DECKS = 200;

/** Decks for many viewers at once: queries are shared, and completed decks are cached. @throws DeckError */
export class ReviewedDecks {
  private readonly decks: Decks;
  private readonly queries = new Map<string, Promise<DeckSnapshot>>();
  /** The queries without a response yet, and those that begin after them. */
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly upcoming = new Map<string, Promise<DeckSnapshot>>();
  private readonly ended = new LruCache<DeckSnapshot>({ weight: MAX_ENDED_DECKS });
  private readonly unresponsive = new LruCache<true>({ weight: 1_000, ms: UNRESPONSIVE_FOR_MS });

  constructor(temporal: TemporalConnection, settings: Settings) {
    this.decks = new Decks(temporal, settings, { workersKnownForMs: POLLERS_CACHED_MS });
  }

  /** The deck as of a moment ago, or with `fresh` by a query that begins after this call. */
  snapshot(workflowId: string, { fresh = false } = {}): Promise<DeckSnapshot> {
    return (fresh ? this.upcoming : this.queries).get(workflowId) ?? this.begin(workflowId, fresh);
  }

  /** Callers that need the present wait for the running query, but not long, and share the next one. */
  private begin(workflowId: string, fresh: boolean): Promise<DeckSnapshot> {
    const running = fresh ? this.running.get(workflowId) : undefined;
    if (running !== undefined) {
      const next = Promise.race([running, sleep(QUERY_TIMEOUTS_MS[0], undefined, { ref: false })]).then(() => {
        this.upcoming.delete(workflowId);
        return this.begin(workflowId, false);
      });
      this.upcoming.set(workflowId, next);
      return next;
    }
    const query = this.query(workflowId);
    this.queries.set(workflowId, query);
    const forget = () => {
      if (this.queries.get(workflowId) === query) this.queries.delete(workflowId);
    };
    query.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
    const ended = query.then(nothing, nothing).then(() => {
      if (this.running.get(workflowId) === ended) this.running.delete(workflowId);
    });
    this.running.set(workflowId, ended);
    return query;
  }

  /** Starts a deck; the existing one of the same request is compared with the input. */
  async start(input: CheckedInput): Promise<{ workflowId: string; existing: boolean; differs: boolean }> {
    const { workflowId, runId, existing } = await this.decks.start(input);
    if (!existing) this.queries.delete(workflowId);
    const differs = existing && !isDeepStrictEqual(input, await this.decks.input({ workflowId, runId }));
    return { workflowId, existing, differs };
  }

  /** The input that a deck was started with. */
  async order(workflowId: string): Promise<PresentationInput> {
    return this.decks.input(await this.decks.describe(workflowId));
  }

  cancel(workflowId: string): Promise<void> {
    return this.decks.cancel(workflowId);
  }

  describe(workflowId: string): Promise<ListedDeck> {
    return this.decks.describe(workflowId);
  }

  /** Tells a parked deck how to proceed. */
  async resolve(deck: ListedDeck, message: ResolveMessage): Promise<ResolveAnswer> {
    try {
      return await this.decks.resolve(deck, message);
    } finally {
      this.queries.delete(deck.workflowId);
    }
  }

  /** Sends a decision. Retrying with the same ID has no further effect. */
  async review(workflowId: string, message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const deck = await this.describe(workflowId);
    try {
      return await this.decks.review(deck, message, { updateId });
    } finally {
      this.queries.delete(workflowId);
    }
  }

  /** The response to the decision with this ID, if the deck has accepted it before. */
  earlierAnswer(workflowId: string, updateId: string): Promise<ReviewAnswer | undefined> {
    return this.decks.earlierAnswer(workflowId, updateId);
  }

  private async query(workflowId: string): Promise<DeckSnapshot> {
    const unresponsive = this.unresponsive.get(workflowId) !== undefined;
    let timeout: unknown;
    for (const timeoutMs of unresponsive ? UNRESPONSIVE_TIMEOUTS_MS : QUERY_TIMEOUTS_MS) {
      const deck = await this.describe(workflowId);
      if (deck.status !== 'RUNNING') return this.endedSnapshot(deck);
      try {
        const progress = await this.decks.progress(deck, timeoutMs);
        this.unresponsive.delete(workflowId);
        return snapshotOf(deck, progress);
      } catch (error) {
        if (!mayRecover(error)) throw error;
        timeout = error;
      }
    }
    if (!unresponsive) this.unresponsive.set(workflowId, true);
    throw timeout;
  }

  /** A completed deck can be queried while a worker can replay it. Its outcome is known without one. */
  private async endedSnapshot(deck: ListedDeck): Promise<DeckSnapshot> {
    const known = this.ended.get(deck.runId);
    if (known !== undefined) return known;
    const progress = await this.decks.lastWord(deck);
    if (progress !== undefined) return this.ended.set(deck.runId, snapshotOf(deck, progress));
    return snapshotOf(deck, await this.endAsProgress(deck));
  }

  private async endAsProgress(deck: ListedDeck): Promise<PresentationProgress> {
    const { workflowId, status, startedAt, closedAt = startedAt } = deck;
    const known = { workflowId, revisions: [], exports: [], startedAt, updatedAt: closedAt };
    const outcome = await this.decks.outcome(deck);
    if ('result' in outcome) {
      const progress = resultAsProgress(outcome.result);
      return { ...progress, ...known, summary: progress.stage };
    }
    const stage = status === 'CANCELLED' ? 'cancelled' : 'failed';
    const empty = { uid: '', request: '', title: '', files: [], problems: [], paidCalls: {}, possibleDuplicates: [] };
    return { ...empty, ...known, stage, summary: stage };
  }
}

const nothing = () => undefined;

/** Whether a retry may succeed: a worker exists, and it was only slow or its workflow task may pass the next time. */
function mayRecover(error: unknown): boolean {
  if (!(error instanceof DeckError)) return false;
  return error.reason === 'no-answer' || (error.execution?.step?.failures ?? 0) > 0;
}

function snapshotOf({ status, startedAt, title = '' }: ListedDeck, progress: PresentationProgress): DeckSnapshot {
  // The title of a deck from a document or topic is only known later.
  return { status, startedAt, progress: { ...progress, title: progress.title || title } };
}

/** An update ID that reveals nothing about its parts. */
export function updateIdOf(...parts: unknown[]): string {
  return `review-page-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}
