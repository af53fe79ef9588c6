import { type Client, isGrpcServiceError, WorkflowUpdateFailedError } from '@temporalio/client';
import { given } from '../core/given';
import { messageNames, PRESENTATION } from '../core/messages';
import type { TemporalConnection } from '../temporal';
import { isLate, isUnpolled } from './api/errors';
import { GRPC_NOT_FOUND, served, serverSilence } from './calls';

/** The outcome of a request to move a deck. */
export type MoveOutcome =
  /** It continues as a new run, on the target build or without versioning. */
  | 'moved'
  /** It was already on the current build. */
  | 'current'
  /** It has accepted the message, but is busy. It moves at its next wait. */
  | 'pending'
  /** It continues as a new run, but the server kept that run on the old build. */
  | 'kept'
  | 'failed';

export interface Move {
  workflowId: string;
  outcome: MoveOutcome;
  from?: string;
  to?: string;
  runId?: string;
  reason?: string;
}

/** The deployment version of a run; undefined without versioning. */
export interface BuildVersion {
  deploymentName: string;
  buildId: string;
}

interface Standing {
  runId: string;
  status: string;
  version?: BuildVersion;
  pinned: boolean;
  overridden: boolean;
}

/**
 * Since 1.30, the server starts the new run on the current build (`initialVersioningBehavior`). An older server keeps
 * it on the old build, so its first workflow task is delayed until this process has overridden its build.
 */
const MOVES_BY_ITSELF = { major: 1, minor: 30 };
const HELD_MS = 10_000;
const EVERY_MS = 250;
/** Least time for the answer of the deck's worker. */
const ANSWER_MS = 5_000;
const NO_WORKER = 'no worker of its build answered; start one, then move the deck again';
const PINNED = 1;

export class Moving {
  private readonly current = new Map<string, Promise<BuildVersion | undefined>>();
  private held: Promise<boolean> | undefined;

  constructor(
    private readonly cluster: TemporalConnection,
    private readonly namespace: string,
  ) {}

  async standing(workflowId: string): Promise<Standing> {
    const description = await served(this.cluster, () => this.handle(workflowId).describe());
    const versioning = description.raw.workflowExecutionInfo?.versioningInfo;
    const { deploymentName, buildId } = versioning?.deploymentVersion ?? {};
    return {
      runId: description.runId,
      status: description.type === PRESENTATION ? description.status.name : 'NOT_A_DECK',
      ...(deploymentName && buildId ? { version: { deploymentName, buildId } } : {}),
      pinned: versioning?.behavior === PINNED,
      overridden: Boolean(versioning?.versioningOverride),
    };
  }

  /** Asks one deck to move, and waits until it continues as a new run or the time is over. */
  async move(workflowId: string, before: Standing, waitMs: number): Promise<Move> {
    const from = before.version?.buildId;
    const known = { workflowId, ...given({ from }) };
    if (before.status !== 'RUNNING') return { ...known, outcome: 'failed', reason: 'it is not a running deck' };
    const target = before.version && (await this.currentOf(before.version.deploymentName));
    if (before.version && target === undefined) {
      const reason = `no build of ${before.version.deploymentName} is current`;
      return { ...known, outcome: 'failed', reason };
    }
    if (target && target.buildId === from) return { ...known, outcome: 'current', runId: before.runId };
    if (before.overridden) {
      const reason =
        'its build is overridden; run: temporal workflow update-options --versioning-override-behavior unset';
      return { ...known, outcome: 'failed', reason };
    }
    const hold = target !== undefined && before.pinned && (await this.mustHold());
    const reason = await this.ask(workflowId, hold, waitMs);
    if (reason !== undefined) return { ...known, outcome: 'failed', reason };
    const to = target === undefined ? {} : { to: target.buildId };
    const deadline = Date.now() + waitMs;
    const after = await this.newRun(workflowId, before.runId, deadline);
    if (after === undefined) return { ...known, ...to, outcome: 'pending' };
    const { runId } = after;
    if (target === undefined) return { ...known, outcome: 'moved', runId };
    if (hold) await this.give(workflowId, runId, target);
    const arrived = await this.arrived(workflowId, runId, target, Math.max(deadline, Date.now() + 2 * HELD_MS));
    if (hold) await this.take(workflowId, runId);
    return { ...known, ...to, runId, outcome: arrived ? 'moved' : 'kept' };
  }

  /** @returns why the deck did not accept the message */
  private async ask(workflowId: string, hold: boolean, waitMs: number): Promise<string | undefined> {
    const args: [object] = [hold ? { startAfterMs: HELD_MS } : {}];
    const send = () => this.handle(workflowId).executeUpdate<void, [object]>(messageNames.moveToCurrentBuild, { args });
    const deadline = Date.now() + Math.max(waitMs, ANSWER_MS);
    try {
      await this.cluster.connection.withDeadline(deadline, send);
      return undefined;
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError) return error.cause?.message ?? error.message;
      if (isLate(error, deadline) || isUnpolled(error)) return NO_WORKER;
      throw serverSilence(this.cluster, error) ?? error;
    }
  }

  private async newRun(workflowId: string, runId: string, deadline: number): Promise<Standing | undefined> {
    for (;;) {
      const now = await this.standing(workflowId);
      if (now.runId !== runId && now.status === 'RUNNING') return now;
      if (now.status !== 'RUNNING' || Date.now() > deadline) return undefined;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  /** Whether the new run completed a workflow task on the target build. False if an old build completed one before. */
  private async arrived(workflowId: string, runId: string, target: BuildVersion, deadline: number): Promise<boolean> {
    for (;;) {
      const builds = await this.buildsOf(workflowId, runId);
      if (builds.length > 0) return builds.every((build) => build === target.buildId);
      if (Date.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  private async buildsOf(workflowId: string, runId: string): Promise<string[]> {
    const { events } = await served(this.cluster, () => this.handle(workflowId, runId).fetchHistory());
    return (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: step }) =>
      step ? [step.deploymentVersion?.buildId ?? ''] : [],
    );
  }

  /** The override is needed for the first workflow task only; that task pins the run to its build. */
  private give(workflowId: string, runId: string, version: BuildVersion): Promise<void> {
    const behavior = 1; // PINNED_OVERRIDE_BEHAVIOR_PINNED
    return this.override(workflowId, runId, { pinned: { behavior, version } });
  }

  /** Removes the override. The run may be complete by now, and then there is nothing to remove. */
  private async take(workflowId: string, runId: string): Promise<void> {
    try {
      await this.override(workflowId, runId, null);
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== GRPC_NOT_FOUND) throw error;
    }
  }

  private async override(workflowId: string, runId: string, versioningOverride: object | null): Promise<void> {
    await served(this.cluster, () =>
      this.cluster.connection.workflowService.updateWorkflowExecutionOptions({
        namespace: this.namespace,
        workflowExecution: { workflowId, runId },
        workflowExecutionOptions: { versioningOverride },
        updateMask: { paths: ['versioning_override'] },
      }),
    );
  }

  private currentOf(deploymentName: string): Promise<BuildVersion | undefined> {
    const asked = this.current.get(deploymentName) ?? this.askCurrent(deploymentName);
    this.current.set(deploymentName, asked);
    return asked;
  }

  private async askCurrent(deploymentName: string): Promise<BuildVersion | undefined> {
    const { workerDeploymentInfo } = await served(this.cluster, () =>
      this.cluster.connection.workflowService.describeWorkerDeployment({ namespace: this.namespace, deploymentName }),
    );
    const current = workerDeploymentInfo?.routingConfig?.currentDeploymentVersion;
    return current?.buildId ? { deploymentName, buildId: current.buildId } : undefined;
  }

  private mustHold(): Promise<boolean> {
    this.held ??= served(this.cluster, async () => {
      const { serverVersion } = await this.cluster.connection.workflowService.getSystemInfo({});
      const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(serverVersion ?? '') ?? [];
      // Only newer servers do not report a version.
      if (major === undefined) return false;
      return Number(major) === MOVES_BY_ITSELF.major && Number(minor) < MOVES_BY_ITSELF.minor;
    });
    return this.held;
  }

  private handle(workflowId: string, runId?: string): ReturnType<Client['workflow']['getHandle']> {
    return this.cluster.client.workflow.getHandle(workflowId, runId);
  }
}
