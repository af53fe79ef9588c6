import type { Caller } from '../../threads/thread-pool';
import { type Caller as Authenticated, ownerOf } from '../context/caller';
import type { Services } from '../context/services';
import type { User } from '../store/users';

/** What a handler gets beside its typed request. */
export interface IntegratorContext extends Services {
  /** The integrator that signed, or whose user calls. */
  apiKey: string;
  /** For work that is done in turns between users. */
  caller: Caller;
  /** Address of the service as the caller sees it, without a slash at its end. */
  baseUrl: string;
  /** Aborted when the caller has gone or the service stops. */
  signal: AbortSignal;
}

/** The same for a call with a token. */
export interface UserContext extends IntegratorContext {
  user: User;
}

/** Data that is written already: of a long text, by a thread. */
export class Json<Data> {
  /** Only for the compiler: whose data it is. */
  declare readonly data: Data;

  constructor(readonly text: string) {}
}

/** Data with a message of its own; handlers that need none answer with the data alone. */
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
): IntegratorContext | UserContext {
  // The spread last: first, it would make V8 keep the object as a dictionary, twenty times as dear on every request.
  const caller = { owner: ownerOf(authenticated), signal };
  if (authenticated.kind === 'integrator') {
    return { apiKey: authenticated.apiKey, caller, baseUrl, signal, ...services };
  }
  const { user } = authenticated;
  return { apiKey: user.apiKey, user, caller, baseUrl, signal, ...services };
}
