import type { Caller } from '../../base/threads/thread-pool';
import { type Caller as Authenticated, ownerOf } from '../context/caller';
import type { Services } from '../context/services';
import type { User } from '../store/users';

/** The context of a handler, in addition to its typed request. */
export interface IntegratorContext extends Services {
  /** The account that signed the request, or the account of the calling user. */
  apiKey: string;
  /** For work that is scheduled fairly between users. */
  caller: Caller;
  /** Base URL of the service as the caller sees it, without a trailing slash. */
  baseUrl: string;
  /** Aborted when the caller disconnects or the service stops. */
  signal: AbortSignal;
}

/** The context of a call with a token. */
export interface UserContext extends IntegratorContext {
  user: User;
}

/** Data that is already serialized; long texts are serialized by a thread. */
export class Json<Data> {
  /** Phantom type of the serialized data. */
  declare readonly data: Data;

  constructor(readonly text: string) {}
}

/** Data with a custom message. Handlers without a message return the data alone. */
export class Answer<Data> {
  constructor(
    readonly data: Data,
    readonly msg?: string,
  ) {}
}

export function createContext(
  services: Services,
  authenticated: Authenticated,
  baseUrl: string,
  signal: AbortSignal,
  /** Absent for calls that may take long. */
  since?: number,
): IntegratorContext | UserContext {
  const owner = ownerOf(authenticated);
  const user = authenticated.kind === 'user' ? authenticated.user : undefined;
  const context: Context = { ...emptyOf(services) };
  context.apiKey = user?.apiKey ?? (authenticated as { apiKey: string }).apiKey;
  context.caller = { owner, since, signal };
  context.baseUrl = baseUrl;
  context.signal = signal;
  if (user !== undefined) context.user = user;
  return context;
}

type Context = IntegratorContext & Partial<UserContext>;

/** V8 clones an object that has all fields at once; adding them to the services makes it a slow dictionary. */
const empty = new WeakMap<Services, Context>();

function emptyOf(services: Services): Context {
  let known = empty.get(services);
  if (known === undefined) {
    known = { ...services, apiKey: '', caller: { owner: '' }, baseUrl: '', signal: new AbortController().signal };
    empty.set(services, known);
  }
  return known;
}
