import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DeckList, InboxView } from '../api';
import { Button } from './button';
import { DeckRow, titleOf } from './deck-row';
import { Inbox } from './inbox';
import { type Operator, OperatorPage, useOperator } from './operator';
import { useWords } from './preferences';
import { keep, recall } from './storage';
import type { Words } from './words-en';

/** The list is reloaded at this interval while it is visible. */
const REFRESH = 15_000;
const SEARCH_PAUSE = 250;
/** Where this browser keeps the reviewer whose inbox it shows. */
const REVIEWER = 'inbox-reviewer';

/** The label of a stage, or its name if a newer worker has added it. */
const stageLabel = ({ stages }: Words, stage: string) => (stages as Partial<Record<string, string>>)[stage] ?? stage;

/** All decks, for operators. */
export function View() {
  const words = useWords();
  const operator = useOperator();
  const { calls, onError } = operator;
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState('');
  const [reviewer, setReviewer] = useState(() => recall(REVIEWER) ?? '');
  const usable = useInboxLink(operator) && !operator.loggedOut;
  const { list, more } = useDecks(operator, { search: search.trim(), stage, usable });
  const [inbox, setInbox] = useInbox(operator, { reviewer, usable });
  useEffect(() => {
    document.title = words.list.title;
  }, [words]);

  const open = (workflowId: string) =>
    calls
      .post<{ address: string }>('/api/links', { workflowId })
      .then(({ address }) => location.assign(address), onError);
  const resolve = ({ workflowId, since }: InboxView['items'][number], action: 'retry' | 'abandon') =>
    calls
      .post('/api/resolve', { workflowId, action, since })
      .then(() => setInbox((before) => without(before, workflowId)), onError);
  return (
    <OperatorPage operator={operator} current="decks" title={words.list.title}>
      {inbox !== undefined && (
        <Inbox
          {...{ inbox, reviewer }}
          onReviewer={(name) => {
            keep(REVIEWER, name || undefined);
            setReviewer(name);
          }}
          onOpen={open}
          onResolve={resolve}
        />
      )}
      <h2>{words.list.allDecks}</h2>
      <div class="filters">
        <label class="field">
          <span>{words.list.search}</span>
          <input
            type="search"
            placeholder={words.list.searchHelp}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <StageChips counts={list?.counts ?? []} chosen={stage} onChoice={setStage} />
      </div>
      {list === undefined && <p class="hint">{words.loading}</p>}
      {list?.decks.length === 0 && <p class="hint">{words.list.none}</p>}
      {list !== undefined && list.decks.length > 0 && <Decks decks={list.decks} onOpen={open} />}
      {list?.cursor !== undefined && <Button onClick={more}>{words.list.more}</Button>}
    </OperatorPage>
  );
}

function StageChips({
  counts,
  chosen,
  onChoice,
}: {
  counts: DeckList['counts'];
  chosen: string;
  onChoice: (stage: string) => void;
}) {
  const words = useWords();
  return (
    <fieldset class="flow chips">
      <legend class="unseen">{words.list.stage}</legend>
      {[{ stage: '', decks: undefined }, ...counts].map(({ stage, decks }) => (
        <Button
          key={stage}
          class={stage === chosen ? 'chip chosen' : 'chip'}
          aria-pressed={stage === chosen}
          onClick={() => onChoice(stage)}
        >
          {stage === '' ? words.list.all : stageLabel(words, stage)}
          {decks !== undefined && <span class="count">{decks}</span>}
        </Button>
      ))}
    </fieldset>
  );
}

function Decks({ decks, onOpen }: { decks: DeckList['decks']; onOpen: (workflowId: string) => void }) {
  const words = useWords();
  return (
    <ul class="decks all-decks">
      {decks.map((deck) => {
        const { workflowId, stage, openPrompts, attention } = deck;
        const badges = (
          <>
            <span class={`badge stage-${stage}`}>
              {openPrompts === undefined ? stageLabel(words, stage) : words.frame(openPrompts).title}
            </span>
            {attention !== undefined && <span class="badge warning">{words.list.parked}</span>}
          </>
        );
        return (
          <DeckRow key={workflowId} deck={deck} since={deck.startedAt} state={badges} due={deck.reviewDue}>
            <Button aria-label={words.list.openDeck(titleOf(deck))} onClick={() => onOpen(workflowId)}>
              {words.list.open}
            </Button>
          </DeckRow>
        );
      })}
    </ul>
  );
}

/** Logs in with an inbox link, whose token is in the fragment. It is used once and removed from the address. */
function useInboxLink({ calls, onError }: Operator): boolean {
  const [link, setLink] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (link === '') return;
    history.replaceState(null, '', location.pathname);
    calls
      .post('/api/login', { link })
      .catch(onError)
      .finally(() => setLink(''));
  }, [link]);
  return link === '';
}

/** The decks that match, kept up to date; `more` adds further ones. */
function useDecks(
  { calls, onError, setFailure }: Operator,
  { search, stage, usable }: { search: string; stage: string; usable: boolean },
) {
  const [list, setList] = useState<DeckList>();
  const load = useCallback(
    (cursor?: string, signal?: AbortSignal) => {
      const query = new URLSearchParams();
      if (search !== '') query.set('search', search);
      if (stage !== '') query.set('stage', stage);
      if (cursor !== undefined) query.set('cursor', cursor);
      return calls.get<DeckList>(`/api/decks?${query}`, signal);
    },
    [calls, search, stage],
  );
  const reload = useCallback(
    (signal: AbortSignal) =>
      load(undefined, signal).then((loaded) => {
        setFailure(undefined);
        setList(loaded);
      }),
    [load],
  );
  useReloading(reload, { usable, delay: search === '' ? 0 : SEARCH_PAUSE, onError });
  const more = () =>
    load(list?.cursor).then((next) => {
      if (next !== undefined && list !== undefined) setList({ ...next, decks: [...list.decks, ...next.decks] });
    }, onError);
  return { list, more };
}

function useInbox({ calls, onError }: Operator, { reviewer, usable }: { reviewer: string; usable: boolean }) {
  const state = useState<InboxView>();
  const [, setInbox] = state;
  const reload = useCallback(
    (signal: AbortSignal) =>
      calls.get<InboxView>(`/api/inbox?${new URLSearchParams({ reviewer })}`, signal).then(setInbox),
    [calls, reviewer],
  );
  useReloading(reload, { usable, delay: reviewer === '' ? 0 : SEARCH_PAUSE, onError });
  return state;
}

const without = (inbox: InboxView | undefined, workflowId: string): InboxView | undefined =>
  inbox && { items: inbox.items.filter((item) => item.workflowId !== workflowId), total: inbox.total - 1 };

/** Reads now, and again at an interval while the top of the page is visible. A change of `read` starts over. */
function useReloading(
  read: (signal: AbortSignal) => Promise<void>,
  { usable, delay, onError }: { usable: boolean; delay: number; onError: (error: unknown) => void },
): void {
  useEffect(() => {
    if (!usable) return;
    const abort = new AbortController();
    const reload = () =>
      read(abort.signal).catch((error: unknown) => {
        if (!abort.signal.aborted) onError(error);
      });
    const first = setTimeout(reload, delay);
    const interval = setInterval(() => {
      if (document.visibilityState === 'visible' && scrollY < innerHeight) void reload();
    }, REFRESH);
    return () => {
      clearTimeout(first);
      clearInterval(interval);
      abort.abort();
    };
  }, [read, usable, delay, onError]);
}
