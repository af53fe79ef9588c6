import { randomUUID } from 'node:crypto';
import type { WorkflowExecutionDescription, WorkflowHandle } from '@temporalio/client';
import { QueryNotRegisteredError, WorkflowNotFoundError } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { pastFailedSteps } from '../api/errors';
import { startedInput } from '../api/placed-deck';
import { startPresentation } from '../api/start';
import { CliError, exitCodes } from '../cli/exit';
import type { Settings } from '../config';
import {
  messageNames,
  PRESENTATION,
  type PresentationProgress,
  type PresentationResult,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
} from '../core/messages';
import { PresentationStage } from '../core/search-attributes';
import type { PresentationInput } from '../input/input';
import { summaryOf } from '../input/order-text';
import type { TemporalConnection } from '../temporal';
import { type ExecutionHealth, healthOf } from '../temporal/execution-health';
import { stepWords } from '../temporal/execution-words';
import { answered, within } from './calls';

/** A deck whose step fails may get through it in this moment; nobody waits longer for it to answer. */
const FAILING_MS = 3_000;
/** The server answers this by itself. */
const HEALTH_MS = 3_000;
/** Longest wait for a decision to have its effect. */
const UPDATE_MS = 30_000;

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
  /** Of a running deck, where something fails: what the server knows of it. */
  execution?: ExecutionHealth;
}

/** The decks on a Temporal server. Every call has a deadline and fails with a sentence ({@link CliError}). */
export class Decks {
  constructor(
    readonly cluster: TemporalConnection,
    private readonly settings: Settings,
  ) {}

  /** Starts a deck, or finds the one that the same uid, channel and request have started. A failed one is started again. */
  async start(input: PresentationInput): Promise<StartedDeck> {
    const { workflowId, runId, existing } = await within(this.cluster, () =>
      startPresentation(this.cluster.client, input, {
        taskQueue: this.settings.temporal.taskQueue,
        workflowTaskTimeout: this.settings.workflow.timeouts.workflowTask,
      }),
    );
    if (!existing) return { workflowId, runId, existing };
    const summary = await (await this.describe(workflowId)).staticSummary();
    const other = summary !== undefined && summary !== summaryOf(input) ? { otherSummary: summary } : {};
    return { workflowId, runId, existing, ...other };
  }

  async facts(workflowId: string): Promise<DeckFacts> {
    const description = await this.describe(workflowId);
    const title = description.memo?.title;
    const running = description.status.name === 'RUNNING';
    const execution = running ? await this.health(workflowId, description.raw) : undefined;
    return {
      workflowId,
      runId: description.runId,
      status: description.status.name,
      taskQueue: description.taskQueue,
      ...(typeof title === 'string' ? { title } : {}),
      startedAt: description.startTime.toISOString(),
      ...(description.closeTime === undefined ? {} : { closedAt: description.closeTime.toISOString() }),
      ...(execution === undefined ? {} : { execution }),
    };
  }

  /** The stage in the server's lists, which no worker is asked for; undefined before the first. */
  async stage(workflowId: string): Promise<string | undefined> {
    const { typedSearchAttributes } = await this.describe(workflowId);
    return typedSearchAttributes.get(defineSearchAttributeKey(PresentationStage.name, 'KEYWORD'));
  }

  /** What the deck itself says; needs a worker, also for one that has ended. */
  progress(facts: DeckFacts): Promise<PresentationProgress> {
    return this.answered(
      facts,
      () => this.handle(facts.workflowId).query<PresentationProgress>(messageNames.progress),
      facts.execution?.step === undefined ? undefined : FAILING_MS,
    );
  }

  /** The result of a deck that has ended. @throws WorkflowFailedError when it did not end well */
  result(workflowId: string): Promise<PresentationResult> {
    return within(this.cluster, () => this.handle(workflowId).result() as Promise<PresentationResult>);
  }

  /** What a deck was started with, as it stands at the beginning of its history; the server knows it without a worker. */
  input(facts: DeckFacts): Promise<PresentationInput> {
    return within(this.cluster, () => startedInput(this.cluster.client, facts));
  }

  review(facts: DeckFacts, message: ReviewMessage): Promise<ReviewAnswer> {
    return this.update<ReviewAnswer>(facts, messageNames.review, message);
  }

  resolve(facts: DeckFacts, message: ResolveMessage): Promise<ResolveAnswer> {
    return this.update<ResolveAnswer>(facts, messageNames.resolve, message);
  }

  /** Asks for the cancellation; the deck ends when its worker has seen it. */
  async cancel(workflowId: string): Promise<void> {
    await within(this.cluster, () => this.handle(workflowId).cancel());
  }

  private update<Answer>(facts: DeckFacts, name: string, message: object): Promise<Answer> {
    const updateId = randomUUID();
    const handle = this.handle(facts.workflowId);
    const once = () => handle.executeUpdate<Answer, [object]>(name, { args: [message], updateId });
    return this.answered(facts, () => pastFailedSteps(Date.now() + UPDATE_MS, once), UPDATE_MS);
  }

  /** Silence has two causes: nobody works on the queue, or the deck's own step fails. @throws DeckStandsStill */
  private async answered<Answer>(
    { workflowId, taskQueue, status }: DeckFacts,
    call: () => Promise<Answer>,
    ms: number | undefined,
  ): Promise<Answer> {
    try {
      return await answered(this.cluster, this.queue(taskQueue), call, ms);
    } catch (error) {
      // A deck that rests has no step that could fail, and yet no answer: it is made again from its history for each.
      if (error instanceof QueryNotRegisteredError && status === 'RUNNING') {
        throw new DeckStandsStill(workflowId, { step: { failures: 0, reason: error.message } }, error);
      }
      if (!(error instanceof CliError) || error.exitCode !== exitCodes.noAnswer || status !== 'RUNNING') throw error;
      const execution = await this.health(workflowId);
      throw execution?.step === undefined ? error : new DeckStandsStill(workflowId, execution, error);
    }
  }

  /** Undefined also where the server does not say: what was asked for is not worse for that. */
  private async health(
    workflowId: string,
    raw?: WorkflowExecutionDescription['raw'],
  ): Promise<ExecutionHealth | undefined> {
    const ask = () => healthOf(this.cluster, { workflowId }, raw === undefined ? {} : { raw });
    return within(this.cluster, ask, HEALTH_MS).catch(() => undefined);
  }

  private queue(taskQueue: string): { namespace: string; taskQueue: string } {
    return { namespace: this.settings.temporal.namespace, taskQueue };
  }

  private async describe(workflowId: string): Promise<WorkflowExecutionDescription> {
    let description: WorkflowExecutionDescription;
    try {
      description = await within(this.cluster, () => this.handle(workflowId).describe());
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
}

/** The deck does not answer because its own step fails; no other worker of the same code helps. */
export class DeckStandsStill extends CliError {
  override name = 'DeckStandsStill';
  constructor(
    workflowId: string,
    readonly execution: ExecutionHealth,
    cause: unknown,
  ) {
    const { failures, reason } = execution.step!;
    const step = stepWords({ failures, ...(reason === undefined ? {} : { reason }) });
    super(exitCodes.noAnswer, `The deck ${workflowId} stands still: ${step}.`, { cause });
  }
}

function notFound(workflowId: string): CliError {
  return new CliError(
    exitCodes.notFound,
    `There is no deck ${workflowId} on this server; deck list shows what there is.`,
  );
}
