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

/**
 * What a repetition of a call does to the user:
 * - `read`: nothing; repeat freely.
 * - `create`: may make a second thing or cost a second time; repeat only when the first was surely not applied.
 * - `idempotent-write`: the second call leaves what the first left.
 */
export type RetryClass = 'read' | 'create' | 'idempotent-write';

/** How the request's fields travel: in the query, url-encoded, as multipart parts, or as one JSON object. */
export type Encoding = 'query' | 'form' | 'multipart' | 'json';

/** `either`: the specification lists a stream but shows an envelope; the reader decides by content type. */
export type ResponseKind = 'envelope' | 'stream' | 'either';

/**
 * One line of the specification as data. Client encoding, server decoding, routes, the OpenAPI document and the
 * retry class of the activity all come from it.
 */
export interface Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Kind extends ResponseKind = ResponseKind,
> {
  readonly group: Group;
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  /** `signature`: header set S, `token`: header set A of the specification. */
  readonly auth: 'signature' | 'token';
  readonly encoding: Encoding;
  /** Input side: the wire; output side: typed values. */
  readonly request: Request;
  readonly responds: Kind;
  /** `data` of the envelope; for a stream, the text that its fragments make up. */
  readonly data: Data;
  readonly retry: RetryClass;
  /** The answer holds a credential: it must not leave the process that asked. */
  readonly secret?: true;
  readonly summary: string;
}

/** Keeps the literal types of one endpoint while checking its shape. */
export function endpoint<Request extends z.ZodObject, Data extends z.ZodType, const Kind extends ResponseKind>(
  definition: Endpoint<Request, Data, Kind>,
): Endpoint<Request, Data, Kind> {
  return definition;
}
