import type { z } from 'zod';

/** The specification's own sections; every layer has one file per group under the same name. */
export type Group =
  | 'credentials'
  | 'generation'
  | 'outline'
  | 'options'
  | 'templates'
  | 'designs'
  | 'exports'
  | 'usage';

/** Whose credentials a call carries. `signature`: header set S of the specification, `token`: header set A. */
export type Auth = 'signature' | 'token';

/**
 * What a repetition of a call does to the user:
 * - `read`: nothing; repeat freely.
 * - `idempotent-write`: the second call leaves what the first left.
 * - `create`: may make a second thing or cost a second time; repeat only when the first was surely not applied.
 * - `generate`: a text is generated while it is read, and each call costs; the caller counts and decides.
 */
export type RetryClass = 'read' | 'idempotent-write' | 'create' | 'generate';

/** How the request's fields travel: in the query, url-encoded, as multipart parts, or as one JSON object. */
export type Encoding = 'query' | 'form' | 'multipart' | 'json';

/** `either`: the specification lists a stream but shows an envelope; the reader decides by content type. */
export type ResponseKind = 'envelope' | 'stream' | 'either';

/**
 * One line of the specification as data. Client encoding, server decoding, routes, the OpenAPI document, the handler's
 * context and the proxies that offer the activity all come from it.
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
  /** `data` of the envelope; for a stream, the text that its fragments make up. */
  readonly data: Data;
  readonly retry: Retry;
  /** The answer holds a credential: it must not leave the process that asked. */
  readonly secret?: Secret;
  readonly summary: string;
}

/** Keeps the literal types of one endpoint while checking its shape. */
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
