import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultPayloadConverter } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { PRESENTATION } from '../src/core/messages';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationSource,
  PresentationStage,
  PresentationUid,
  PresentationWaitingSince,
} from '../src/core/search-attributes';
import { openSqliteFile } from '../src/io/sqlite';
import type { TemporalConnection } from '../src/temporal';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const USERS = 100;
const ATTENTIONS = ['ServiceUnreachable', 'QuotaExhausted', 'OutcomeUnknown'];
const TEMPLATE = `${PRESENTATION}/template/row`;

/** Temporal's numbers of statuses. */
const STATUS = { running: 1, completed: 2, failed: 3, canceled: 4 };

/** Values by which the columns of the attributes are found, which the server chooses. */
const marks = [
  { key: PresentationUid, value: 'mark-uid' },
  { key: PresentationStage, value: 'mark-stage' },
  { key: PresentationSource, value: 'mark-source' },
  { key: PresentationAttention, value: 'mark-attention' },
  { key: PresentationReviewDue, value: new Date('2031-01-01T00:00:00Z') },
  { key: PresentationWaitingSince, value: new Date('2032-01-01T00:00:00Z') },
] as const;

interface Deck {
  id: string;
  title: string;
  status: number;
  started: number;
  closed?: number;
  attributes: Partial<Record<string, string | Date>>;
}

/** Starts the deck whose row in the visibility store is the pattern of all others, and waits until it is listed as ended. */
export async function startPattern({ client }: TemporalConnection, taskQueue: string): Promise<void> {
  const typedSearchAttributes = [...marks];
  await client.workflow.start(PRESENTATION, { taskQueue, workflowId: TEMPLATE, args: [{}], typedSearchAttributes });
  const listed = `WorkflowId = '${TEMPLATE}' AND ExecutionStatus = 'Terminated'`;
  await client.workflow.getHandle(TEMPLATE).terminate();
  while ((await client.workflow.count(listed)).count === 0) await delay(50);
}

/**
 * Writes open and closed decks into the visibility store of a stopped embedded server, as the server would, in seconds
 * instead of an hour. Only lists and counts know them: they have no history.
 */
export function writeDecks(file: string, { open, closed }: { open: number; closed: number }): void {
  const db = openSqliteFile(file);
  try {
    const pattern = db.prepare('SELECT * FROM executions_visibility WHERE workflow_id = ?').get(TEMPLATE) as Pattern;
    const names = namesOf(JSON.parse(pattern.search_attributes));
    const insert = db.prepare(
      `INSERT INTO executions_visibility (namespace_id, run_id, _version, start_time, execution_time, workflow_id,
        workflow_type_name, status, close_time, history_length, history_size_bytes, execution_duration,
        state_transition_count, memo, encoding, task_queue, search_attributes, root_workflow_id, root_run_id)
       VALUES (@namespace, @run, 1, @start, @start, @id, '${PRESENTATION}', @status, @close, @length, @bytes, @duration,
        @transitions, @memo, @encoding, @queue, @attributes, @id, @run)`,
    );
    const write = (deck: Deck) => {
      const ended = deck.closed === undefined ? undefined : deck.closed - deck.started;
      insert.run({
        namespace: pattern.namespace_id,
        run: randomUUID(),
        start: rowTime(deck.started),
        id: deck.id,
        status: deck.status,
        close: deck.closed === undefined ? null : rowTime(deck.closed),
        length: ended === undefined ? null : 99,
        bytes: ended === undefined ? null : 19_800,
        duration: ended === undefined ? null : ended * 1_000_000,
        transitions: ended === undefined ? null : 58,
        memo: memoOf(deck.title),
        encoding: pattern.encoding,
        queue: pattern.task_queue,
        attributes: JSON.stringify(
          Object.fromEntries(Object.entries(deck.attributes).map(([name, value]) => [names.get(name)!, value])),
        ),
      });
    };
    db.transaction(() => {
      db.prepare('DELETE FROM executions_visibility WHERE workflow_id = ?').run(TEMPLATE);
      for (let at = 0; at < closed; at += 1) write(closedDeck(at, closed));
      for (let at = 0; at < open; at += 1) write(openDeck(at, open));
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

interface Pattern {
  namespace_id: string;
  search_attributes: string;
  encoding: string;
  task_queue: string;
}

/** Attribute names to the names of their columns. */
function namesOf(stored: Record<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const { key, value } of marks) {
    const fits = (text: string) =>
      value instanceof Date ? new Date(text).getTime() === value.getTime() : text === value;
    const [column] = Object.entries(stored).find(([, text]) => fits(text))!;
    found.set(key.name, column);
  }
  return found;
}

/** Of ten closed decks, eight were delivered, one was rejected, one failed or was cancelled, all within a week. */
function closedDeck(at: number, count: number): Deck {
  const started = Date.now() - HOUR_MS - (at / count) * WEEK_MS;
  const [stage, status] =
    at % 10 < 8
      ? ['delivered', STATUS.completed]
      : at % 10 === 8
        ? ['rejected', STATUS.completed]
        : at % 20 === 9
          ? ['failed', STATUS.failed]
          : ['cancelled', STATUS.canceled];
  return deck(`closed-${at}`, at, {
    status: status as number,
    started,
    closed: started + HOUR_MS / 2,
    attributes: { [PresentationStage.name]: stage as string },
  });
}

/** Of 20 open decks, one is parked and one waits for its content, the others for the outline, half with a deadline. */
function openDeck(at: number, count: number): Deck {
  const started = Date.now() - (at / count) * WEEK_MS;
  return deck(`open-${at}`, at, {
    status: STATUS.running,
    started,
    attributes: {
      [PresentationStage.name]: at % 20 === 1 ? 'contentReview' : at % 20 === 3 ? 'export' : 'review',
      [PresentationWaitingSince.name]: new Date(started + 5_000),
      ...(at % 20 === 3 ? { [PresentationAttention.name]: ATTENTIONS[at % ATTENTIONS.length]! } : {}),
      ...(at % 2 === 0 ? { [PresentationReviewDue.name]: new Date(started + WEEK_MS) } : {}),
    },
  });
}

function deck(request: string, at: number, { attributes, ...rest }: Omit<Deck, 'id' | 'title'>): Deck {
  const uid = `u${at % USERS}`;
  return {
    id: `${PRESENTATION}/${uid}/${request}`,
    title: `Deck ${request}`,
    ...rest,
    attributes: { [PresentationUid.name]: uid, [PresentationSource.name]: 'title', ...attributes },
  };
}

/** As the server writes a time into a row. */
function rowTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00:00');
}

function memoOf(title: string): Buffer {
  const fields = { title: defaultPayloadConverter.toPayload(title)! };
  return Buffer.from(temporal.api.common.v1.Memo.encode({ fields }).finish());
}
