import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { temporal as proto } from '@temporalio/proto';
import { SCHEDULE_PREFIX } from '../../src/core/batch';
import { factsOf } from '../../src/core/stages';
import { Schedules } from '../../src/decks/schedules';
import type { DeckHandle } from '../pipeline/pipeline';
import { holdingsOf } from './checker';
import type { FaultyDeck, FaultyPipeline } from './faulty-pipeline';

/** What became of a deck: `said` are the kinds of its possible duplicates, `parked` why it waited for help meanwhile. */
export interface End {
  outcome: string;
  tasks: number;
  designs: number;
  said: string[];
  /** In the deck's folder. */
  files: number;
  parked: string[];
}

const { BATCH_OPERATION_STATE_COMPLETED } = proto.api.enums.v1.BatchOperationState;
const REVIEWED = { title: 'It must arrive', settings: { review: { mode: 'required' } } } as const;

/** What an operator does by the Temporal UI or its command line, by the calls that both of them make. */
export class Operator {
  constructor(private readonly pipeline: FaultyPipeline) {}

  get service() {
    return this.pipeline.temporal.client.workflowService;
  }
  get namespace() {
    return this.pipeline.settings.temporal.namespace;
  }

  /** Always the newest run, as the command line does. */
  newest({ handle: { workflowId } }: FaultyDeck): DeckHandle {
    return this.pipeline.temporal.client.workflow.getHandle(workflowId) as unknown as DeckHandle;
  }

  async atReview(): Promise<FaultyDeck> {
    const deck = await this.pipeline.deck(REVIEWED);
    await this.pipeline.until(deck.handle, ({ review }) => review !== undefined);
    return deck;
  }

  /** Someone works on the delivered files. Files of one second may be equal otherwise, and then none is kept. */
  async changeFiles(deck: FaultyDeck): Promise<void> {
    const { files } = await this.pipeline.progress(this.newest(deck));
    for (const { path } of files) appendFileSync(path, ' ');
  }

  /** The same key and input. */
  async startAgain({ uid }: FaultyDeck): Promise<void> {
    await this.pipeline.start({ ...REVIEWED, uid });
  }

  /** On to its end, as people bring it there: they approve, and retry what is parked. */
  async end(deck: FaultyDeck): Promise<End> {
    const handle = this.newest(deck);
    const parked: string[] = [];
    for (;;) {
      const { review, revisions, attention, stage } = await this.pipeline.progress(handle);
      if (factsOf(stage)?.isEnd) break;
      if (attention !== undefined) {
        const resolved = await handle
          .executeUpdate('resolve', { args: [{ action: 'retry', since: attention.at }] })
          .then(
            () => true,
            () => false,
          );
        if (resolved) parked.push(attention.type);
      } else if (review !== undefined) {
        // A second look may come before the decision has its effect.
        const decision = { revision: revisions.length, decision: 'approve' };
        await handle.executeUpdate('review', { args: [decision] }).catch(() => undefined);
      }
      await pause(200);
    }
    const outcome = await handle.result().then(
      (result) => result.outcome,
      (error) => error.cause?.name,
    );
    const { possibleDuplicates } = await this.pipeline.progress(handle);
    const { tasks, designs } = holdingsOf(this.pipeline.settings.data.directory, deck.uid);
    const said = possibleDuplicates.map(kindOf);
    return { outcome, tasks: tasks.length, designs: designs.length, said, files: this.files(deck), parked };
  }

  private files({ uid }: FaultyDeck): number {
    const names = readdirSync(this.pipeline.settings.output.directory, { recursive: true }) as string[];
    return names.filter((name) => name.startsWith(uid) && name.endsWith('.pptx')).length;
  }

  /** Resets the workflow to the first task, the last one, or the one that took the first decision. */
  async reset(deck: FaultyDeck, to: 'first' | 'last' | 'decision', exclude: number[] = []): Promise<void> {
    const { events } = await this.newest(deck).fetchHistory();
    const decided = events!.findIndex((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
    const tasks = (to === 'decision' ? events!.slice(0, decided) : events!).filter(
      (event) => event.workflowTaskCompletedEventAttributes,
    );
    await this.service.resetWorkflowExecution({
      namespace: this.namespace,
      workflowExecution: { workflowId: deck.handle.workflowId, runId: '' },
      workflowTaskFinishEventId: tasks.at(to === 'first' ? 0 : -1)!.eventId!,
      requestId: randomUUID(),
      reason: 'a test',
      resetReapplyExcludeTypes: exclude,
    });
  }

  async delete({ handle: { workflowId } }: FaultyDeck): Promise<void> {
    await this.service.deleteWorkflowExecution({ namespace: this.namespace, workflowExecution: { workflowId } });
    await this.gone(workflowId);
  }

  async gone(workflowId: string): Promise<void> {
    const handle = this.pipeline.temporal.client.workflow.getHandle(workflowId);
    while (await handle.describe().catch(() => undefined)) await pause(200);
  }

  /** Pins the workflow to a build, or undoes that. */
  async override({ handle: { workflowId } }: FaultyDeck, versioningOverride?: object): Promise<void> {
    await this.service.updateWorkflowExecutionOptions({
      namespace: this.namespace,
      workflowExecution: { workflowId },
      workflowExecutionOptions: { ...(versioningOverride ? { versioningOverride } : {}) },
      updateMask: { paths: ['versioning_override'] },
    });
  }

  /** One of the UI's operations on a selection of workflows. */
  async batch(deck: FaultyDeck, operation: object): Promise<void> {
    const { runId } = await this.newest(deck).describe();
    const job = { namespace: this.namespace, jobId: randomUUID() };
    const executions = [{ workflowId: deck.handle.workflowId, runId }];
    await this.service.startBatchOperation({ ...job, reason: 'a test', executions, ...operation });
    for (;;) {
      const { state } = await this.service.describeBatchOperation(job);
      if (state === BATCH_OPERATION_STATE_COMPLETED) return;
      await pause(300);
    }
  }

  /** A schedule of the product, whose times are far away. */
  async schedule() {
    const name = `by-hand-${randomUUID().slice(0, 8)}`;
    const input = { uid: name, request: '', title: 'On time', settings: { review: { mode: 'off' } } } as const;
    await new Schedules(this.pipeline.temporal, this.pipeline.settings).create(
      name,
      { everyMs: 86_400_000, text: 'every day' },
      input,
    );
    const handle = this.pipeline.temporal.client.schedule.getHandle(SCHEDULE_PREFIX + name);
    return { name, handle };
  }
}

const kindOf = (line: string) =>
  / was there already; /.test(line) ? 'file' : /(task|design|export|content job)/.exec(line)![1]!;
