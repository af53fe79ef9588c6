import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { DeckList } from '../api';
import { operatorCalls, Refused, type Trouble } from './calls.js';
import { TroubleBanner } from './notices.js';
import { PreferenceControls, usePreferences } from './preferences.js';
import type { Words } from './words-en.js';

/** While somebody looks, the list is asked for again this often. */
const REFRESH = 15_000;
const SEARCH_PAUSE = 250;

/** The word for a stage; its name where this page's release does not know it. */
const stageWord = ({ stages }: Words, stage: string) => (stages as Partial<Record<string, string>>)[stage] ?? stage;

/** The operators' list of all decks. */
export function ListPage() {
  const { words } = usePreferences();
  const calls = useMemo(operatorCalls, []);
  const [list, setList] = useState<DeckList>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [loggedOut, setLoggedOut] = useState(false);
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState('');
  useEffect(() => {
    document.title = words.list.title;
  }, [words]);

  const ask = useCallback(
    (cursor?: string, signal?: AbortSignal) => {
      const query = new URLSearchParams();
      if (search.trim() !== '') query.set('search', search.trim());
      if (stage !== '') query.set('stage', stage);
      if (cursor !== undefined) query.set('cursor', cursor);
      return calls.get<DeckList>(`/api/decks?${query}`, signal);
    },
    [calls, search, stage],
  );
  const refused = useCallback((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    if (error.error === 'login-needed') setLoggedOut(true);
    else setTrouble(error.error);
  }, []);

  useEffect(() => {
    if (loggedOut) return;
    const ending = new AbortController();
    const look = () =>
      ask(undefined, ending.signal).then(
        (answer) => {
          setTrouble(undefined);
          setList(answer);
        },
        (error: unknown) => {
          if (!ending.signal.aborted) refused(error);
        },
      );
    const first = setTimeout(look, search === '' ? 0 : SEARCH_PAUSE);
    const again = setInterval(() => {
      if (document.visibilityState === 'visible' && scrollY < innerHeight) void look();
    }, REFRESH);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      ending.abort();
    };
  }, [ask, loggedOut, refused, search]);

  const more = () =>
    ask(list?.cursor).then((next) => {
      if (next !== undefined && list !== undefined) setList({ ...next, decks: [...list.decks, ...next.decks] });
    }, refused);
  const open = (workflowId: string) =>
    calls
      .post<{ address: string }>('/api/links', { workflowId })
      .then(({ address }) => location.assign(address), refused);
  const logOut = () =>
    calls.post('/api/logout', {}).then(() => {
      setList(undefined);
      setLoggedOut(true);
    }, refused);

  if (loggedOut) {
    return (
      <Login
        onToken={async (token) => {
          await calls.post('/api/login', { token });
          setTrouble(undefined);
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
          <button type="button" class="quiet" onClick={logOut}>
            {words.list.logout}
          </button>
        </div>
      </header>
      {trouble !== undefined && <TroubleBanner trouble={trouble} />}
      <main id="content">
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
                {name === '' ? words.list.all : stageWord(words, name)}
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

function Decks({ decks, onOpen }: { decks: DeckList['decks']; onOpen: (workflowId: string) => void }) {
  const { words, when, language } = usePreferences();
  return (
    <ul class="decks">
      {decks.map(({ workflowId, title: given, uid, channel, stage, attention, reviewDue, startedAt }) => {
        // Programs may start decks without a title that the list could show.
        const title = given.trim() || workflowId;
        return (
          <li key={workflowId} class={attention === undefined ? 'deck' : 'deck attention'}>
            <div class="deck-name">
              <h2>{title}</h2>
              <p class="hint">
                {uid !== undefined && `${words.list.user} ${uid} · `}
                {channel !== undefined && `${words.channel} ${channel} · `}
                <time dateTime={startedAt} title={when(startedAt)}>
                  {ageOf(startedAt, language)}
                </time>
              </p>
            </div>
            <p class="deck-stage">
              <span class={`badge stage-${stage}`}>{stageWord(words, stage)}</span>
              {attention !== undefined && <span class="badge warning">{words.list.attention}</span>}
              {reviewDue !== undefined && <small>{words.list.due(when(reviewDue))}</small>}
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

/** The token goes to the server and nowhere else; the browser keeps the cookie, which no script reads. */
function Login({ onToken }: { onToken: (token: string) => Promise<void> }) {
  const { words } = usePreferences();
  const [trouble, setTrouble] = useState<Trouble>();
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get('token') ?? '').trim();
    setBusy(true);
    setTrouble(undefined);
    try {
      await onToken(token);
    } catch (error) {
      form.reset();
      setBusy(false);
      setTrouble(error instanceof Refused ? error.error : 'internal');
    }
  };
  return (
    <div class="alone">
      <header class="alone-bar">
        <PreferenceControls />
      </header>
      <main class="alone-card" id="content">
        <h1>{words.list.title}</h1>
        <p>{words.list.loginText}</p>
        <form onSubmit={onSubmit}>
          <label class="field">
            <span>{words.list.token}</span>
            <input type="password" name="token" required autoComplete="off" />
          </label>
          {trouble !== undefined && (
            <p class="problem" role="alert">
              <strong>{words.sentences[trouble]?.[0]}.</strong> {words.sentences[trouble]?.[1]}
            </p>
          )}
          <button type="submit" class="primary" disabled={busy}>
            {words.list.login}
          </button>
        </form>
      </main>
    </div>
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
