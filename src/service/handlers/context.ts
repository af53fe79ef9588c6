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
  // The spread must come last: first, it makes V8 use a dictionary-mode object, which is 20 times slower on every
  // request.
  const caller = { owner: ownerOf(authenticated), since, signal };
  if (authenticated.kind === 'integrator') {
    return { apiKey: authenticated.apiKey, caller, baseUrl, signal, ...services };
  }
  const { user } = authenticated;
  return { apiKey: user.apiKey, user, caller, baseUrl, signal, ...services };
}
