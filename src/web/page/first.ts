/**
 * The requests of a deck's page that begin before its scripts are loaded: for the deck and its text. Each is the answer to
 * the first call for its path.
 */
const begun = new Map<string, Promise<Response>>();

type Base = Pick<RequestInit, 'credentials'> & { headers: Record<string, string> };

/** How to reach a deck: by a link, whose cookies are omitted so that it alone grants access. */
export const byLink = (link: string): Base => ({
  headers: { authorization: `Bearer ${link}` },
  credentials: 'omit',
});

/** By a login: an HttpOnly cookie, plus a header that other sites cannot send. */
export const bySession: Base = { headers: { 'x-deck': '1' }, credentials: 'same-origin' };

/** The link is in the URL fragment, which browsers do not send to servers. */
export const linkInAddress = () => location.hash.slice(1);
export const deckInAddress = () => new URLSearchParams(location.search).get('deck') ?? '';

/** Either of `u1/tea` or the workflow ID `presentation/u1/tea`. */
export const pathOf = (deck: string) => `/v1/decks/${deck.split('/').slice(-2).map(encodeURIComponent).join('/')}`;

/** The deck of a link, whose content is readable. The server says what is wrong with one that is not. */
export function deckOf(link: string): string {
  try {
    const payload = atob(link.split('.', 1)[0]!.replaceAll('-', '+').replaceAll('_', '/'));
    const fields = JSON.parse(new TextDecoder().decode(Uint8Array.from(payload, (byte) => byte.charCodeAt(0))));
    return String(fields.d);
  } catch {
    return '-/-';
  }
}

export async function beginFirst(): Promise<void> {
  const link = linkInAddress();
  const deck = link === '' ? deckInAddress() : deckOf(link);
  if (deck === '') return;
  const begin = (path: string) => {
    const response = fetchOwn(path, link === '' ? bySession : byLink(link));
    begun.set(path, response);
    return response;
  };
  try {
    const { revision } = await (await begin(pathOf(deck))).clone().json();
    if (revision !== undefined) await begin(`${pathOf(deck)}/revisions/${revision}`);
  } catch {
    // The call that takes the response says what failed.
  }
}

export const fetchOwn = (path: string, init: RequestInit) =>
  fetch(path, { cache: 'no-store', redirect: 'error', ...init });

export function takeFirst(path: string): Promise<Response> | undefined {
  const response = begun.get(path);
  begun.delete(path);
  return response;
}
