import { invalid, ServiceError } from '../domain/errors';
import { type Part, readMultipart } from './multipart';

/** A value as it travelled: text, a part of a multipart body, or whatever a JSON body holds. */
export type RawValue = { text: string } | { part: Part } | { json: unknown };
export type RawFields = Map<string, RawValue[]>;

/**
 * The fields of a body in any of the forms that clients send, whatever form the endpoint asks for: the names and
 * values are the same in all of them, and third-party clients mix them up (OPEN-POINTS).
 */
export async function readBodyFields(request: Request, limit: number, fields: RawFields): Promise<void> {
  const body = await readBody(request, limit);
  if (body.length === 0) return;
  const contentType = request.headers.get('content-type') ?? '';
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'multipart/form-data') {
    for (const part of await readMultipart(contentType, body)) add(fields, part.name, { part });
  } else if (/[/+]json$/.test(mediaType) || (mediaType === '' && body[0] === OPENING_BRACE)) {
    for (const [name, json] of Object.entries(readJson(body))) add(fields, name, { json });
  } else {
    addQuery(fields, new URLSearchParams(body.toString('utf8')));
  }
}

const OPENING_BRACE = 0x7b;

export function addQuery(fields: RawFields, query: URLSearchParams): void {
  for (const [name, text] of query) add(fields, name, { text });
}

/** Names count in any case. */
function add(fields: RawFields, name: string, value: RawValue): void {
  const key = name.toLowerCase();
  const values = fields.get(key);
  if (values) values.push(value);
  else fields.set(key, [value]);
}

/** The limit is enforced while reading: a body without a length, or with a false one, is cut off as well. */
async function readBody(request: Request, limit: number): Promise<Buffer> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalid(`the body must not be compressed (content-encoding: ${encoding})`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('invalid-request', `the body is larger than the ${limit} bytes that are allowed here`, 413);
}

function readJson(body: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('the body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('the body must be a JSON object');
  return value;
}
