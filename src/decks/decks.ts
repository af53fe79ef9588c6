import { QueryNotRegisteredError, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { InvalidInput, isLate, NoSuchPresentation, PresentationFailed } from '../api/errors';
import { lastWord, progress, result } from '../api/follow';
import { resolve, review, type SendOptions } from '../api/messages';
import { startedInput } from '../api/placed-deck';
import { type PresentationHandle, presentationHandle, type StartedPresentation, startChecked } from '../api/start';
import type { Settings } from '../config';
import {
  PRESENTATION,
  type PresentationProgress,
  type PresentationResult,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
} from '../core/messages';
import type { CheckedInput, PresentationInput } from '../input/input';
import { summaryOf } from '../input/input-text';
import type { TemporalConnection } from '../temporal';
import { type ExecutionHealth, healthOf } from '../temporal/execution-health';
import { stepWords } from '../temporal/execution-words';
import { served, serverSilence, Workers } from './calls';
import { DeckError } from './errors';
import { type ListedDeck, listedDeck } from './listed-deck';

const ANSWER_MS = 15_000;
/** A deck whose step fails may get through it in this moment; nobody waits longer for it to answer. */
const FAILING_MS = 3_000;
/** The server answers this by itself. */
const HEALTH_MS = 3_000;
/** Longest wait for a decision to have its effect. */
const UPDATE_MS = 30_000;
const EARLIER_MS = 5_000;

export interface StartedDeck extends Omit<StartedPresentation, 'handle'> {
  /** The summary under which an existing deck was started, when it is another than this one's. */
  otherSummary?: string;
}

/** A deck as the server knows it, without asking a worker; `execution` where something fails in a running one. */
export interface DescribedDeck extends ListedDeck {
  taskQueue: string;
}

export interface DeckFailure {
  /** Stable name of the kind of failure, see docs/failures.md. */
  type: string;
  message: string;
}

/** How a deck ended: with a result, or with a failure. */
export type DeckOutcome = { result: PresentationResult } | { failure: DeckFailure };

/** The decks on a Temporal server, for people and their programs. Every call has a deadline. @throws DeckError */
export class Decks {
  readonly workers: Workers;

  /** @param workersKnownForMs for a server that asks for many people: how long it counts that a worker was seen */
  constructor(
    readonly cluster: TemporalConnection,
    private readonly settings: Settings,
    { workersKnownForMs = 0 }: { workersKnownForMs?: number } = {},
  ) {
    this.workers = new Workers(cluster, settings.temporal.namespace, workersKnownForMs);
  }

  /** Starts a deck, or finds the one that the same uid, channel and request have started. A failed one is started again. */
  async start(input: CheckedInput): Promise<StartedDeck> {
    const { taskQueue } = this.settings.temporal;
    const workflowTaskTimeout = this.settings.workflow.timeouts.workflowTask;
    const { handle, ...started } = await startChecked(this.cluster.client, input, {
      taskQueue,
      workflowTaskTimeout,
    }).catch((error) => {
      if (error instanceof InvalidInput) throw new DeckError('invalid-input', error.message, { cause: error });
      throw serverSilence(this.cluster, error) ?? error;
    });
    if (!started.existing) return started;
    const summary = await (await this.description(started.workflowId)).staticSummary();
    return summary === undefined || summary === summaryOf(input) ? started : { ...started, otherSummary: summary };
  }

  async describe(workflowId: string): Promise<DescribedDeck> {
    const description = await this.description(workflowId);
    const deck = { ...listedDeck(description), taskQueue: description.taskQueue };
    const execution = deck.status === 'RUNNING' ? await this.health(workflowId, description.raw) : undefined;
    return execution === undefined ? deck : { ...deck, execution };
  }

  /** What the deck itself says; needs a worker, also for one that has ended. */
  progress(deck: DescribedDeck, timeoutMs?: number): Promise<PresentationProgress> {
    const ms = timeoutMs ?? (deck.execution?.step === undefined ? ANSWER_MS : FAILING_MS);
    return this.answered(deck, ms, () => progress(this.handle(deck), { timeoutMs: ms }));
  }

  /** What a deck that has ended says, while a worker can replay it. */
  async lastWord(deck: DescribedDeck): Promise<PresentationProgress | undefined> {
    return (await this.workers.has(deck.taskQueue)) ? lastWord(this.handle(deck)) : undefined;
  }

  /** How a deck ended; the server knows it without a worker. */
  async outcome(deck: Pick<ListedDeck, 'workflowId'>): Promise<DeckOutcome> {
    try {
      return { result: await served(this.cluster, () => result(this.handle(deck))) };
    } catch (error) {
      if (!(error instanceof PresentationFailed)) throw error;
      const { type, message } = error;
      return { failure: { type, message: type === 'Cancelled' ? 'it was cancelled' : message } };
    }
  }

  /** What a deck was started with, as it stands at the beginning of its history; the server knows it without a worker. */
  input(deck: Pick<ListedDeck, 'workflowId' | 'runId'>): Promise<PresentationInput> {
    return served(this.cluster, () => startedInput(this.cluster.client, deck));
  }

  /** Sends a decision. An edit that could not be read is refused, too. */
  review(deck: DescribedDeck, message: ReviewMessage, options?: SendOptions): Promise<ReviewAnswer> {
    const given = { timeoutMs: UPDATE_MS, ...options };
    return this.answered(deck, given.timeoutMs, () => review(this.handle(deck), message, given));
  }

  resolve(deck: DescribedDeck, message: ResolveMessage): Promise<ResolveAnswer> {
    const timeoutMs = UPDATE_MS;
    return this.answered(deck, timeoutMs, () => resolve(this.handle(deck), message, { timeoutMs }));
  }

  /** What was answered to a decision of this id, if it was taken in before. */
  async earlierAnswer(workflowId: string, updateId: string): Promise<ReviewAnswer | undefined> {
    const handle = this.handle({ workflowId });
    try {
      return await handle.client.withDeadline(Date.now() + EARLIER_MS, () =>
        handle.getUpdateHandle<ReviewAnswer>(updateId).result(),
      );
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || isLate(error, Number.POSITIVE_INFINITY)) return undefined;
      throw error;
    }
  }

  /** Asks for the cancellation; the deck ends when its worker has seen it. */
  async cancel(workflowId: string): Promise<void> {
    await served(this.cluster, () => this.handle({ workflowId }).cancel());
  }

  /** Silence has two causes: nobody works on the queue, or the deck's own step fails. */
  private async answered<Answer>(deck: DescribedDeck, ms: number, call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.workers.answered(deck.taskQueue, ms, call);
    } catch (error) {
      if (error instanceof NoSuchPresentation) throw notFound(deck.workflowId);
      if (!(error instanceof DeckError) || error.reason !== 'no-answer' || deck.status !== 'RUNNING') throw error;
      const { cause } = error;
      // A deck that rests has no step that could fail, and yet no answer: it is made again from its history for each.
      if (cause instanceof QueryNotRegisteredError) {
        throw standsStill(deck, { step: { failures: 0, reason: cause.message } }, cause);
      }
      const execution = await this.health(deck.workflowId);
      throw execution?.step === undefined ? error : standsStill(deck, execution, error);
    }
  }

  /** Undefined also where the server does not say: what was asked for is not worse for that. */
  private async health(
    workflowId: string,
    raw?: WorkflowExecutionDescription['raw'],
  ): Promise<ExecutionHealth | undefined> {
    const ask = () => healthOf(this.cluster, { workflowId }, raw === undefined ? {} : { raw });
    return served(this.cluster, ask, HEALTH_MS).catch(() => undefined);
  }

  private async description(workflowId: string): Promise<WorkflowExecutionDescription> {
    const ask = () => this.handle({ workflowId }).describe();
    const description = await served(this.cluster, ask).catch((error) => {
      throw error instanceof WorkflowNotFoundError ? notFound(workflowId) : error;
    });
    if (description.type !== PRESENTATION) throw notFound(workflowId);
    return description;
  }

  private handle({ workflowId }: Pick<ListedDeck, 'workflowId'>): PresentationHandle {
    return presentationHandle(this.cluster.client, workflowId);
  }
}

function standsStill({ workflowId }: DescribedDeck, execution: ExecutionHealth, cause: unknown): DeckError {
  const { failures, reason } = execution.step!;
  const step = stepWords({ failures, ...(reason === undefined ? {} : { reason }) });
  return new DeckError('stands-still', `The deck ${workflowId} stands still: ${step}.`, { execution, cause });
}

function notFound(workflowId: string): DeckError {
  return new DeckError('not-found', `There is no deck ${workflowId} on this server`, {
    remedy: 'deck list shows what there is',
    deck: workflowId,
  });
}
