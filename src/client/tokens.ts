import { keepNewest, type StoredToken, type TokenStore, tokenKey } from './token-store';

export interface TokenUser {
  readonly uid: string;
  readonly channel: string;
}

/** When to renew a token: this fraction of its life before it expires, but at least this many milliseconds. */
export interface TokenMargin {
  /** 0 to 1. */
  part: number;
  leastMs: number;
}

interface TokenSourceOptions {
  origin: string;
  apiKey: string;
  store: TokenStore;
  margin: TokenMargin;
  /** Requests a token from the service; a failure goes to all callers that wait for this token. */
  grant: (user: TokenUser) => Promise<{ token: string; time_expire: number }>;
}

/** The tokens of all users of one client. */
export interface TokenSource {
  get(user: TokenUser): Promise<StoredToken>;
  /** After the service rejected a token: the one that has replaced it in the meantime, or a new one. */
  replace(user: TokenUser, refused: StoredToken): Promise<StoredToken>;
  /** Drops a token, so that the next call begins with a new one. */
  forget(user: TokenUser, refused: StoredToken): Promise<void>;
}

/** Without this minimum, an unusable validity (zero, negative, long past) would cause a grant for every call. */
const LEAST_USE_MS = 10_000;
const LONGEST_USE_MS = 365 * 86_400_000;
/** Smallest `time_expire` that is a point in time, in seconds and in milliseconds; a smaller one is a length. */
const EPOCH = { seconds: 1e9, milliseconds: 1e12 };
/** The use of a token whose expiry the service did not tell. It is replaced when it is refused, as any other. */
const UNKNOWN_USE_MS = 86_400_000;
/** A failed early renewal is retried after this pause, as long as the old token is valid. */
const RENEWAL_PAUSE_MS = 10_000;

/** Single flight per user: concurrent calls share one grant. */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { apiKey, origin, store } = options;
  const known = new Map<string, StoredToken>();
  const flights = new Map<string, Promise<StoredToken>>();
  const renewAfter = new Map<string, number>();

  const keyOf = (user: TokenUser) => tokenKey({ origin, apiKey, uid: user.uid, channel: user.channel });

  function inFlight(key: string, start: () => Promise<StoredToken>): Promise<StoredToken> {
    const running = flights.get(key);
    if (running) return running;
    const flight = start().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  async function grant(user: TokenUser, key: string): Promise<StoredToken> {
    const grantedAt = Date.now();
    const { token, time_expire } = await options.grant(user);
    const granted = { token, grantedAt, expiresAt: expiry(time_expire, grantedAt) };
    keepNewest(known, key, granted);
    renewAfter.delete(key);
    await store.set(key, granted).catch(() => undefined);
    return granted;
  }

  async function fromStoreOrGrant(user: TokenUser, key: string, refused?: StoredToken): Promise<StoredToken> {
    const stored = await store.get(key).catch(() => undefined);
    if (stored && stored.token !== refused?.token && stored.expiresAt > Date.now()) {
      keepNewest(known, key, stored);
      return stored;
    }
    if (stored && stored.token === refused?.token) await store.delete(key).catch(() => undefined);
    return grant(user, key);
  }

  /** Runs in the background and may fail, because the old token is still valid. */
  function renew(user: TokenUser, key: string): void {
    if (Date.now() < (renewAfter.get(key) ?? 0)) return;
    renewAfter.set(key, Date.now() + RENEWAL_PAUSE_MS);
    inFlight(key, () => grant(user, key)).catch(() => undefined);
  }

  return {
    async get(user) {
      const key = keyOf(user);
      let token = known.get(key);
      if (!token || token.expiresAt <= Date.now()) {
        token = await inFlight(key, () => fromStoreOrGrant(user, key));
      }
      if (Date.now() >= renewalDue(token, options.margin) && token.expiresAt > Date.now()) renew(user, key);
      return token;
    },
    async replace(user, refused) {
      const key = keyOf(user);
      const current = known.get(key);
      if (current && current.token !== refused.token && current.expiresAt > Date.now()) return current;
      known.delete(key);
      const token = await inFlight(key, () => fromStoreOrGrant(user, key, refused));
      // A grant that was already running may have returned the rejected token from the store.
      return token.token === refused.token ? inFlight(key, () => grant(user, key)) : token;
    },
    async forget(user, refused) {
      const key = keyOf(user);
      if (known.get(key)?.token === refused.token) known.delete(key);
      const stored = await store.get(key).catch(() => undefined);
      if (stored?.token === refused.token) await store.delete(key).catch(() => undefined);
    },
  };
}

/** When the renewal of a token starts. A token that lives less than twice the margin is used for half its life. */
function renewalDue({ grantedAt, expiresAt }: StoredToken, { part, leastMs }: TokenMargin): number {
  const life = expiresAt - grantedAt;
  return expiresAt - Math.min(Math.max(life * part, leastMs), life / 2);
}

/** Seconds from now (the form that public clients expect), or a point in time, which other services send. */
function expiry(timeExpire: number, grantedAt: number): number {
  const ends =
    timeExpire > EPOCH.milliseconds
      ? timeExpire
      : timeExpire > EPOCH.seconds
        ? timeExpire * 1000
        : grantedAt + timeExpire * 1000;
  if (timeExpire === 0) return grantedAt + UNKNOWN_USE_MS;
  return ends <= grantedAt ? grantedAt + LEAST_USE_MS : Math.min(ends, grantedAt + LONGEST_USE_MS);
}
