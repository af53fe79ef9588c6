import { z } from 'zod';
import type { Endpoint, FilePart } from '../contract/index';
import type { Fail } from './errors';
import { encodeMultipart } from './multipart';

/** A request without its credentials. */
export interface EncodedRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  contentType?: string;
  body?: Buffer;
}

/** Encodes typed values as the endpoint requires; undefined values are omitted. */
export function encodeRequest(definition: Endpoint, request: unknown, fail: Fail): EncodedRequest {
  const encoded = z.safeEncode(definition.request, request as never);
  if (!encoded.success) {
    throw fail('invalid-request', `the request is not valid: ${issuesOf(encoded.error)}`, { sent: 'no' });
  }
  const fields = Object.entries(encoded.data).filter(([, value]) => value !== undefined);
  const { method, path } = definition;
  switch (definition.encoding) {
    case 'query': {
      // Every server decodes %20, but not every one decodes a plus sign in a query.
      const query = parameters(fields).replaceAll('+', '%20');
      return { method, path: query === '' ? path : `${path}?${query}` };
    }
    case 'form':
      return { method, path, contentType: 'application/x-www-form-urlencoded', body: Buffer.from(parameters(fields)) };
    case 'json':
      return {
        method,
        path,
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(Object.fromEntries(fields))),
      };
    case 'multipart':
      return { method, path, ...encodeMultipart(fields as [string, string | FilePart][]) };
  }
}

/** Repeats a field for each of its values. */
function parameters(fields: [string, unknown][]): string {
  const pairs = fields.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as [string, string]));
  return new URLSearchParams(pairs).toString();
}

/** Path and reason of the first few issues, without the values. */
export function issuesOf(error: z.core.$ZodError): string {
  const lines = error.issues.slice(0, 3).map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  return error.issues.length > 3 ? `${lines.join('; ')}; and more` : lines.join('; ');
}
