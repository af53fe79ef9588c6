import { setTimeout as delay } from 'node:timers/promises';
import { type PresentationHandle, review, startPresentation } from '../../src/api';
import type { Settings } from '../../src/config';
import { PRESENTATION } from '../../src/core/messages';
import type { TemporalConnection } from '../../src/temporal';
import { Times } from './times';

/** How a deck of the run is meant to end; a held one waits for its reviewer. */
export type Fate = 'held' | 'delivered' | 'rejected' | 'expired';

/** How the content of a deck is generated: as a job that is polled, or in a stream. */
export type Content = 'ticket' | 'stream';

/** Long enough that such a deck is seen in its review. */
const EXPIRES_AFTER = '5s';
/** Requests that are under way to Temporal at one time. */
const STARTS_AT_ONCE = 20;
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 200;

const RUNNING = `WorkflowType = "${PRESENTATION}" AND ExecutionStatus = "Running"`;
const IN_REVIEW = `${RUNNING} AND PresentationStage = "review"`;

/** The decks of a run: starts them, decides about them, and knows what has to become of each. */
export class Decks {
  /** Those held open, by id. */
  readonly held = new Map<string, PresentationHandle>();
  readonly ended = { delivered: 0, rejected: 0 };
  /** Decks that did not end as they were meant to, as sentences. */
  readonly wrong: string[] = [];
  /** What decks have said may have been made twice. */
  readonly possibleDuplicates: string[] = [];
  started = 0;
  readonly startTimes = new Times();
  private readonly ends: Promise<void>[] = [];
  private readonly awaited = new Map<string, { resolve(): void; reject(error: Error): void }>();

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly settings: Settings,
    private readonly users: number,
  ) {}

  async start(fate: Fate, content: Content = 'ticket'): Promise<PresentationHandle> {
    this.started += 1;
    const request = `r${this.started}`;
    // Apart by name, so that a list can ask for those that are to be decided about.
    const uid = `${fate === 'held' ? 'held' : 'flow'}-${this.started % this.users}`;
    const input = {
      uid,
      request,
      title: `What we learned from delivery number ${this.started}`,
      content,
      ...(fate === 'expired' ? { settings: { review: { deadline: EXPIRES_AFTER, onDeadline: 'reject' } } } : {}),
    };
    const options = {
      taskQueue: this.settings.temporal.taskQueue,
      workflowTaskTimeout: this.settings.workflow.timeouts.workflowTask,
      timeoutMs: PATIENCE_MS,
    };
    const { handle } = await this.startTimes.of(() => startPresentation(this.temporal.client, input, options));
    if (fate === 'held') this.held.set(handle.workflowId, handle);
    else this.expect(handle, fate);
    return handle;
  }

  /** Starts as many as are missing, all at once, and waits until each of them is in its review. */
  async holdOpen(count: number): Promise<void> {
    let missing = count - this.held.size;
    const start = async () => {
      while (missing > 0) {
        missing -= 1;
        await this.start('held');
      }
    };
    await Promise.all(Array.from({ length: STARTS_AT_ONCE }, start));
    while ((await this.inReview()) < this.held.size) await delay(LOOK_EVERY_MS);
  }

  /** Decks that wait for a reviewer, by Temporal's list. */
  async inReview(): Promise<number> {
    return (await this.temporal.client.workflow.count(IN_REVIEW)).count;
  }

  /** A page of the list of waiting decks, as operators see it. */
  async listPage(): Promise<void> {
    const rows = this.temporal.client.workflow.list({ query: IN_REVIEW, pageSize: 50 });
    let seen = 0;
    for await (const _ of rows) {
      seen += 1;
      if (seen === 50) return;
    }
  }

  /** Resolves when a deck of the flow waits for its reviewer, by Temporal's list; one loop asks for all of them. */
  reviewed({ workflowId }: PresentationHandle): Promise<void> {
    return new Promise((resolve, reject) => {
      const first = this.awaited.size === 0;
      this.awaited.set(workflowId, { resolve, reject });
      if (first) void this.look();
    });
  }

  private async look(): Promise<void> {
    const query = `${IN_REVIEW} AND PresentationUid STARTS_WITH "flow"`;
    try {
      while (this.awaited.size > 0) {
        await delay(LOOK_EVERY_MS);
        for await (const { workflowId } of this.temporal.client.workflow.list({ query, pageSize: 1_000 })) {
          this.awaited.get(workflowId)?.resolve();
          this.awaited.delete(workflowId);
        }
      }
    } catch (error) {
      for (const { reject } of this.awaited.values()) reject(error as Error);
      this.awaited.clear();
    }
  }

  /** Approves a held deck, any of them; it is carried on to its file. */
  async approveHeld(times: Times): Promise<PresentationHandle> {
    const all = [...this.held.values()];
    const handle = all[Math.floor(Math.random() * all.length)]!;
    this.held.delete(handle.workflowId);
    this.expect(handle, 'delivered');
    await this.approve(handle, times);
    return handle;
  }

  approve(handle: PresentationHandle, times: Times): Promise<unknown> {
    return times.of(() => review(handle, { revision: 1, decision: 'approve' }, { timeoutMs: PATIENCE_MS }));
  }

  reject(handle: PresentationHandle, times: Times): Promise<unknown> {
    return times.of(() => review(handle, { revision: 1, decision: 'reject' }, { timeoutMs: PATIENCE_MS }));
  }

  /** Resolves when every deck that is not held has ended. */
  async allEnded(): Promise<void> {
    await Promise.all(this.ends);
  }

  private expect(handle: PresentationHandle, fate: Exclude<Fate, 'held'>): void {
    const meant = fate === 'delivered' ? 'delivered' : 'rejected';
    this.ends.push(
      handle.result().then(
        ({ outcome, files, possibleDuplicates }) => {
          this.ended[outcome] += 1;
          const right = outcome === meant && files.length === (meant === 'delivered' ? 1 : 0);
          if (!right) this.wrong.push(`${handle.workflowId} is ${outcome}; expected ${meant}`);
          this.possibleDuplicates.push(...possibleDuplicates);
        },
        (error: Error) => void this.wrong.push(`${handle.workflowId} failed: ${error.message}`),
      ),
    );
  }
}
