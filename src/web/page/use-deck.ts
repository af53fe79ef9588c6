import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DeckView } from '../v1/schemas';
import { ApiError, type Calls } from './calls';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;
/** How often the text of a deck that has ended is requested again: a busy worker may not send it the first time. */
const LAST_QUESTIONS = 5;

/** Errors of the link or the login itself, which retrying does not fix. */
const permanent = [
  ...['link-malformed', 'link-forged', 'link-expired', 'link-ended', 'login-needed'],
  ...['not-allowed', 'not-found'],
];

interface Following {
  deck?: DeckView;
  /** Why updates have stopped: for good when `permanent`, otherwise until a retry succeeds. */
  failure?: ApiError;
  permanent: boolean;
  refresh(): void;
}

/** The deck, kept up to date by server-sent events; by long polling where they do not arrive. */
export function useDeck(calls: Calls): Following {
  const [deck, setDeck] = useState<DeckView>();
  const [failure, setFailure] = useState<ApiError>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    follow(calls, abort.signal, setDeck, setFailure).catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    });
    return () => abort.abort();
  }, [calls, round]);
  const refresh = useCallback(() => setRound((count) => count + 1), []);
  return {
    deck,
    failure,
    permanent: failure !== undefined && permanent.includes(failure.code),
    refresh,
  };
}

async function follow(
  calls: Calls,
  abort: AbortSignal,
  onDeck: (deck: DeckView) => void,
  onFailure: (failure: ApiError | undefined) => void,
): Promise<void> {
  let version: string | undefined;
  let pause = FIRST_PAUSE;
  let streams = true;
  let questions = LAST_QUESTIONS;
  const arrived = (deck: DeckView) => {
    version = deck.version;
    onDeck(deck);
    if (deck.status === 'RUNNING') return false;
    questions -= 1;
    return deck.revisions.length > 0 || questions <= 0;
  };
  /** @returns whether the deck has ended */
  const followEvents = async ({ version: known }: DeckView): Promise<boolean> => {
    const openedAt = Date.now();
    let ended = false;
    streams = await calls
      .events(`${calls.deck}/events`, known, untilOnline(abort), (event, data) => {
        if (event === 'deck') ended = arrived(JSON.parse(data) as DeckView);
      })
      .catch((error: unknown) => !(error instanceof ApiError) || error.code === 'offline');
    // A server that has just restarted gets a moment first.
    if (!ended && Date.now() - openedAt < FIRST_PAUSE) await sleep(FIRST_PAUSE, abort);
    return ended;
  };
  while (!abort.aborted) {
    const sentAt = Date.now();
    try {
      const since = version === undefined || streams ? '' : `?since=${encodeURIComponent(version)}`;
      const deck = await calls.get<DeckView>(`${calls.deck}${since}`, abort);
      onFailure(undefined);
      pause = FIRST_PAUSE;
      if (deck !== undefined) {
        if (arrived(deck)) return;
        if (streams && (await followEvents(deck))) return;
      } else if (Date.now() - sentAt < FIRST_PAUSE) await sleep(FIRST_PAUSE, abort);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailure(error);
      if (permanent.includes(error.code)) return;
      await sleep(pause, abort);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }
}

/** Also ends when the network comes back, because a connection from before may be dead. */
function untilOnline(abort: AbortSignal): AbortSignal {
  const back = new AbortController();
  addEventListener('online', () => back.abort(), { once: true, signal: abort });
  return AbortSignal.any([abort, back.signal]);
}

/** Ends early when the network comes back. */
function sleep(time: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      abort.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, time);
    addEventListener('online', done);
    abort.addEventListener('abort', done);
  });
}
