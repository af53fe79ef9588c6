import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DeckView } from '../api';
import { type Calls, Refused } from './calls';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/** Troubles of the link itself: asking again does not help. */
const lasting = ['link-missing', 'link-malformed', 'link-forged', 'link-expired', 'not-allowed', 'not-found'];

export interface Following {
  deck?: DeckView;
  /** Why nothing more is heard, for now or, where `lasting`, for good. */
  trouble?: Refused;
  lasting: boolean;
  refresh(): void;
}

/** The deck as it is now, and as it will be: asks again with the version that it has, which the server answers when it changed. */
export function useDeck(calls: Calls): Following {
  const [deck, setDeck] = useState<DeckView>();
  const [trouble, setTrouble] = useState<Refused>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    follow(calls, ending.signal, setDeck, setTrouble).catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
    return () => ending.abort();
  }, [calls, round]);
  const refresh = useCallback(() => setRound((count) => count + 1), []);
  return {
    ...(deck === undefined ? {} : { deck }),
    ...(trouble === undefined ? {} : { trouble }),
    lasting: trouble !== undefined && lasting.includes(trouble.error),
    refresh,
  };
}

async function follow(
  calls: Calls,
  ending: AbortSignal,
  onDeck: (deck: DeckView) => void,
  onTrouble: (trouble: Refused | undefined) => void,
): Promise<void> {
  let version: string | undefined;
  let pause = FIRST_PAUSE;
  while (!ending.aborted) {
    const asked = Date.now();
    try {
      const since = version === undefined ? '' : `?since=${encodeURIComponent(version)}`;
      const deck = await calls.get<DeckView>(`/api/deck${since}`, ending);
      onTrouble(undefined);
      pause = FIRST_PAUSE;
      if (deck !== undefined) {
        version = deck.version;
        onDeck(deck);
        if (deck.status !== 'RUNNING') return;
      } else if (Date.now() - asked < FIRST_PAUSE) await sleep(FIRST_PAUSE, ending);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      onTrouble(error);
      if (lasting.includes(error.error)) return;
      await sleep(pause, ending);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }
}

/** Shorter when the network comes back. */
function sleep(time: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      ending.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, time);
    addEventListener('online', done);
    ending.addEventListener('abort', done);
  });
}
