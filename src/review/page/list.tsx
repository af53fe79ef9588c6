import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { DeckList, InboxView } from '../api';
import { ApiError, type ErrorCode, operatorCalls } from './calls';
import { Login } from './login';
import { ErrorBanner } from './messages';
import { PreferenceControls, usePreferences } from './preferences';
import { keep, recall } from './storage';
import type { Words } from './words-en';

/** The list is reloaded at this interval while it is visible. */
const REFRESH = 15_000;
const SEARCH_PAUSE = 250;
/** Where this browser keeps the reviewer whose inbox it shows. */
const REVIEWER = 'inbox-reviewer';

/** The label of a stage, or its name if a newer worker has added it. */
const stageLabel = ({ stages }: Words, stage: string) => (stages as Partial<Record<string, string>>)[stage] ?? stage;

/** Reads now, and again at an interval while the top of the page is visible. A change of `read` starts over. */
function useReloading(
  read: (signal: AbortSignal) => Promise<void>,
  { ready, delay, onError }: { ready: boolean; delay: number; onError: (error: unknown) => void },
): void {
  useEffect(() => {
    if (!ready) return;
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
  }, [read, ready, delay, onError]);
}

/** All decks, for operators. */
export function ListPage() {
  const { words } = usePreferences();
  const calls = useMemo(operatorCalls, []);
  const [list, setList] = useState<DeckList>();
  const [inbox, setInbox] = useState<InboxView>();
  const [failure, setFailure] = useState<ErrorCode>();
  const [loggedOut, setLoggedOut] = useState(false);
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState('');
  const [reviewer, setReviewer] = useState(() => recall(REVIEWER) ?? '');
  useEffect(() => {
    document.title = words.list.title;
  }, [words]);

  const onError = useCallback((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'login-needed') setLoggedOut(true);
    else setFailure(error.code);
  }, []);

  // An inbox link has its token in the fragment. It is used once and removed from the address.
  const [link, setLink] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (link === '') return;
    history.replaceState(null, '', location.pathname);
    calls.post('/api/login', { link }).then(
      () => setLink(''),
      (error: unknown) => {
        setLink('');
        onError(error);
      },
    );
  }, [link]);

  const load = useCallback(
    (cursor?: string, signal?: AbortSignal) => {
      const query = new URLSearchParams();
      if (search.trim() !== '') query.set('search', search.trim());
      if (stage !== '') query.set('stage', stage);
      if (cursor !== undefined) query.set('cursor', cursor);
      return calls.get<DeckList>(`/api/decks?${query}`, signal);
    },
    [calls, search, stage],
  );
  const ready = !loggedOut && link === '';
  useReloading(
    useCallback(
      (signal) =>
        load(undefined, signal).then((loaded) => {
          setFailure(undefined);
          setList(loaded);
        }),
      [load],
    ),
    { ready, delay: search === '' ? 0 : SEARCH_PAUSE, onError },
  );
  useReloading(
    useCallback(
      (signal) => {
        const query = new URLSearchParams({ reviewer });
        return calls.get<InboxView>(`/api/inbox?${query}`, signal).then(setInbox);
      },
      [calls, reviewer],
    ),
    { ready, delay: reviewer === '' ? 0 : SEARCH_PAUSE, onError },
  );

  const more = () =>
    load(list?.cursor).then((next) => {
      if (next !== undefined && list !== undefined) setList({ ...next, decks: [...list.decks, ...next.decks] });
    }, onError);
  const open = (workflowId: string) =>
    calls
      .post<{ address: string }>('/api/links', { workflowId })
      .then(({ address }) => location.assign(address), onError);
  const resolve = (workflowId: string, action: 'retry' | 'abandon') =>
    calls.post('/api/resolve', { workflowId, action }).then(() => {
      setInbox((before) =>
        before === undefined
          ? before
          : {
              items: before.items.filter((item) => item.workflowId !== workflowId),
              total: before.total - 1,
            },
      );
    }, onError);
  const logOut = () =>
    calls.post('/api/logout', {}).then(() => {
      setList(undefined);
      setLoggedOut(true);
    }, onError);

  if (loggedOut) {
    return (
      <Login
        onToken={async (token) => {
          await calls.post('/api/login', { token });
          setFailure(undefined);
          setLoggedOut(false);
        }}
      />
    );
  }
  return (
    <div class="page list-page">
      <header class="top">
        <h1>{words.list.title}</h1>
        <div class="list-tools">
          <PreferenceControls />
          <a href="/templates">{words.list.templates}</a>
          <button type="button" class="quiet" onClick={logOut}>
            {words.list.logout}
          </button>
        </div>
      </header>
      {failure !== undefined && <ErrorBanner code={failure} />}
      <main id="content">
        {inbox !== undefined && (
          <Inbox
            inbox={inbox}
            reviewer={reviewer}
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
          <fieldset class="chips">
            <legend class="unseen">{words.list.stage}</legend>
            {[{ stage: '', decks: undefined }, ...(list?.counts ?? [])].map(({ stage: name, decks }) => (
              <button
                type="button"
                key={name}
                class={name === stage ? 'chip chosen' : 'chip'}
                aria-pressed={name === stage}
                onClick={() => setStage(name)}
              >
                {name === '' ? words.list.all : stageLabel(words, name)}
                {decks !== undefined && <span class="count">{decks}</span>}
              </button>
            ))}
          </fieldset>
        </div>
        {list === undefined ? (
          <p class="hint">{words.loading}</p>
        ) : list.decks.length === 0 ? (
          <p class="hint">{words.list.none}</p>
        ) : (
          <Decks decks={list.decks} onOpen={open} />
        )}
        {list?.cursor !== undefined && (
          <button type="button" onClick={more}>
            {words.list.more}
          </button>
        )}
      </main>
    </div>
  );
}

/** The decks that wait for a person, the most urgent first, with what can be done about them here. */
function Inbox({
  inbox: { items, total },
  reviewer,
  onReviewer,
  onOpen,
  onResolve,
}: {
  inbox: InboxView;
  /** Whose approvals are listed; empty: everyone's. */
  reviewer: string;
  onReviewer: (name: string) => void;
  onOpen: (workflowId: string) => void;
  onResolve: (workflowId: string, action: 'retry' | 'abandon') => void;
}) {
  const { words, when, language } = usePreferences();
  const [abandoning, setAbandoning] = useState('');
  return (
    <section aria-label={words.list.inbox}>
      <h2>
        {words.list.inbox} <span class="count">{total}</span>
      </h2>
      <label class="field inbox-reviewer">
        <span>{words.list.reviewer}</span>
        <input
          type="search"
          placeholder={words.list.reviewerHelp}
          value={reviewer}
          onInput={({ currentTarget }) => onReviewer(currentTarget.value)}
        />
      </label>
      {items.length === 0 && <p class="hint">{words.list.inboxEmpty}</p>}
      <ul class="decks">
        {items.map(({ workflowId, title: given, uid, gate, attention, since, due }) => {
          const title = given.trim() || workflowId;
          return (
            <li key={workflowId} class={attention === undefined ? 'deck' : 'deck attention'}>
              <div class="deck-name">
                <h3>{title}</h3>
                <p class="hint">
                  {uid !== undefined && `${words.list.user} ${uid} · `}
                  <time dateTime={since} title={when(since)}>
                    {words.list.arrived(ageOf(since, language))}
                  </time>
                </p>
              </div>
              <p class="deck-stage">
                <span class={gate === undefined ? 'badge warning' : 'badge'}>
                  {gate === undefined ? `${words.list.parked}: ${attention}` : words.list.toReview[gate]}
                </span>
                {due !== undefined && <small>{words.list.deadline(when(due))}</small>}
              </p>
              <div class="deck-actions">
                {gate === undefined &&
                  (abandoning === workflowId ? (
                    <>
                      <button type="button" class="danger" onClick={() => onResolve(workflowId, 'abandon')}>
                        {words.list.abandonNow}
                      </button>
                      <button type="button" class="quiet" onClick={() => setAbandoning('')}>
                        {words.list.keep}
                      </button>
                    </>
                  ) : (
                    <>
                      <button
                        type="button"
                        aria-label={words.list.retryDeck(title)}
                        onClick={() => onResolve(workflowId, 'retry')}
                      >
                        {words.list.retry}
                      </button>
                      <button
                        type="button"
                        class="quiet"
                        aria-label={words.list.abandonDeck(title)}
                        onClick={() => setAbandoning(workflowId)}
                      >
                        {words.list.abandon}
                      </button>
                    </>
                  ))}
                <button
                  type="button"
                  aria-label={(gate === undefined ? words.list.viewDeck : words.list.reviewDeck)(title)}
                  onClick={() => onOpen(workflowId)}
                >
                  {gate === undefined ? words.list.view : words.list.review}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Decks({ decks, onOpen }: { decks: DeckList['decks']; onOpen: (workflowId: string) => void }) {
  const { words, when, language } = usePreferences();
  return (
    <ul class="decks all-decks">
      {decks.map(({ workflowId, title: given, uid, channel, stage, attention, reviewDue, startedAt }) => {
        // Decks that other programs start may have no title in their memo.
        const title = given.trim() || workflowId;
        return (
          <li key={workflowId} class={attention === undefined ? 'deck' : 'deck attention'}>
            <div class="deck-name">
              <h3>{title}</h3>
              <p class="hint">
                {uid !== undefined && `${words.list.user} ${uid} · `}
                {channel !== undefined && `${words.channel} ${channel} · `}
                <time dateTime={startedAt} title={when(startedAt)}>
                  {ageOf(startedAt, language)}
                </time>
              </p>
            </div>
            <p class="deck-stage">
              <span class={`badge stage-${stage}`}>{stageLabel(words, stage)}</span>
              {attention !== undefined && <span class="badge warning">{words.list.parked}</span>}
              {reviewDue !== undefined && <small>{words.list.deadline(when(reviewDue))}</small>}
            </p>
            <button type="button" aria-label={words.list.openDeck(title)} onClick={() => onOpen(workflowId)}>
              {words.list.open}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ageOf(iso: string, language: string): string {
  const age = Date.now() - Date.parse(iso);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, length] = units.find(([, time]) => age >= time) ?? ['second', 1000];
  return format.format(-Math.floor(age / length), unit);
}
