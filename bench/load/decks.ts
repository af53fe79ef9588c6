import { setTimeout as delay } from 'node:timers/promises';
import { forEachLimit } from '../../src/base/io/for-each-limit';
import { PRESENTATION } from '../../src/core/messages';
import { type PresentationHandle, review, startPresentation } from '../../src/decks/api';
import type { LocalStack } from '../stack';
import { Times } from './times';

/** How a deck of the run is meant to end; a held one waits for its reviewer. */
export type Fate = 'held' | 'delivered' | 'rejected';

const USERS = 20;
/** Requests that are under way to Temporal at one time. */
const STARTS_AT_ONCE = 20;
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 200;
/** Held decks that are approved while the flow runs: at most this number, and a quarter of them. */
const MOST_SAMPLES = 100;

const IN_REVIEW = `WorkflowType = "${PRESENTATION}" AND ExecutionStatus = "Running" AND PresentationStage = "review"`;

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
  private readonly ends: Promise<void>[] = [];
  private readonly awaited = new Map<string, { resolve(): void; reject(error: Error): void }>();

  constructor(private readonly stack: Pick<LocalStack, 'settings' | 'temporal'>) {}

  private async start(fate: Fate): Promise<PresentationHandle> {
    this.started += 1;
    const { settings, temporal } = this.stack;
    // Apart by name, so that a list can ask for those that are to be decided about.
    const uid = `${fate === 'held' ? 'held' : 'flow'}-${this.started % USERS}`;
    const title = `What we learned from delivery number ${this.started}`;
    const { handle } = await startPresentation(
      temporal.client,
      { uid, request: `r${this.started}`, title },
      {
        taskQueue: settings.temporal.taskQueue,
        workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
        timeoutMs: PATIENCE_MS,
      },
    );
    if (fate === 'held') this.held.set(handle.workflowId, handle);
    else this.expect(handle, fate);
    return handle;
  }

  /** Starts as many as are missing, all at once, and waits until each of them is in its review. @returns how many */
  async holdOpen(count: number): Promise<number> {
    const missing = Array.from({ length: count - this.held.size }, () => 'held' as const);
    await forEachLimit(missing, STARTS_AT_ONCE, async (fate) => void (await this.start(fate)));
    while ((await this.inReview()) < this.held.size) await delay(LOOK_EVERY_MS);
    return missing.length;
  }

  /** Decks that wait for a reviewer, by Temporal's list. */
  async inReview(): Promise<number> {
    return (await this.stack.temporal.client.workflow.count(IN_REVIEW)).count;
  }

  /** Carries decks, a limited number at a time, to the decision that their fate needs, and on to their ends. */
  async carry(fates: readonly Exclude<Fate, 'held'>[], atOnce: number): Promise<Flow> {
    const flow = { handles: [] as PresentationHandle[], untilReview: new Times(), decisions: new Times() };
    const held = new Times();
    const decisions: Promise<unknown>[] = [];
    const decided = (decision: Promise<unknown>) =>
      decisions.push(decision.catch((error: Error) => this.wrong.push(`a decision failed: ${error.message}`)));
    const samples = Math.min(MOST_SAMPLES, Math.floor(this.held.size / 4));
    const sampleEvery = Math.ceil(fates.length / Math.max(1, samples));
    const began = Date.now();
    await forEachLimit([...fates.entries()], atOnce, async ([number, fate]) => {
      const handle = await flow.untilReview.of(async () => {
        const started = await this.start(fate);
        await this.reviewed(started);
        return started;
      });
      flow.handles.push(handle);
      // Not waited for: a reviewer who is slow to hear of it holds up no other deck.
      decided(this.decide(handle, fate, flow.decisions));
      if (samples > 0 && number % sampleEvery === 0) decided(this.approveHeld(held));
    });
    await Promise.all(decisions);
    const seconds = (Date.now() - began) / 1000;
    await Promise.all(this.ends);
    return { ...flow, heldApprovals: held, seconds };
  }

  /** Approves a held deck, any of them; it is carried on to its file. */
  async approveHeld(times: Times): Promise<PresentationHandle> {
    const all = [...this.held.values()];
    const handle = all[Math.floor(Math.random() * all.length)]!;
    this.held.delete(handle.workflowId);
    this.expect(handle, 'delivered');
    await this.decide(handle, 'delivered', times);
    return handle;
  }

  private decide(handle: PresentationHandle, fate: Fate, times: Times): Promise<unknown> {
    const decision = fate === 'delivered' ? 'approve' : 'reject';
    return times.of(() => review(handle, { revision: 1, decision }, { timeoutMs: PATIENCE_MS }));
  }

  /** Resolves when a deck of the flow waits for its reviewer, by Temporal's list; one loop asks for all of them. */
  private reviewed({ workflowId }: PresentationHandle): Promise<void> {
    return new Promise((resolve, reject) => {
      const first = this.awaited.size === 0;
      this.awaited.set(workflowId, { resolve, reject });
      if (first) void this.look();
    });
  }

  private async look(): Promise<void> {
    const query = `${IN_REVIEW} AND PresentationUid STARTS_WITH "flow"`;
    const { workflow } = this.stack.temporal.client;
    try {
      while (this.awaited.size > 0) {
        await delay(LOOK_EVERY_MS);
        for await (const { workflowId } of workflow.list({ query, pageSize: 1_000 })) {
          this.awaited.get(workflowId)?.resolve();
          this.awaited.delete(workflowId);
        }
      }
    } catch (error) {
      for (const { reject } of this.awaited.values()) reject(error as Error);
      this.awaited.clear();
    }
  }

  private expect(handle: PresentationHandle, meant: Exclude<Fate, 'held'>): void {
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

export interface Flow {
  handles: PresentationHandle[];
  seconds: number;
  /** From the start of a deck until its outline waits in the list, seen within 0.2 s. */
  untilReview: Times;
  /** Answers to the decisions about the flow's own decks. */
  decisions: Times;
  /** Answers to approvals of decks that had been held open. */
  heldApprovals: Times;
}
