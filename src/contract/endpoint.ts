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
> {
  readonly group: Group;
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly auth: As;
  readonly encoding: Encoding;
  /** Input side: the wire; output side: typed values. */
  readonly request: Request;
  readonly responds: Kind;
  /** `data` of the envelope as the service sends it; for a stream, the concatenated text of its fragments. */
  readonly data: Data;
  /** Fields of `data` that a client must have. Every other field may be missing, null or of another type. */
  readonly needs?: readonly string[];
  readonly retry: Retry;
  /** The response contains a credential, which must not leave the requesting process. */
  readonly secret?: Secret;
  readonly summary: string;
}

/** Checks the shape of an endpoint but keeps its literal types. */
export function endpoint<
  Request extends z.ZodObject,
  Data extends z.ZodType,
  const Kind extends ResponseKind,
  const As extends Auth,
  const Retry extends RetryClass,
  const Secret extends boolean = false,
>(definition: Endpoint<Request, Data, Kind, As, Retry, Secret>): Endpoint<Request, Data, Kind, As, Retry, Secret> {
  return definition;
}
