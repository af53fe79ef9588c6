import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { PresentationProgress } from '../src/core/messages';
import { createDirectoryStore } from '../src/documents/document-store';
import { documentDirectory } from '../src/documents/paths';
import { openSqliteFile } from '../src/io/sqlite';
import { startDeck } from './decks';
import { type LocalStack, startLocalStack } from './local-stack';
import type { Events } from './no-op';
import { measurePairs, type Paired, pairedOf, pairsAskedFor, spreadOf } from './pairs';

const QUICK = { polling: { firstDelay: '50ms', steps: ['50ms'], cap: '100ms', floor: '10ms' } };

async function inReview(handle: WorkflowHandle, revision: number): Promise<void> {
  for (;;) {
    const { review, outline } = await handle.query<PresentationProgress>('progress');
    if (review !== undefined && outline?.revision === revision) return;
    await delay(20);
  }
}

const review = (handle: WorkflowHandle, message: object) => handle.executeUpdate('review', { args: [message] });

/**
 * Events of a deck over the least for what it did. Of the same deck, so the figure has no noise: anything above 1 is
 * a workflow task or a command too many.
 */
export async function historyEvents(): Promise<Paired[]> {
  const stack = await startLocalStack({ workflow: { ...QUICK, review: { reminders: [], onDeadline: 'hold' } } });
  const before = loadavg()[0]!;
  const counted: Counted[] = [];
  try {
    for (let deck = 0; deck < pairsAskedFor(); deck += 1) {
      const handle = await startDeck(stack, { title: `Deck ${deck}`, formats: ['ppt', 'pdf'] });
      await inReview(handle, 1);
      await review(handle, { revision: 1, decision: 'approve' });
      await handle.result();
      counted.push(countedOf((await handle.fetchHistory()).events ?? []));
    }
  } finally {
    await stack.close();
  }
  const over = (name: string, least: (each: Counted) => number) =>
    pairedOf(
      { name: `events of a history / minimum for its ${name}`, target: '1.00', unit: 'events' },
      counted.map((each) => ({ ours: each.events, other: least(each) })),
      [before, loadavg()[0]!],
    );
  return [
    over('activities, timers, updates, stages and marker', ({ least }) => least + LASTING_STAGES + MARKER),
    over('activities, timers and updates alone', ({ least }) => least),
  ];
}

/** Outline, review, content, export, the end: each shows in lists, and setting an attribute is one event. */
const LASTING_STAGES = 5;
/** The rules that the run goes by (docs/decisions.md, 62): the marker, and the attribute by which the server lists it. */
const MARKER = 2;

interface Counted {
  events: number;
  /** Of activities, timers, updates and signals. */
  least: number;
}

function countedOf(events: Events): Counted {
  const of = (field: keyof Events[number]) => events.filter((event) => event[field] != null).length;
  const least =
    5 +
    6 * of('activityTaskScheduledEventAttributes') +
    5 * of('timerFiredEventAttributes') +
    2 * of('timerCanceledEventAttributes') +
    5 * of('workflowExecutionUpdateAcceptedEventAttributes') +
    4 * of('workflowExecutionSignaledEventAttributes');
  return { events: events.length, least };
}

/** Bytes of a history with a text of 800 KB over one of 8 KB, each edited three times. */
export async function historyBytes(): Promise<Paired> {
  const stack = await startLocalStack({
    workflow: { ...QUICK, review: { reminders: [] } },
  });
  const documents = createDirectoryStore(documentDirectory(stack.settings), stack.settings.workflow.claimCheckAbove);
  const bytes = async (paragraph: number, points: number) => {
    const text = (edit: number) =>
      `# Deck ${paragraph} edit ${edit}\n\n## One\n\n### Page\n\n${Array.from(
        { length: points },
        (_, index) => `#### Point ${index}\n\n${'word '.repeat(paragraph / 5)}\n\n`,
      ).join('')}`;
    const stored = async (edit: number) => {
      const document = await documents.put(text(edit));
      if ('text' in document) throw new Error('the text is short enough to travel inside');
      return document;
    };
    const handle = await startDeck(stack, { markdown: await stored(0) });
    for (const edit of [1, 2, 3]) {
      await inReview(handle, edit);
      await review(handle, { revision: edit, decision: 'edit', outline: await stored(edit) });
    }
    // No further: a longer deck takes longer to draw, and that is polled.
    await review(handle, { revision: 4, decision: 'reject' });
    await handle.result();
    return ((await handle.describe()).historySize ?? 0) / 1024;
  };
  try {
    return await measurePairs(
      { name: 'bytes of a history after three edits, text of 800 KB / of 8 KB', target: '≤ 1.05, ≤ 64 KB', unit: 'KB' },
      { ours: () => bytes(8000, 100), other: () => bytes(800, 10) },
    );
  } finally {
    await stack.close();
  }
}

/** How long after its end a job is seen, over the interval of the polls; and the polls of a job of about 25 s. */
export async function pollOvershoot(): Promise<Paired[]> {
  const stack = await startLocalStack({ workflow: { review: { mode: 'off' } } }, { contentFragmentMs: 55 });
  const before = loadavg()[0]!;
  try {
    // Jobs of every length up to a minute: an outline with a number of points to be written out.
    const seen = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const points = Array.from({ length: 4 + 3 * index }, (_, point) => `#### Point ${point}\n`);
        const markdown = `# Deck ${index}\n\n## One\n\n### Page\n\n${points.join('\n')}`;
        const handle = await startDeck(stack, { markdown, content: 'ticket', settings: { exportFormats: ['pdf'] } });
        await handle.result();
        const { taskId } = await handle.query<PresentationProgress>('progress');
        const history = await handle.fetchHistory();
        return overshootOf(history.events ?? [], jobOf(stack, taskId!));
      }),
    );
    const overshoot = spreadOf(seen.map((each) => each.overshootMs / each.intervalMs));
    const near25 = seen.filter(({ jobMs }) => jobMs > 20_000 && jobMs < 30_000);
    const facts = { pairs: seen.length, load: [before, loadavg()[0]!] as [number, number] };
    return [
      {
        ...facts,
        name: 'delay until a completed job is seen / poll interval',
        target: '≤ 0.6',
        unit: 's',
        ratio: overshoot,
        ours: spreadOf(seen.map((each) => each.overshootMs / 1000)),
        other: spreadOf(seen.map((each) => each.intervalMs / 1000)),
      },
      {
        ...facts,
        pairs: near25.length,
        name: 'polls of a job of 20 to 30 s / 7',
        target: '≤ 1',
        unit: 'polls',
        ratio: spreadOf(near25.map(({ polls }) => polls / 7)),
        ours: spreadOf(near25.map(({ polls }) => polls)),
        other: spreadOf(near25.map(() => 7)),
      },
    ];
  } finally {
    await stack.close();
  }
}

interface Job {
  startedAt: number;
  finishedAt: number;
}

/** When the job really ran, by the service's own rows. */
function jobOf({ settings }: LocalStack, taskId: number): Job {
  const db = openSqliteFile(join(settings.data.directory, 'service', 'service.db'), { readonly: true });
  try {
    return db
      .prepare('select created_at as startedAt, finished_at as finishedAt from content_jobs where task_id = ?')
      .get(taskId) as Job;
  } finally {
    db.close();
  }
}

function overshootOf(events: Events, { startedAt, finishedAt }: Job) {
  const at = ({ eventTime }: Events[number]) => Number(eventTime!.seconds) * 1000 + eventTime!.nanos! / 1e6;
  const checks = events.filter(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'checkContent',
  );
  const last = checks.at(-1)!;
  const before = checks.at(-2);
  const intervalMs = at(last) - (before === undefined ? startedAt : at(before));
  return { overshootMs: at(last) - finishedAt, intervalMs, polls: checks.length, jobMs: finishedAt - startedAt };
}
