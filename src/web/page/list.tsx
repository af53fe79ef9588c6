import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeckList } from '../v1/schemas';
import { ApproveMany } from './approve-many';
import { Button } from './button';
import { deckPage, sessionCalls } from './calls';
import { DeckRow, titleOf } from './deck-row';
import { type InboxItem, InboxRow } from './inbox';
import { keepQueue } from './next-deck';
import { OperatorPage, useOperator } from './operator';
import { useWords } from './preferences';
import { keep, recall } from './storage';
import { useDecks, useInbox, useInboxLink } from './use-lists';
import type { Words } from './words-en';

export { show } from './shell';

/** Rows of the first page, and of each further one. */
const ROWS = 20;
/** Where this browser keeps the reviewer whose decks it shows. */
const REVIEWER = 'inbox-reviewer';

/** Each group, with the `stage` that the server lists it by. */
const groups = { waiting: '', parked: 'attention', running: 'running', delivered: 'delivered', all: '' } as const;
type Group = keyof typeof groups;
const groupNames = Object.keys(groups) as Group[];
const ended = ['delivered', 'rejected', 'cancelled', 'failed'];

/** The label of a stage, or its name if a newer worker has added it. */
const stageLabel = ({ stages }: Words, stage: string) => (stages as Partial<Record<string, string>>)[stage] ?? stage;

/** All decks: those that wait for a person first, then every other group, one at a time. */
export function View() {
  const words = useWords();
  const operator = useOperator();
  const { calls, onError } = operator;
  const [group, setGroup] = useState<Group>(() => groupNames.find((name) => name === recall('group')) ?? 'waiting');
  const [search, setSearch] = useState('');
  const [reviewer, setReviewer] = useState(() => recall(REVIEWER) ?? '');
  const usable = useInboxLink(operator) && !operator.loggedOut;
  const { list, counts, more } = useDecks(operator, { search: search.trim(), stage: groups[group], usable });
  const { inbox, remove } = useInbox(operator, { reviewer, usable });

  const open = (workflowId: string) => location.assign(deckPage(workflowId));
  const resolve = ({ workflowId, since }: InboxItem, action: 'retry' | 'abandon') =>
    calls
      .post(`${sessionCalls(workflowId).deck}/resolutions`, { action, since })
      .then(() => remove(workflowId), onError);
  const waiting = inbox?.items.filter(matching(search));
  return (
    <OperatorPage operator={operator} current="decks" title={words.list.title}>
      <div class="filters">
        <label>
          <span class="unseen">{words.list.search}</span>
          <input
            type="search"
            placeholder={words.list.searchHelp}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <label class={group === 'waiting' ? '' : 'hidden'}>
          <span class="unseen">{words.list.reviewer}</span>
          <input
            type="search"
            placeholder={words.list.reviewerHelp}
            value={reviewer}
            onInput={({ currentTarget }) => {
              keep(REVIEWER, currentTarget.value || undefined);
              setReviewer(currentTarget.value);
            }}
          />
        </label>
      </div>
      <Groups
        chosen={group}
        totals={totalsOf(counts, inbox?.total)}
        onChoice={(chosen) => {
          keep('group', chosen);
          setGroup(chosen);
        }}
      />
      {group === 'waiting' ? (
        <Waiting items={waiting} search={search} onOpen={open} onResolve={resolve} onDecided={remove} />
      ) : (
        <Rows key={group} rows={list?.decks} search={search} more={list?.cursor === undefined ? undefined : more}>
          {(deck) => <ListedRow key={deck.workflowId} deck={deck} onOpen={open} />}
        </Rows>
      )}
    </OperatorPage>
  );
}

const matching =
  (search: string) =>
  ({ title, uid = '', workflowId }: InboxItem): boolean =>
    `${title}\n${uid}\n${workflowId}`.toLowerCase().includes(search.trim().toLowerCase());

/** The number of decks in each group, as far as it is known. */
function totalsOf(counts: DeckList['counts'] | undefined, waiting: number | undefined): Partial<Record<Group, number>> {
  if (counts === undefined) return { waiting };
  const sum = (fits: (stage: string) => boolean) =>
    counts.reduce((total, { stage, decks }) => total + (fits(stage) ? decks : 0), 0);
  return {
    waiting,
    parked: sum((stage) => stage === 'attention'),
    running: sum((stage) => stage !== 'attention' && !ended.includes(stage)),
    delivered: sum((stage) => stage === 'delivered'),
    all: sum((stage) => stage !== 'attention'),
  };
}

function Groups(props: { chosen: Group; totals: Partial<Record<Group, number>>; onChoice: (group: Group) => void }) {
  const { chosen, totals, onChoice } = props;
  const { list } = useWords();
  return (
    <fieldset class="tabs groups">
      <legend class="unseen">{list.stage}</legend>
      {groupNames.map((group) => (
        <Button
          key={group}
          class={group === chosen ? 'tab chosen' : 'tab'}
          aria-pressed={group === chosen}
          onClick={() => onChoice(group)}
        >
          {list.groups[group]}
          <span class="count">{totals[group] ?? '–'}</span>
        </Button>
      ))}
    </fieldset>
  );
}

/** The decks that wait for a person, of which several can be approved at once. */
function Waiting(props: {
  items: readonly InboxItem[] | undefined;
  search: string;
  onOpen: (workflowId: string) => void;
  onResolve: (item: InboxItem, action: 'retry' | 'abandon') => void;
  onDecided: (workflowId: string) => void;
}) {
  const { items, search, onOpen, onDecided, ...handlers } = props;
  const { list } = useWords();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState(ROWS);
  const chosen = items?.filter(({ workflowId }) => selected.has(workflowId)) ?? [];
  const select = (workflowId: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(workflowId);
    else next.delete(workflowId);
    setSelected(next);
  };
  const openIn = (workflowId: string) => {
    const at = items?.findIndex((item) => item.workflowId === workflowId) ?? -1;
    keepQueue((items ?? []).slice(at + 1).map((item) => item.workflowId));
    onOpen(workflowId);
  };
  const hasMore = items !== undefined && items.length > shown;
  return (
    <>
      <Rows rows={items?.slice(0, shown)} search={search} more={hasMore ? () => setShown(shown + ROWS) : undefined}>
        {(item) => (
          <InboxRow
            key={item.workflowId}
            item={item}
            selected={selected.has(item.workflowId)}
            onSelect={(isSelected) => select(item.workflowId, isSelected)}
            onOpen={openIn}
            {...handlers}
          />
        )}
      </Rows>
      {chosen.length > 0 && (
        <div class="selection">
          <span>{list.selected(chosen.length)}</span>
          <Button class="quiet" onClick={() => setSelected(new Set())}>
            {list.selectNone}
          </Button>
          <Button class="primary" onClick={() => setAsking(true)}>
            {list.approve(chosen.length)}
          </Button>
        </div>
      )}
      {asking && (
        <ApproveMany
          items={chosen}
          onClose={(approved) => {
            setAsking(false);
            setSelected(new Set());
            for (const workflowId of approved) onDecided(workflowId);
          }}
        />
      )}
    </>
  );
}

/** The rows, or their places while they load, or why there are none. */
function Rows<Row>(props: {
  rows: readonly Row[] | undefined;
  search: string;
  more: (() => void) | undefined;
  children: (row: Row) => ComponentChildren;
}) {
  const { rows, search, more, children } = props;
  const words = useWords();
  if (rows?.length === 0) {
    return (
      <div class="empty">
        <p>{search.trim() === '' ? words.list.empty : words.list.none}</p>
        {search.trim() === '' && (
          <a class="button primary" href="/new">
            {words.app.new}
          </a>
        )}
      </div>
    );
  }
  return (
    <>
      <ul class="decks" aria-busy={rows === undefined}>
        {rows?.map(children) ??
          Array.from({ length: ROWS }, (_, at) => (
            <li class="deck" key={at}>
              <span class="skeleton deck-name" />
            </li>
          ))}
      </ul>
      {more !== undefined && (
        <p class="paging">
          <Button onClick={more}>{words.list.more}</Button>
        </p>
      )}
    </>
  );
}

function ListedRow({ deck, onOpen }: { deck: DeckList['decks'][number]; onOpen: (workflowId: string) => void }) {
  const words = useWords();
  const { workflowId, stage, openPrompts, attention } = deck;
  const tone = stage === 'delivered' ? 'good' : stage === 'failed' || stage === 'rejected' ? 'bad' : '';
  const badges = (
    <>
      <span class={`badge ${tone}`}>
        {openPrompts === undefined ? stageLabel(words, stage) : words.frame(openPrompts).title}
      </span>
      {attention !== undefined && <span class="badge warning">{words.list.parked}</span>}
    </>
  );
  return (
    <DeckRow deck={deck} since={deck.startedAt} state={badges} due={deck.reviewDue}>
      <Button onClick={() => onOpen(workflowId)}>
        {words.list.open}
        <span class="unseen"> {titleOf(deck)}</span>
      </Button>
    </DeckRow>
  );
}
