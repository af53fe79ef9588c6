import { isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { Settings } from '../config';
import type { DeckKeys } from '../core/deck-id';
import { PRESENTATION } from '../core/messages';
import type { TemporalConnection } from '../temporal';
import { GRPC_NOT_FOUND } from './calls';
import { DeckError } from './errors';
import { userConditions } from './list';
import { Schedules } from './schedules';

/** A user, in one channel or in all. */
export type Person = Omit<DeckKeys, 'request'>;

/** What Temporal has of a person. */
export interface HistoriesLeft {
  /** Running decks that were ended. */
  ended: number;
  /** Histories that the server deletes. */
  deleted: number;
  /** Histories that it keeps, and until when: their end and the retention of the namespace. */
  kept: { workflowId: string; runId: string; until: string }[];
}

const DAY_MS = 86_400_000;

/** Lists are late: an erasure that was interrupted may have ended or deleted what they name. */
function gone(error: unknown): undefined {
  if (error instanceof WorkflowNotFoundError || (error instanceof DeckError && error.reason === 'not-found')) return;
  throw error;
}

/** The decks of a person on a Temporal server, and the schedules that start such decks. */
export class Histories {
  constructor(
    private readonly cluster: TemporalConnection,
    private readonly settings: Settings,
  ) {}

  /** Ends running decks, so that nothing more is written. @returns how many, and whether one ended since a time */
  async end(who: Person, reason: string, since: number): Promise<{ ended: number; isRecent: boolean }> {
    let ended = 0;
    let isRecent = false;
    const recent = `(ExecutionStatus = 'Running' OR CloseTime > '${new Date(since).toISOString()}')`;
    for await (const { workflowId, runId, status } of this.list(who, recent)) {
      isRecent = true;
      if (status.name !== 'RUNNING') continue;
      const handle = this.cluster.client.workflow.getHandle(workflowId, runId);
      if ((await handle.terminate(reason).catch(gone)) !== undefined) ended += 1;
    }
    return { ended, isRecent };
  }

  /** Deletes the histories. One that the server does not delete is named with its end. */
  async erase(who: Person): Promise<Omit<HistoriesLeft, 'ended'>> {
    const { client } = this.cluster;
    const { namespace } = this.settings.temporal;
    const retention = await this.retention();
    const left: Omit<HistoriesLeft, 'ended'> = { deleted: 0, kept: [] };
    for await (const { workflowId, runId, closeTime = new Date() } of this.list(who)) {
      try {
        await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
        left.deleted += 1;
      } catch (error) {
        if (!isGrpcServiceError(error)) throw error;
        if (error.code === GRPC_NOT_FOUND) continue;
        left.kept.push({ workflowId, runId, until: new Date(closeTime.getTime() + retention).toISOString() });
      }
    }
    return left;
  }

  /** Every run, for an export of what is kept. */
  async summaries(who: Person): Promise<object[]> {
    const found: object[] = [];
    for await (const { workflowId, runId, status, startTime, closeTime, memo } of this.list(who))
      found.push({ workflowId, runId, status: status.name, startTime, closeTime, title: memo?.title });
    return found;
  }

  /** Deletes the schedules of a person. @returns their names */
  async deleteSchedules({ uid, channel }: Person): Promise<string[]> {
    const schedules = new Schedules(this.cluster, this.settings);
    const theirs: string[] = [];
    for (const { name } of await schedules.list()) {
      const input = await schedules.inputOf(name).catch(gone);
      if (input?.uid !== uid || (channel !== undefined && (input.channel ?? '') !== channel)) continue;
      await schedules.delete(name);
      theirs.push(name);
    }
    return theirs;
  }

  async isBatchRunning(): Promise<boolean> {
    const { count } = await this.cluster.client.workflow.count(
      "WorkflowType = 'presentationBatch' AND ExecutionStatus = 'Running'",
    );
    return count > 0;
  }

  private list(who: Person, ...conditions: string[]) {
    const query = [`WorkflowType = '${PRESENTATION}'`, ...userConditions(who), ...conditions].join(' AND ');
    return this.cluster.lists.workflow.list({ query });
  }

  /** In milliseconds. */
  private async retention(): Promise<number> {
    const { namespace } = this.settings.temporal;
    const { config } = await this.cluster.connection.workflowService.describeNamespace({ namespace });
    const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    return seconds === 0 ? 7 * DAY_MS : seconds * 1000;
  }
}
