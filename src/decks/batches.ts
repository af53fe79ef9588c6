import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { counted } from '../base/text/counted';
import type { Settings } from '../config';
import { BATCH, type BatchProgress, type BatchReport, type BatchResult, batchIdOf, batchMessages } from '../core/batch';
import type { Document } from '../core/document';
import { given } from '../core/given';
import type { TemporalConnection } from '../temporal';
import { sendUpdate } from './api/errors';
import { served, Workers } from './calls';
import { deckPage } from './deck-page';
import { DeckError } from './errors';
import type { BatchInput } from './input/batch';

/** Timeout of a call that a worker responds to. */
const RESPONSE_MS = 15_000;

export interface StartedBatch {
  workflowId: string;
  runId: string;
  total: number;
  /** The batch was already there; nothing was started. */
  existing: boolean;
  /** The running batch has other items. */
  differs: boolean;
}

/** A batch as the server knows it, with its own progress if a worker responds. */
export interface BatchRecord {
  workflowId: string;
  runId: string;
  /** `RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED` or `TIMED_OUT`. */
  status: string;
  progress?: BatchProgress;
  result?: BatchResult;
  failure?: string;
}

/** The batches on a Temporal server. Every call has a timeout. @throws DeckError */
export class Batches {
  private readonly workers: Workers;
  constructor(
    private readonly cluster: TemporalConnection,
    private readonly settings: Settings,
  ) {
    this.workers = new Workers(cluster, settings.temporal.namespace);
  }

  /** Starts a batch, unless with `once` also again after it completed; a running one stays as it is. */
  async start(input: BatchInput & { items: Document }, total: number, { once = false } = {}): Promise<StartedBatch> {
    const workflowId = batchIdOf(input.batch);
    const { sha256 } = input.items;
    try {
      const handle = await served(this.cluster, () =>
        this.cluster.client.workflow.start(BATCH, {
          workflowId,
          taskQueue: this.settings.temporal.taskQueue,
          args: [input],
          workflowIdConflictPolicy: 'FAIL',
          workflowIdReusePolicy: once ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
          workflowTaskTimeout: this.settings.workflow.timeouts.workflowTask,
          staticSummary: `batch ${input.batch}: ${counted(total, 'deck')}`,
          staticDetails: `- batch: ${input.batch}\n- decks: ${total}\n- concurrency limit: ${input.window ?? 10}`,
          memo: { title: counted(total, 'deck'), items: sha256 },
        }),
      );
      return { workflowId, runId: handle.firstExecutionRunId, total, existing: false, differs: false };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const { runId, memo } = await this.describe(input.batch);
      return { workflowId, runId, total, existing: true, differs: memo?.items !== sha256 };
    }
  }

  /** The newest batches. */
  async list(): Promise<{ id: string; title: string; status: string; startedAt: string }[]> {
    const query = `WorkflowType = '${BATCH}'`;
    const { decks } = await served(this.cluster, () => deckPage(this.cluster, { query, pageSize: 100 }));
    return decks.map(({ workflowId, title = '', status, startedAt }) => ({
      id: workflowId.slice(batchIdOf('').length),
      ...{ title, status, startedAt },
    }));
  }

  async record(batch: string): Promise<BatchRecord> {
    const { runId, status } = await this.describe(batch);
    const record: BatchRecord = { workflowId: batchIdOf(batch), runId, status: status.name };
    if (record.status === 'RUNNING') return { ...record, progress: await this.progress(batch) };
    try {
      record.result = await served(this.cluster, () => this.handle(batch).result() as Promise<BatchResult>);
    } catch (error) {
      if (!(error instanceof WorkflowFailedError)) throw error;
      record.failure = record.status === 'CANCELLED' ? 'it was cancelled' : (error.cause?.message ?? error.message);
    }
    if (record.result !== undefined) return record;
    // Without a result, only a worker can say how far the batch came.
    const progress = await this.progress(batch).catch((error) => {
      if (error instanceof DeckError) return undefined;
      throw error;
    });
    return { ...record, ...given({ progress }) };
  }

  /** @throws DeckError when the batch has ended */
  async update(batch: string, name: keyof typeof batchMessages, message: object): Promise<{ message: string }> {
    await this.requireRunning(batch);
    return this.answered(() => sendUpdate(this.handle(batch), batchMessages[name], message, Date.now() + RESPONSE_MS));
  }

  async cancel(batch: string): Promise<void> {
    await this.requireRunning(batch);
    await served(this.cluster, () => this.handle(batch).cancel());
  }

  private progress(batch: string): Promise<BatchProgress> {
    return this.answered(() => this.handle(batch).query<BatchProgress>(batchMessages.progress));
  }

  private async requireRunning(batch: string): Promise<void> {
    const { status } = await this.describe(batch);
    if (status.name === 'RUNNING') return;
    throw new DeckError('conflict', `The batch ${batch} has already ended (${status.name.toLowerCase()}).`);
  }

  private async describe(batch: string) {
    const missing = new DeckError('not-found', `There is no batch ${batch} on this server.`);
    try {
      const description = await served(this.cluster, () => this.handle(batch).describe());
      if (description.type !== BATCH) throw missing;
      return description;
    } catch (error) {
      throw error instanceof WorkflowNotFoundError ? missing : error;
    }
  }

  private handle(batch: string): WorkflowHandle {
    return this.cluster.client.workflow.getHandle(batchIdOf(batch));
  }

  private answered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const { connection } = this.cluster;
    return this.workers.answered(this.settings.temporal.taskQueue, RESPONSE_MS, () =>
      connection.withDeadline(Date.now() + RESPONSE_MS, call),
    );
  }
}

export function reportOf({ result, progress, workflowId }: BatchRecord): BatchReport {
  const report = result?.report ?? progress?.report;
  if (report !== undefined) return report;
  throw new DeckError('conflict', `The batch ${workflowId} has no report because it did not start.`);
}
