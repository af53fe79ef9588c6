import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DeckList, InboxView } from '../v1/schemas';
import type { Operator } from './operator';

/** The list is reloaded at this interval while it is visible. */
const REFRESH = 15_000;
const SEARCH_PAUSE = 250;

/** Logs in with an inbox link, whose token is in the fragment. It is used once and removed from the address. */
export function useInboxLink({ calls, onError }: Operator): boolean {
  const [link, setLink] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (link === '') return;
    history.replaceState(null, '', location.pathname + location.search);
    calls
      .post('/v1/login', { link })
      .catch(onError)
      .finally(() => setLink(''));
  }, [link]);
  return link === '';
}

/** The decks that match, kept up to date; `more` adds further ones. */
export function useDecks(
  { calls, onError, setFailure }: Operator,
  { search, stage, usable }: { search: string; stage: string; usable: boolean },
) {
  const [list, setList] = useState<DeckList & { of: string }>();
  const of = `${stage} ${search}`;
  const load = useCallback(
    (cursor?: string, signal?: AbortSignal) => {
      const query = new URLSearchParams();
      if (search !== '') query.set('search', search);
      if (stage !== '') query.set('stage', stage);
      if (cursor !== undefined) query.set('cursor', cursor);
      return calls.get<DeckList>(`/v1/decks?${query}`, signal);
    },
    [calls, search, stage],
  );
  const reload = useCallback(
    (signal: AbortSignal) =>
      load(undefined, signal).then((loaded) => {
        setFailure(undefined);
        setList(loaded && { ...loaded, of });
      }),
    [load],
  );
  useReloading(reload, { usable, delay: search === '' ? 0 : SEARCH_PAUSE, onError });
  const more = () =>
    load(list?.cursor).then((next) => {
      if (next !== undefined && list !== undefined) setList({ ...next, of, decks: [...list.decks, ...next.decks] });
    }, onError);
  return { list: list?.of === of ? list : undefined, counts: list?.counts, more };
}

/** The decks that wait for a person. */
export function useInbox({ calls, onError }: Operator, { reviewer, usable }: { reviewer: string; usable: boolean }) {
  const [inbox, setInbox] = useState<InboxView>();
  const reload = useCallback(
    (signal: AbortSignal) =>
      calls.get<InboxView>(`/v1/inbox?${new URLSearchParams({ reviewer })}`, signal).then(setInbox),
    [calls, reviewer],
  );
  useReloading(reload, { usable, delay: reviewer === '' ? 0 : SEARCH_PAUSE, onError });
  const remove = (workflowId: string) =>
    setInbox(
      (before) =>
        before && { items: before.items.filter((item) => item.workflowId !== workflowId), total: before.total - 1 },
    );
  return { inbox, remove };
}

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
