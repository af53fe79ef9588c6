import { nestsDeeperThan } from '../../base/text/nesting';
import { invalid } from '../../contract/service-error';
import { type Part, readMultipart } from './multipart';

/** A raw value: text, a part of a multipart body, or any value of a JSON body. */
export type RawValue = { text: string } | { part: Part } | { json: unknown };
/** Fields in order, with lowercase names. */
export type RawField = [name: string, value: RawValue];

interface BodyToRead {
  /** The content-type header; empty if absent. */
  contentType: string;
  bytes: Uint8Array;
}

/** No endpoint has more than ten fields, and even unknown ones cost time and memory. */
const MOST_FIELDS = 1_000;
/** Two levels for each of the twelve levels of an outline tree, plus room for clients that wrap it. */
const DEEPEST = 32;
const OPENING_BRACE = 0x7b;

/**
 * Parses a body in any encoding that clients use, whichever one the endpoint specifies: names and values are the same
 * in
 * all of them, and third-party clients mix them up.
 * @throws ServiceError when it cannot be parsed, or has too many fields or levels.
 */
export async function parseFields({ contentType, bytes }: BodyToRead): Promise<RawField[]> {
  if (bytes.length === 0) return [];
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'multipart/form-data') {
    const parts = await readMultipart(contentType, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return parts.map((part) => [part.name.toLowerCase(), { part }]);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (/[/+]json$/.test(mediaType) || (mediaType === '' && bytes[0] === OPENING_BRACE)) return jsonFields(text);
  return formFields(text);
}

/** Parses a form body, or a query with or without its question mark. */
export function formFields(text: string): RawField[] {
  refuseTooMany(text);
  return Array.from(new URLSearchParams(text), ([name, text]) => [name.toLowerCase(), { text }]);
}

function jsonFields(text: string): RawField[] {
  // Checked before parsing: a value that overflows the stack here would overflow it again when it is serialized.
  if (nestsDeeperThan(text, DEEPEST)) throw invalid(`the body is nested deeper than ${DEEPEST} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('the body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('the body must be a JSON object');
  const fields = Object.entries(value);
  if (fields.length > MOST_FIELDS) throw tooMany();
  return fields.map(([name, json]) => [name.toLowerCase(), { json }]);
}

/** Counted before the fields are created. */
function refuseTooMany(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MOST_FIELDS) throw tooMany();
  }
}

function tooMany() {
  return invalid(`the request has more than ${MOST_FIELDS} fields`);
}
