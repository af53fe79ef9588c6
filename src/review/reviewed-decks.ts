import { createHash } from 'node:crypto';
import { QueryNotRegisteredError, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { isLate, NoAnswer, NoSuchPresentation, within } from '../api/errors';
import { lastWord, progress } from '../api/follow';
import { review } from '../api/messages';
import { type PresentationHandle, presentationHandle } from '../api/start';
import type { Settings } from '../config';
import {
  PRESENTATION,
  type PresentationProgress,
  type PresentationResult,
  type ReviewAnswer,
  type ReviewMessage,
} from '../core/messages';
import type { TemporalConnection } from '../temporal';
import { healthOf } from '../temporal/execution-health';
import { lastPoll } from '../temporal/pollers';
import { Kept } from './kept';
import { noTemporal, noWorker, type Refused, standsStill } from './refusal';

/** A deck as it stands: how its run is, and what it says of itself. */
export interface DeckSnapshot {
  /** `RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED` or `TIMED_OUT`. */
  status: string;
  startedAt: string;
  progress: PresentationProgress;
}

type Description = Awaited<ReturnType<PresentationHandle['describe']>>;

const SERVER_MS = 10_000;
/** The first question may meet the very end of a deck and be lost; then its status says so before the second. */
const ANSWER_MS = [4_000, 12_000] as const;
/** Where nobody has just answered, the next one is not kept waiting for long; for so long. */
const AFTER_SILENCE_MS = [1_500] as const;
const SILENCE_COUNTS_MS = 10_000;
const UPDATE_MS = 30_000;
const EARLIER_MS = 5_000;
/** A worker asks for work once a minute or more often; so long after the last time there is none. */
const WORKER_GONE_MS = 3 * 60_000;
const POLLERS_SEEN_MS = 3_000;
/** Everybody who looks at a deck shares one question to it, and for so long its answer. */
const SHARED_MS = 700;
const ENDED_DECKS_KEPT = 200;

/** The decks that people look at and decide about; each call has a deadline. */
export class ReviewedDecks {
  private readonly asked = new Map<string, Promise<DeckSnapshot>>();
  private readonly ended = new Kept<DeckSnapshot>({ weight: ENDED_DECKS_KEPT });
  private readonly silent = new Kept<true>({ weight: 1_000, ms: SILENCE_COUNTS_MS });
  private readonly polled = new Kept<Promise<number | undefined>>({ weight: 100, ms: POLLERS_SEEN_MS });

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly settings: Settings,
  ) {}

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

  /** @throws NoSuchPresentation also for a workflow that is no deck */
  async describe(workflowId: string): Promise<Description> {
    const handle = this.handle(workflowId);
    const description = await within(handle, SERVER_MS, () => handle.describe()).catch((error) => {
      if (error instanceof NoAnswer) throw noTemporal();
      throw error;
    });
    if (description.type !== PRESENTATION) throw new NoSuchPresentation(workflowId);
    return description;
  }

  /** Sends a decision; the same id sent twice is one decision. */
  async review(workflowId: string, message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const { taskQueue } = await this.describe(workflowId);
    if (!(await this.hasWorker(taskQueue))) throw noWorker();
    try {
      return await review(this.handle(workflowId), message, { updateId, timeoutMs: UPDATE_MS });
    } catch (error) {
      throw error instanceof NoAnswer ? await this.whySilent(workflowId) : error;
    } finally {
      this.asked.delete(workflowId);
    }
  }

  /** What was answered to a decision of this id, if it was taken in before. */
  async earlierAnswer(workflowId: string, updateId: string): Promise<ReviewAnswer | undefined> {
    const handle = this.handle(workflowId);
    try {
      return await handle.client.withDeadline(Date.now() + EARLIER_MS, () =>
        handle.getUpdateHandle<ReviewAnswer>(updateId).result(),
      );
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || isLate(error, Number.POSITIVE_INFINITY)) return undefined;
      throw error;
    }
  }

  private async ask(workflowId: string): Promise<DeckSnapshot> {
    const handle = this.handle(workflowId);
    const silent = this.silent.get(workflowId) !== undefined;
    for (const timeoutMs of silent ? AFTER_SILENCE_MS : ANSWER_MS) {
      const description = await this.describe(workflowId);
      if (description.status.name !== 'RUNNING') return this.endedSnapshot(description);
      if (!(await this.hasWorker(description.taskQueue))) throw noWorker();
      try {
        const told = await progress(handle, { timeoutMs });
        this.silent.drop(workflowId);
        return snapshotOf(description, told);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (error.cause instanceof QueryNotRegisteredError) throw standsStill();
      }
    }
    if (!silent) this.silent.put(workflowId, true);
    throw await this.whySilent(workflowId);
  }

  /** A worker asks for work and does not answer: it is away for a moment, or its code does not fit the deck. */
  private async whySilent(workflowId: string): Promise<Refused> {
    const { raw } = await this.describe(workflowId);
    const health = await healthOf(this.temporal, { workflowId }, { raw, reason: false });
    return health?.step === undefined ? noWorker() : standsStill();
  }

  /** A deck that has ended tells its story while a worker can replay it; its outcome is known without one. */
  private async endedSnapshot(description: Description): Promise<DeckSnapshot> {
    const known = this.ended.get(description.runId);
    if (known !== undefined) return known;
    const { workflowId, taskQueue } = description;
    const worker = await this.hasWorker(taskQueue);
    const told = worker ? await lastWord(this.handle(workflowId)) : undefined;
    if (told !== undefined) return this.ended.put(description.runId, snapshotOf(description, told));
    return snapshotOf(description, await this.outcome(description));
  }

  private async outcome(description: Description): Promise<PresentationProgress> {
    const { workflowId, status, startTime, closeTime } = description;
    const handle = this.handle(workflowId);
    const known = {
      workflowId,
      revisions: [],
      exports: [],
      startedAt: startTime.toISOString(),
      updatedAt: (closeTime ?? startTime).toISOString(),
    };
    try {
      const result: PresentationResult = await within(handle, SERVER_MS, () => handle.result());
      const { outcome, revision: _, ...facts } = result;
      return { ...facts, ...known, stage: outcome, summary: outcome };
    } catch (error) {
      if (!(error instanceof WorkflowFailedError)) throw error;
      const stage = status.name === 'CANCELLED' ? 'cancelled' : 'failed';
      const nothing = {
        uid: '',
        request: '',
        title: '',
        files: [],
        problems: [],
        paidCalls: {},
        possibleDuplicates: [],
      };
      return { ...nothing, ...known, stage, summary: stage };
    }
  }

  /** A question to a queue that nobody works on would wait for long. */
  private async hasWorker(taskQueue: string): Promise<boolean> {
    const { namespace } = this.settings.temporal;
    const { connection } = this.temporal;
    const ask = () => connection.withDeadline(Date.now() + SERVER_MS, () => lastPoll(connection, namespace, taskQueue));
    try {
      const seen = await (this.polled.get(taskQueue) ?? this.polled.put(taskQueue, ask()));
      return seen !== undefined && Date.now() - seen <= WORKER_GONE_MS;
    } catch {
      this.polled.drop(taskQueue);
      throw noTemporal();
    }
  }

  private handle(workflowId: string): PresentationHandle {
    return presentationHandle(this.temporal.client, workflowId);
  }
}

function snapshotOf({ status, startTime, memo }: Description, told: PresentationProgress): DeckSnapshot {
  // A deck from a document or topic learns its title on the way.
  const title = told.title || (typeof memo?.title === 'string' ? memo.title : '');
  return { status: status.name, startedAt: startTime.toISOString(), progress: { ...told, title } };
}

/** An id for an update that says nothing of what it was made from. */
export function updateIdOf(...parts: unknown[]): string {
  return `review-page-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}
