import { createHmac } from 'node:crypto';
import { LruCache } from '../base/io/lru-cache';
import type { Settings } from '../config';
import { shortId } from '../core/deck-id';
import { given } from '../core/given';
import { PRESENTATION } from '../core/messages';
import { LONGEST_NAME, nameKey } from '../core/reviewer-name';
import { PresentationAttention, PresentationStage } from '../core/search-attributes';
import { stages } from '../core/stages';
import { deckPage } from '../decks/deck-page';
import { namedCondition } from '../decks/deck-search';
import { listInbox } from '../decks/inbox';
import type { ListedDeck } from '../decks/listed-deck';
import type { TemporalConnection } from '../temporal';
import { needAttention } from '../temporal/saved-views';
import { HttpError } from './http-error';
import { shared } from './shared-read';
import type { DeckList, InboxView } from './v1/schemas';

const PAGE = 20;
const INBOX_ITEMS = 200;
/** Maximum number of inboxes to keep: of everyone, and of single reviewers. */
const MAX_INBOXES = 100;
/** Titles are not a search attribute, so a search scans up to `MAX_SCANNED` decks and returns where it stopped. */
const SCAN_PAGE = 200;
const MAX_SCANNED = 1_000;
const MAX_BY_NAME = 100;
const LIST_MS = 15_000;
/** All viewers share the counts and the inbox for this long, because each reads many decks. */
const SHARED_MS = 5_000;
const MAX_SEARCH_LENGTH = 200;

const ATTENTION = 'attention';
/** Not a stage: every deck that has not ended and is not parked. */
const RUNNING = 'running';
const EVERY_DECK = [`WorkflowType = '${PRESENTATION}'`, "ExecutionStatus != 'ContinuedAsNew'"];

type Deck = DeckList['decks'][number];

interface Page {
  decks: Deck[];
  /** Temporal's token for the next page. */
  next: string | undefined;
}

interface ListQuery {
  /** Part of a title, a user, or a prefix of an ID. */
  search?: string | undefined;
  /** One of the stages, `attention` or `running`. */
  stage?: string | undefined;
  cursor?: string | undefined;
}

/** All decks of the namespace, newest first, from Temporal's visibility store, which may lag behind a little. */
export class DeckLists {
  private readonly counted = new LruCache<Promise<DeckList['counts']>>({ weight: 1, ms: SHARED_MS });
  private readonly waiting = new LruCache<Promise<InboxView>>({ weight: MAX_INBOXES, ms: SHARED_MS });

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly settings: Settings,
    private readonly linkKey: string,
  ) {}

  async list({ search = '', stage, cursor }: ListQuery): Promise<DeckList> {
    const text = search.trim();
    if (text.length > MAX_SEARCH_LENGTH)
      throw new HttpError('invalid', `The search text must have at most ${MAX_SEARCH_LENGTH} characters.`);
    const conditions = [...EVERY_DECK, ...stageCondition(stage)];
    const from = cursor === undefined ? undefined : this.readCursor(cursor);
    const [{ decks, next }, counts] = await Promise.all([
      text === '' ? this.page(conditions, PAGE, from) : this.search(conditions, text, from),
      shared(this.counted, 'all', () => this.count()),
    ]);
    return { decks, counts, ...(next === undefined ? {} : { cursor: this.cursorOf(next) }) };
  }

  /** The decks that wait for a person, the most urgent first. @param reviewer only those that need this approval */
  inbox(reviewer = ''): Promise<InboxView> {
    const name = nameKey(reviewer);
    if (name.length > LONGEST_NAME)
      throw new HttpError('invalid', `The name must have at most ${LONGEST_NAME} characters.`);
    return shared(this.waiting, name, () => this.readInbox(name === '' ? {} : { reviewer: name }));
  }

  private async readInbox(filter: { reviewer?: string }): Promise<InboxView> {
    const { items, total } = await listInbox(this.temporal, { ...filter, limit: INBOX_ITEMS });
    return {
      items: items.map(({ runId: _, title = '', ...item }) => ({ id: shortId(item.workflowId), ...item, title })),
      total,
    };
  }

  private async search(conditions: string[], text: string, from: string | undefined): Promise<Page> {
    const wanted = text.toLowerCase();
    const named = from === undefined ? namedCondition(text) : undefined;
    const decks = named === undefined ? [] : (await this.page([...conditions, named], MAX_BY_NAME, undefined)).decks;
    const known = new Set(decks.map(({ workflowId }) => workflowId));
    let next = from;
    for (let scanned = 0; scanned < MAX_SCANNED && decks.length < PAGE; scanned += SCAN_PAGE) {
      const page = await this.page(conditions, SCAN_PAGE, next);
      const matches = ({ title, workflowId }: Deck) => `${title}\n${workflowId}`.toLowerCase().includes(wanted);
      decks.push(...page.decks.filter((deck) => matches(deck) && !known.has(deck.workflowId)));
      next = page.next;
      if (next === undefined) break;
    }
    return { decks, next };
  }

  private async page(conditions: string[], pageSize: number, from: string | undefined): Promise<Page> {
    const { connection } = this.temporal;
    const query = conditions.join(' AND ');
    const { decks, next } = await connection.withDeadline(Date.now() + LIST_MS, () =>
      deckPage(this.temporal, { query, pageSize, token: from }),
    );
    return { decks: decks.map(asListed), next };
  }

  /** Signed, because Temporal takes long to reject a page token that it did not create. */
  private cursorOf(token: string): string {
    return `${token}.${createHmac('sha256', this.linkKey).update(`deck-list.${token}`).digest('base64url')}`;
  }

  private readCursor(cursor: string): string {
    const token = cursor.split('.', 1)[0]!;
    if (this.cursorOf(token) === cursor) return token;
    throw new HttpError('invalid', 'This is not a cursor of this list.');
  }

  /** One query per stage, because the server cannot group counts by a custom search attribute. */
  private async count(): Promise<DeckList['counts']> {
    const { connection } = this.temporal;
    const { namespace } = this.settings.temporal;
    const counts = await connection.withDeadline(Date.now() + LIST_MS, () =>
      Promise.all(
        [...stages, ATTENTION].map(async (stage) => {
          const query = [...EVERY_DECK, ...stageCondition(stage)].join(' AND ');
          const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
          return { stage, decks: Number(count ?? 0) };
        }),
      ),
    );
    return counts.filter(({ decks }) => decks > 0);
  }
}

/** Only known stages are put into a query. */
function stageCondition(stage: string | undefined): string[] {
  if (stage === undefined || stage === '') return [];
  if (stage === ATTENTION) return [...needAttention];
  if (stage === RUNNING) return ["ExecutionStatus = 'Running'", `${PresentationAttention.name} IS NULL`];
  const known = stages.find((one) => one === stage);
  if (known === undefined) throw new HttpError('invalid', `Unknown stage. The stages are ${stages.join(', ')}.`);
  return [`${PresentationStage.name} = '${known}'`];
}

function asListed(deck: ListedDeck): Deck {
  const { workflowId, title, uid, channel, stage, status, openPrompts, attention, reviewDue, startedAt } = deck;
  return {
    id: shortId(workflowId),
    workflowId,
    title: title ?? '',
    ...given({ uid, channel }),
    stage: stage ?? '',
    status,
    ...given({ openPrompts, attention, reviewDue }),
    startedAt,
  };
}
