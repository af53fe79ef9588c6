import { QueryNotRegisteredError, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import type { Settings } from '../config';
import { given } from '../core/given';
import { PRESENTATION } from '../core/messages';
import type { PresentationProgress, PresentationResult, ResolveAnswer, ReviewAnswer } from '../core/progress';
import type { ResolveMessage } from '../core/resolve-message';
import type { ReviewMessage } from '../core/review-message';
import type { TemporalConnection } from '../temporal';
import { type ExecutionHealth, healthOf } from '../temporal/execution-health';
import { stepWords } from '../temporal/execution-words';
import { InvalidInput, isLate, NoSuchPresentation, PresentationFailed } from './api/errors';
import { lastWord, progress, result } from './api/follow';
import { resolve, review, type SendOptions } from './api/messages';
import { type PresentationHandle, presentationHandle, type StartedPresentation, startChecked } from './api/start';
import { startedInput } from './api/started-input';
import { served, serverSilence, Workers } from './calls';
import { DeckError } from './errors';
import type { CheckedInput, PresentationInput } from './input/input';
import { summaryOf } from './input/input-text';
import { type ListedDeck, listedDeck } from './listed-deck';

const RESPONSE_MS = 15_000;
/** Timeout for a deck whose workflow task is failing: enough for a task that succeeds just now. */
const FAILING_MS = 3_000;
/** Timeout of a health check, which needs no worker. */
const HEALTH_MS = 3_000;
/** Timeout until a decision takes effect. */
const UPDATE_MS = 30_000;
const EARLIER_MS = 5_000;

export interface StartedDeck extends Omit<StartedPresentation, 'handle'> {
  /** The summary of the existing deck, if it differs from this input's. */
  otherSummary?: string;
}

export interface DeckFailure {
  /** Failure type, see docs/failures.md. */
  type: string;
  message: string;
}

/** The outcome of a deck: a result or a failure. */
type DeckOutcome = { result: PresentationResult } | { failure: DeckFailure };

/** The decks on a Temporal server. Every call has a timeout. @throws DeckError */
export class Decks {
  readonly workers: Workers;

  /** @param workersKnownForMs how long the check for a worker is valid; for servers with many users */
  constructor(
    readonly cluster: TemporalConnection,
    private readonly settings: Settings,
    { workersKnownForMs = 0 }: { workersKnownForMs?: number } = {},
  ) {
    this.workers = new Workers(cluster, settings.temporal.namespace, workersKnownForMs);
  }

  /** Starts a deck, or returns the existing one of the same uid, channel and request. A failed one is started again. */
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

  async describe(workflowId: string): Promise<ListedDeck> {
    const description = await this.description(workflowId);
    const deck = { ...listedDeck(description), ...given({ firstRunId: firstRunOf(description) }) };
    const execution = deck.status === 'RUNNING' ? await this.health(workflowId, description.raw) : undefined;
    return execution === undefined ? deck : { ...deck, execution };
  }

  /** The progress from the deck itself. Needs a worker, even for a complete deck. */
  progress(deck: ListedDeck, timeoutMs?: number): Promise<PresentationProgress> {
    const ms = timeoutMs ?? (deck.execution?.step === undefined ? RESPONSE_MS : FAILING_MS);
    return this.answered(deck, ms, () => progress(this.handle(deck), { timeoutMs: ms }));
  }

  /** The last progress of a complete deck, if a worker can replay it. */
  async lastWord(deck: ListedDeck): Promise<PresentationProgress | undefined> {
    return (await this.workers.has(deck.taskQueue)) ? lastWord(this.handle(deck)) : undefined;
  }

  /** The outcome of a deck, which the server knows without a worker. */
  async outcome(deck: Pick<ListedDeck, 'workflowId'>): Promise<DeckOutcome> {
    try {
      return { result: await served(this.cluster, () => result(this.handle(deck))) };
    } catch (error) {
      if (!(error instanceof PresentationFailed)) throw error;
      const { type, message } = error;
      return { failure: { type, message: type === 'Cancelled' ? 'it was cancelled' : message } };
    }
  }

  /** The input of a deck, from the start of its history. Needs no worker. */
  input(deck: Pick<ListedDeck, 'workflowId' | 'runId'>): Promise<PresentationInput> {
    return served(this.cluster, () => startedInput(this.cluster.client, deck));
  }

  /** Sends a decision. An invalid edited text counts as rejected as well. */
  review(deck: ListedDeck, message: ReviewMessage, options?: SendOptions): Promise<ReviewAnswer> {
    const given = { timeoutMs: UPDATE_MS, ...options };
    return this.answered(deck, given.timeoutMs, () => review(this.handle(deck), message, given));
  }

  resolve(deck: ListedDeck, message: ResolveMessage): Promise<ResolveAnswer> {
    const timeoutMs = UPDATE_MS;
    return this.answered(deck, timeoutMs, () => resolve(this.handle(deck), message, { timeoutMs }));
  }

  /** The result of an earlier decision with this update id, if it was accepted. */
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

  /** Requests cancellation. The deck completes when its worker has handled it. */
  async cancel(workflowId: string): Promise<void> {
    await served(this.cluster, () => this.handle({ workflowId }).cancel());
  }

  /** A missing response has two causes: no worker polls the task queue, or the deck's workflow task keeps failing. */
  private async answered<Answer>(deck: ListedDeck, ms: number, call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.workers.answered(deck.taskQueue, ms, call);
    } catch (error) {
      if (error instanceof NoSuchPresentation) throw notFound(deck.workflowId);
      if (!(error instanceof DeckError) || error.reason !== 'no-answer' || deck.status !== 'RUNNING') throw error;
      const { cause } = error;
      // An idle deck has no failing task, but each query replays its history, which can fail.
      if (cause instanceof QueryNotRegisteredError) {
        throw stalled(deck, { step: { failures: 0, reason: cause.message } }, cause);
      }
      const execution = await this.health(deck.workflowId);
      throw execution?.step === undefined ? error : stalled(deck, execution, error);
    }
  }

  /** Undefined also if the server does not respond: a health check must not fail the original call. */
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

/** Absent in the answer of an old server. */
const firstRunOf = ({ raw }: WorkflowExecutionDescription) => raw.workflowExecutionInfo?.firstRunId || undefined;

function stalled({ workflowId }: ListedDeck, execution: ExecutionHealth, cause: unknown): DeckError {
  const { failures, reason } = execution.step!;
  const step = stepWords({ failures, ...given({ reason }) });
  return new DeckError('stands-still', `The deck ${workflowId} is stalled: ${step}.`, { execution, cause });
}

function notFound(workflowId: string): DeckError {
  return new DeckError('not-found', `There is no deck ${workflowId} on this server`, {
    remedy: 'run `deck list` to see all decks',
    deck: workflowId,
  });
}
