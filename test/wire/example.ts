import type { DataOf, EndpointName, RequestOf } from '../../src/contract/index';

/**
 * One call and its answer, byte for byte, typed by hand from the specification and never generated from the schemas:
 * a mistake in a shared definition must show here. Read by the client's runner (`client.test.ts`), and made so that
 * a runner for the service can send `request` with its own values and compare the answer's shape with `reply`.
 *
 * `{{name}}` stands for a value: `host`, `api_key`, `uid`, `channel`, `token`, `timestamp`, `signature`, `boundary`
 * belong to the runner, all others are in `values` with what they are in this example. `request` and `typed` carry
 * the same values already put in.
 */
export interface WireExample<N extends EndpointName = EndpointName> {
  endpoint: N;
  /** What the example shows, where an endpoint has several. */
  title: string;
  channel?: string;
  values: Record<string, string>;
  sent: {
    /** Request line. */
    line: string;
    /** Headers that must be there, with exactly this value; beyond them no other `x-` header may be there. */
    headers: readonly string[];
    /** Exact bytes of the body; none when left out. */
    body?: string;
    /** The string that `{{signature}}` is made over. */
    signs?: string;
  };
  reply: {
    type: string;
    /** Exact bytes of the body. */
    body: string;
    /** Keys that may be there or not, at any depth: the specification shows them on some objects only. */
    optional?: readonly string[];
  };
  /** What the client is asked. */
  request: RequestOf<N>;
  /** What the client answers; for streams the fragments in order. */
  typed: N extends 'readAlternativeContent' ? string[] : DataOf<N> | string[];
}

/** Keeps each example's own types while the list is one of all endpoints. */
export function example<N extends EndpointName>(definition: WireExample<N>): WireExample {
  return definition as unknown as WireExample;
}

/** Header set A of the specification. */
export const HEADERS_A = ['x-api-key: {{api_key}}', 'x-channel: {{channel}}', 'x-token: {{token}}'] as const;
/** Header set S of the specification. */
export const HEADERS_S = [
  'x-api-key: {{api_key}}',
  'x-timestamp: {{timestamp}}',
  'x-signature: {{signature}}',
] as const;

export const JSON_TYPE = 'application/json';
export const STREAM_TYPE = 'text/event-stream';
export const FORM = 'content-type: application/x-www-form-urlencoded';

/** A template with its values put in; a name without a value is a mistake of the example. */
export function filled(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {{${name}}}`);
    return value;
  });
}
