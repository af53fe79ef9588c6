import { randomUUID } from 'node:crypto';
import type { WorkflowExecutionDescription, WorkflowHandle } from '@temporalio/client';
import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { Settings } from '../config';
import { type PresentationInput, workflowIdOf } from '../presentation/input';
import {
  messageNames,
  PRESENTATION,
  type PresentationProgress,
  type PresentationResult,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
} from '../presentation/messages';
import type { TemporalConnection } from '../temporal';
import { CliError, exitCodes } from './exit';
import { detailsOf, summaryOf } from './order-text';
import { lastPoll, noWorker } from './pollers';

/** Longest waits for the server, for an answer of a worker, and for a decision to have its effect. */
const SERVER_MS = 10_000;
const QUERY_MS = 10_000;
const UPDATE_MS = 30_000;

const GRPC = { deadlineExceeded: 4, failedPrecondition: 9, unavailable: 14 } as const;

export interface StartedDeck {
  workflowId: string;
  runId: string;
  /** The request had been started before; the deck is that one. */
  existing: boolean;
  /** The summary under which an existing deck was started, when it is another than this one's. */
  otherSummary?: string;
}

/** A deck as the server knows it, without asking a worker. */
export interface DeckFacts {
  workflowId: string;
  runId: string;
  /** `RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED` or `TIMED_OUT`. */
  status: string;
  taskQueue: string;
  title?: string;
  startedAt: string;
  closedAt?: string;
}

/** The decks on a Temporal server. Every call has a deadline and fails with a sentence ({@link CliError}). */
export class Decks {
  constructor(
    readonly cluster: TemporalConnection,
    private readonly settings: Settings,
  ) {}

  /** Starts a deck, or finds the one that the same uid and request have started. A failed one is started anew. */
  async start(input: PresentationInput): Promise<StartedDeck> {
    const workflowId = workflowIdOf(input);
    const { workflow } = this.cluster.client;
    try {
      const handle = await this.within(SERVER_MS, () =>
        workflow.start(PRESENTATION, {
          workflowId,
          taskQueue: this.settings.temporal.taskQueue,
          args: [input],
          // Not USE_EXISTING: the refusal says, without a race, that the deck was there before.
          workflowIdConflictPolicy: 'FAIL',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          workflowTaskTimeout: this.settings.workflow.timeouts.workflowTask,
          staticSummary: summaryOf(input),
          staticDetails: detailsOf(input),
          memo: { title: input.title },
        }),
      );
      return { workflowId, runId: handle.firstExecutionRunId, existing: false };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const description = await this.describe(workflowId);
      const summary = await description.staticSummary();
      const other = summary !== undefined && summary !== summaryOf(input) ? { otherSummary: summary } : {};
      return { workflowId, runId: description.runId, existing: true, ...other };
    }
  }

  async facts(workflowId: string): Promise<DeckFacts> {
    const description = await this.describe(workflowId);
    const title = description.memo?.title;
    return {
      workflowId,
      runId: description.runId,
      status: description.status.name,
      taskQueue: description.taskQueue,
      ...(typeof title === 'string' ? { title } : {}),
      startedAt: description.startTime.toISOString(),
      ...(description.closeTime === undefined ? {} : { closedAt: description.closeTime.toISOString() }),
    };
  }

  /** What the deck itself says; needs a worker, also for one that has ended. */
  progress({ workflowId, taskQueue }: DeckFacts): Promise<PresentationProgress> {
    return this.answered(taskQueue, QUERY_MS, () =>
      this.handle(workflowId).query<PresentationProgress>(messageNames.progress),
    );
  }

  /** The result of a deck that has ended. @throws WorkflowFailedError when it did not end well */
  result(workflowId: string): Promise<PresentationResult> {
    return this.within(SERVER_MS, () => this.handle(workflowId).result() as Promise<PresentationResult>);
  }

  review(facts: DeckFacts, message: ReviewMessage): Promise<ReviewAnswer> {
    return this.update<ReviewAnswer>(facts, messageNames.review, message);
  }

  resolve(facts: DeckFacts, message: ResolveMessage): Promise<ResolveAnswer> {
    return this.update<ResolveAnswer>(facts, messageNames.resolve, message);
  }

  /** Asks for the cancellation; the deck ends when its worker has seen it. */
  async cancel(workflowId: string): Promise<void> {
    await this.within(SERVER_MS, () => this.handle(workflowId).cancel());
  }

  private async update<Answer>(facts: DeckFacts, name: string, message: object): Promise<Answer> {
    try {
      return await this.answered(facts.taskQueue, UPDATE_MS, () =>
        this.handle(facts.workflowId).executeUpdate<Answer, [object]>(name, {
          args: [message],
          updateId: randomUUID(),
        }),
      );
    } catch (error) {
      if (!(error instanceof WorkflowUpdateFailedError)) throw error;
      throw new CliError(exitCodes.failure, `Not taken: ${error.cause?.message ?? error.message}`);
    }
  }

  private async describe(workflowId: string): Promise<WorkflowExecutionDescription> {
    let description: WorkflowExecutionDescription;
    try {
      description = await this.within(SERVER_MS, () => this.handle(workflowId).describe());
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) throw notFound(workflowId);
      throw error;
    }
    if (description.type !== PRESENTATION) throw notFound(workflowId);
    return description;
  }

  private handle(workflowId: string): WorkflowHandle {
    return this.cluster.client.workflow.getHandle(workflowId);
  }

  private async within<Result>(ms: number, call: () => Promise<Result>): Promise<Result> {
    try {
      return await this.cluster.connection.withDeadline(Date.now() + ms, call);
    } catch (error) {
      throw this.silence(error, ms) ?? error;
    }
  }

  /** A call that a worker answers: without one it would wait for ever, so the queue is looked at before and after. */
  private async answered<Result>(taskQueue: string, ms: number, call: () => Promise<Result>): Promise<Result> {
    const { namespace } = this.settings.temporal;
    const seen = () => this.within(SERVER_MS, () => lastPoll(this.cluster.connection, namespace, taskQueue));
    const before = await seen();
    if (before === undefined) throw noWorker(taskQueue);
    try {
      return await this.cluster.connection.withDeadline(Date.now() + ms, call);
    } catch (error) {
      if (isLate(error) || isUnpolled(error)) throw noWorker(taskQueue, await seen(), ms);
      throw this.silence(error, ms) ?? error;
    }
  }

  /** The sentence for a server that does not answer; undefined for an error that is an answer. */
  private silence(error: unknown, ms: number): CliError | undefined {
    const { address } = this.cluster;
    const sentence = isLate(error)
      ? `The Temporal server at ${address} did not answer within ${ms / 1000} s.`
      : grpcCode(error) === GRPC.unavailable
        ? `The Temporal server at ${address} does not answer any more.`
        : undefined;
    return sentence === undefined ? undefined : new CliError(exitCodes.noAnswer, sentence, { cause: error });
  }
}

function notFound(workflowId: string): CliError {
  return new CliError(
    exitCodes.notFound,
    `There is no deck ${workflowId} on this server; deck list shows what there is.`,
  );
}

function isLate(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  return grpcCode(error) === GRPC.deadlineExceeded;
}

/** The server knows by itself that nobody has polled lately. */
function isUnpolled(error: unknown): boolean {
  return grpcCode(error) === GRPC.failedPrecondition;
}

function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) ? cause.code : undefined;
}
