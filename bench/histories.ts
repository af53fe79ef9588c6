import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { openSqliteFile } from '../src/base/io/sqlite';
import type { PresentationProgress } from '../src/core/progress';
import { createDirectoryStore } from '../src/decks/documents/document-store';
import { documentDirectory } from '../src/decks/documents/paths';
import type { Events } from './no-op';
import { measurePairs, type Paired, pairsAskedFor, secondsOf, spreadOf, withLoad } from './pairs';
import { inReview, type LocalStack, review, runDeck, startDeck, startLocalStack } from './stack';
import { ASKED_ONCE } from './steps';

const HELD = { reminders: [], onDeadline: 'hold' };

export async function histories(): Promise<Paired[]> {
  return [await historyEvents(), await historyBytes()];
}

/**
 * Events of a deck from a title with one review, one file and one poll per job, over the least for what it did. Of the
 * same deck, so the figure has no noise: anything above 1 is a workflow task or a command too many.
 */
async function historyEvents(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: { ...ASKED_ONCE, review: HELD } });
  const name = 'events of a history / minimum for its activities, timers, updates and stages';
  try {
    return await withLoad({ name, target: '1.00, ≤ 80 events', unit: 'events' }, async () => {
      const counted = [];
      for (let deck = 0; deck < pairsAskedFor(); deck += 1) {
        const handle = await startDeck(stack, { title: `Deck ${deck}` });
        await inReview(handle);
        await review(handle, { revision: 1, decision: 'approve' });
        await handle.result();
        const { events } = await handle.fetchHistory();
        counted.push({ ours: events!.length, other: leastOf(events!) });
      }
      return counted;
    });
  } finally {
    await stack.close();
  }
}

/** Outline, review, content, export, the end: each shows in lists, and setting an attribute is one event. */
const LASTING_STAGES = 5;
/** The rules that the run goes by (docs/internals/decisions.md, 62): the marker, and the attribute by which the server lists it. */
const MARKER = 2;

function leastOf(events: Events): number {
  const of = (field: keyof Events[number]) => events.filter((event) => event[field] != null).length;
  return (
    5 +
    LASTING_STAGES +
    MARKER +
    6 * of('activityTaskScheduledEventAttributes') +
    5 * of('timerFiredEventAttributes') +
    2 * of('timerCanceledEventAttributes') +
    5 * of('workflowExecutionUpdateAcceptedEventAttributes') +
    4 * of('workflowExecutionSignaledEventAttributes')
  );
}

/** Bytes of a history with a text of 800 KB over one of 8 KB, each edited three times. */
async function historyBytes(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: { ...ASKED_ONCE, review: { reminders: [] } } });
  const documents = createDirectoryStore(documentDirectory(stack.settings), stack.settings.workflow.claimCheckAbove);
  const bytes = async (paragraph: number, points: number) => {
    const stored = async (edit: number) => {
      const lines = Array.from(
        { length: points },
        (_, at) => `#### Point ${at}\n\n${'word '.repeat(paragraph / 5)}\n\n`,
      );
      const head = `# Deck ${paragraph} edit ${edit}\n\n## One\n\n### Page\n\n`;
      const document = await documents.put(head + lines.join(''));
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

const EARLY = 10;
const LATE = 500;
/** Edits of one measurement, so that an edit stands out from the noise of the machine. */
const EDITS = 10;

/** The 500th edit of an outline over the 10th, as the reviewer waits for it. */
export async function lateEdits(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: { review: HELD } });
  const open = async () => {
    const handle = await startDeck(stack, { title: 'A deck' });
    await inReview(handle);
    return { handle, edits: 0 };
  };
  const edit = async (deck: Awaited<ReturnType<typeof open>>, times: number) => {
    const seconds = await secondsOf(async () => {
      for (let time = 0; time < times; time += 1, deck.edits += 1) {
        const outline = `# A deck\n\n## Part ${deck.edits}\n\n### Page\n\n#### Point\n`;
        // By the id of the workflow: the run changes when a long history is continued.
        await review(deck.handle, { revision: deck.edits + 1, decision: 'edit', outline });
      }
    });
    return (1000 * seconds) / times;
  };
  try {
    const old = await open();
    await edit(old, LATE - EDITS / 2);
    return await measurePairs(
      { name: `edit ${LATE} of a deck / edit ${EARLY} of another`, target: '≤ 1.1', unit: 'ms' },
      {
        ours: () => edit(old, EDITS),
        async other() {
          const young = await open();
          await edit(young, EARLY - EDITS / 2);
          const ms = await edit(young, EDITS);
          await young.handle.terminate();
          return ms;
        },
      },
      { pairs: 11 },
    );
  } finally {
    await stack.close();
  }
}

/** How long after its end a job is seen, over the interval of the polls; and the polls of a job of about 25 s. */
export async function pollOvershoot(): Promise<Paired[]> {
  const stack = await startLocalStack({ workflow: { review: { mode: 'off' } } }, { contentFragmentMs: 55 });
  try {
    let seen: Awaited<ReturnType<typeof overshootOf>>[] = [];
    const name = 'delay until a completed job is seen / poll interval';
    const overshoot = await withLoad({ name, target: '≤ 0.6', unit: 's' }, async () => {
      // Jobs of every length up to a minute: an outline with a number of points to be written out.
      seen = await Promise.all(Array.from({ length: 24 }, (_, index) => overshootOf(stack, 4 + 3 * index)));
      return seen.map(({ overshootMs, intervalMs }) => ({ ours: overshootMs / 1000, other: intervalMs / 1000 }));
    });
    const polls = seen.filter(({ jobMs }) => jobMs > 20_000 && jobMs < 30_000).map((each) => each.polls);
    const facts = { name: 'polls of a job of 20 to 30 s / 7', target: '≤ 1', unit: 'polls', pairs: polls.length };
    const spreads = { ours: spreadOf(polls), other: spreadOf([7]), ratio: spreadOf(polls.map((count) => count / 7)) };
    return [overshoot, { ...facts, ...spreads, load: overshoot.load }];
  } finally {
    await stack.close();
  }
}

async function overshootOf(stack: LocalStack, count: number) {
  const points = Array.from({ length: count }, (_, point) => `#### Point ${point}\n`);
  const markdown = `# Deck ${count}\n\n## One\n\n### Page\n\n${points.join('\n')}`;
  const { handle } = await runDeck(stack, { markdown, content: 'ticket', settings: { exportFormats: ['pdf'] } });
  const { startedAt, finishedAt } = await jobOf(stack, handle);
  const polls = ((await handle.fetchHistory()).events ?? [])
    .filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'checkContent')
    .map(({ eventTime }) => Number(eventTime!.seconds) * 1000 + eventTime!.nanos! / 1e6);
  const last = polls.at(-1)!;
  return {
    ...{ overshootMs: last - finishedAt, intervalMs: last - (polls.at(-2) ?? startedAt) },
    ...{ polls: polls.length, jobMs: finishedAt - startedAt },
  };
}

/** When the job really ran, by the service's own rows. */
async function jobOf({ settings }: LocalStack, handle: WorkflowHandle) {
  const { taskId } = await handle.query<PresentationProgress>('progress');
  const db = openSqliteFile(join(settings.data.directory, 'service', 'service.db'), { readOnly: true });
  try {
    const query = 'select created_at as startedAt, finished_at as finishedAt from content_jobs where task_id = ?';
    return db.prepare(query).get(taskId!) as { startedAt: number; finishedAt: number };
  } finally {
    db.close();
  }
}
