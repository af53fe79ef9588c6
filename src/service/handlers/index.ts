import type { CallName, DataOf, EndpointName, EndpointsWith, ReceivedRequest } from '../../contract';
import type { Fragment } from '../context/fragment';
import type { Answer, IntegratorContext, Json, UserContext } from './context';
import { credentials } from './credentials';
import { designs } from './designs';
import { exportEndpoints } from './exports';
import { generation } from './generation';
import { options } from './options';
import { outline } from './outline';
import { templates } from './templates';
import { usage } from './usage';

/** Signed calls come from an account, not from a user. */
type ContextOf<Name extends EndpointName> =
  Name extends EndpointsWith<{ auth: 'signature' }> ? IntegratorContext : UserContext;
type OutputOf<Name extends EndpointName> =
  | (Name extends CallName ? DataOf<Name> : AsyncIterable<Fragment>)
  | Answer<DataOf<Name>>
  | Json<DataOf<Name>>;

/** The function behind an endpoint: takes the typed request, returns data or a stream of fragments, throws refusals. */
export type Handler<Name extends EndpointName> = (
  request: ReceivedRequest<Name>,
  context: ContextOf<Name>,
) => Promise<OutputOf<Name>>;

/** Handlers of one group; a missing one fails to compile. */
export type Handlers<Names extends EndpointName> = { [Name in Names]: Handler<Name> };

/** Any handler, called after the contract has checked the request. */
export type AnyHandler = (request: unknown, context: IntegratorContext) => Promise<unknown>;

export const handlers = {
  ...credentials,
  ...generation,
  ...outline,
  ...options,
  ...templates,
  ...designs,
  ...exportEndpoints,
  ...usage,
} satisfies Handlers<EndpointName>;
