import type { z } from 'zod';

/** The sections of the specification; every layer has one file per group with the same name. */
export type Group =
  | 'credentials'
  | 'generation'
  | 'outline'
  | 'options'
  | 'templates'
  | 'designs'
  | 'exports'
  | 'usage';

/** The credentials of a call. `signature`: header set S of the specification, `token`: header set A. */
export type Auth = 'signature' | 'token';

/**
 * The effect of repeating a call:
 * - `read`: none; repeat freely.
 * - `idempotent-write`: the second call leaves the same state as the first.
 * - `create`: may create a second resource or cost a second time; repeat only if the first was certainly not applied.
 * - `generate`: generates text while it is read, and each call costs; the caller counts calls and decides.
 */
export type RetryClass = 'read' | 'idempotent-write' | 'create' | 'generate';

/** The encoding of the request's fields: in the query, URL-encoded, as multipart parts, or as one JSON object. */
export type Encoding = 'query' | 'form' | 'multipart' | 'json';

/** `either`: the specification lists a stream but shows an envelope; the client decides by content type. */
export type ResponseKind = 'envelope' | 'stream' | 'either';

/** What an endpoint states of itself. */
interface Stated<
  Request extends z.ZodObject,
  Data extends z.ZodType,
  Kind extends ResponseKind,
  As extends Auth,
  Retry extends RetryClass,
  Secret extends boolean,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  /** Default: token. */
  readonly auth?: As;
  /** Default: query for GET, form for POST. */
  readonly encoding?: Encoding;
  /** Input side: the wire; output side: typed values. */
  readonly request: Request;
  /** Default: envelope. */
  readonly responds?: Kind;
  /** `data` of the envelope as the service sends it; for a stream, the concatenated text of its fragments. */
  readonly data: Data;
  /** Fields of `data` that a client must have. Every other field may be missing, null or of another type. */
  readonly needs?: readonly string[];
  readonly retry: Retry;
  /** The response contains a credential, which must not leave the requesting process. */
  readonly secret?: Secret;
  readonly summary: string;
}

/**
 * One endpoint of the specification as data. Client encoding, server decoding, routes, the OpenAPI document, the
 * handler's context and the activity proxies are derived from it.
 */
export interface Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Kind extends ResponseKind = ResponseKind,
  As extends Auth = Auth,
  Retry extends RetryClass = RetryClass,
  Secret extends boolean = boolean,
> extends Stated<Request, Data, Kind, As, Retry, Secret> {
  readonly group: Group;
  readonly auth: As;
  readonly encoding: Encoding;
  readonly responds: Kind;
}

/** Completes the endpoints of a group, and keeps their literal types. */
export function endpointsOf(group: Group) {
  return <
    Request extends z.ZodObject,
    Data extends z.ZodType,
    const Retry extends RetryClass,
    const Kind extends ResponseKind = 'envelope',
    const As extends Auth = 'token',
    const Secret extends boolean = false,
  >(
    stated: Stated<Request, Data, Kind, As, Retry, Secret>,
  ): Endpoint<Request, Data, Kind, As, Retry, Secret> => ({
    group,
    auth: 'token' as As,
    encoding: stated.method === 'GET' ? 'query' : 'form',
    responds: 'envelope' as Kind,
    ...stated,
  });
}
