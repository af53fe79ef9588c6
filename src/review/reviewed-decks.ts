import { createHash } from 'node:crypto';
import type { Settings } from '../config';
import type { PresentationProgress, ReviewAnswer, ReviewMessage } from '../core/messages';
import { Decks, type DescribedDeck } from '../decks/decks';
import { DeckError } from '../decks/errors';
import { resultAsProgress } from '../decks/record';
import { LruCache } from '../io/lru-cache';
import type { TemporalConnection } from '../temporal';

/** A deck as it stands: how its run is, and what it says of itself. */
export interface DeckSnapshot extends Pick<DescribedDeck, 'status' | 'startedAt'> {
  progress: PresentationProgress;
}

/** The first question may meet the very end of a deck and be lost; then its status says so before the second. */
const ANSWER_MS = [4_000, 12_000] as const;
/** Where nobody has just answered, the next one is not kept waiting for long; for so long. */
const AFTER_SILENCE_MS = [1_500] as const;
const SILENCE_COUNTS_MS = 10_000;
const POLLERS_SEEN_MS = 3_000;
/** Everybody who looks at a deck shares one question to it, and for so long its answer. */
const SHARED_MS = 700;
const ENDED_DECKS_KEPT = 200;

/** The decks for many people at once: questions are shared, and ended decks are remembered. @throws DeckError */
export class ReviewedDecks {
  private readonly decks: Decks;
  private readonly asked = new Map<string, Promise<DeckSnapshot>>();
  private readonly ended = new LruCache<DeckSnapshot>({ weight: ENDED_DECKS_KEPT });
  private readonly silent = new LruCache<true>({ weight: 1_000, ms: SILENCE_COUNTS_MS });

  constructor(temporal: TemporalConnection, settings: Settings) {
    this.decks = new Decks(temporal, settings, { workersKnownForMs: POLLERS_SEEN_MS });
  }

  /** The deck as it stood a moment ago; `fresh` asks again whoever has just asked. */
  snapshot(workflowId: string, { fresh = false } = {}): Promise<DeckSnapshot> {
    const known = fresh ? undefined : this.asked.get(workflowId);
    if (known !== undefined) return known;
    const asked = this.ask(workflowId);
    this.asked.set(workflowId, asked);
    const forget = () => {
      if (this.asked.get(workflowId) === asked) this.asked.delete(workflowId);
    };
    asked.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
    return asked;
  }

  describe(workflowId: string): Promise<DescribedDeck> {
    return this.decks.describe(workflowId);
  }

  /** Sends a decision; the same id sent twice is one decision. */
  async review(workflowId: string, message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const deck = await this.describe(workflowId);
    try {
      return await this.decks.review(deck, message, { updateId });
    } finally {
      this.asked.delete(workflowId);
    }
  }

  /** What was answered to a decision of this id, if it was taken in before. */
  earlierAnswer(workflowId: string, updateId: string): Promise<ReviewAnswer | undefined> {
    return this.decks.earlierAnswer(workflowId, updateId);
  }

  private async ask(workflowId: string): Promise<DeckSnapshot> {
    const silent = this.silent.get(workflowId) !== undefined;
    let silence: unknown;
    for (const timeoutMs of silent ? AFTER_SILENCE_MS : ANSWER_MS) {
      const deck = await this.describe(workflowId);
      if (deck.status !== 'RUNNING') return this.endedSnapshot(deck);
      try {
        const told = await this.decks.progress(deck, timeoutMs);
        this.silent.delete(workflowId);
        return snapshotOf(deck, told);
      } catch (error) {
        if (!mayAnswerYet(error)) throw error;
        silence = error;
      }
    }
    if (!silent) this.silent.set(workflowId, true);
    throw silence;
  }

  /** A deck that has ended tells its story while a worker can replay it; its outcome is known without one. */
  private async endedSnapshot(deck: DescribedDeck): Promise<DeckSnapshot> {
    const known = this.ended.get(deck.runId);
    if (known !== undefined) return known;
    const told = await this.decks.lastWord(deck);
    if (told !== undefined) return this.ended.set(deck.runId, snapshotOf(deck, told));
    return snapshotOf(deck, await this.endAsProgress(deck));
  }

  private async endAsProgress(deck: DescribedDeck): Promise<PresentationProgress> {
    const { workflowId, status, startedAt, closedAt = startedAt } = deck;
    const known = { workflowId, revisions: [], exports: [], startedAt, updatedAt: closedAt };
    const outcome = await this.decks.outcome(deck);
    if ('result' in outcome) {
      const told = resultAsProgress(outcome.result);
      return { ...told, ...known, summary: told.stage };
    }
    const stage = status === 'CANCELLED' ? 'cancelled' : 'failed';
    const nothing = { uid: '', request: '', title: '', files: [], problems: [], paidCalls: {}, possibleDuplicates: [] };
    return { ...nothing, ...known, stage, summary: stage };
  }
}

/** A worker is there: it may be away for a moment, or get through the step that has failed. */
function mayAnswerYet(error: unknown): boolean {
  if (!(error instanceof DeckError)) return false;
  return error.reason === 'no-answer' || (error.execution?.step?.failures ?? 0) > 0;
}

function snapshotOf({ status, startedAt, title = '' }: DescribedDeck, told: PresentationProgress): DeckSnapshot {
  // A deck from a document or topic learns its title on the way.
  return { status, startedAt, progress: { ...told, title: told.title || title } };
}

/** An id for an update that says nothing of what it was made from. */
export function updateIdOf(...parts: unknown[]): string {
  return `review-page-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}
