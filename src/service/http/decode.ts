import type { z } from 'zod';
import type { Endpoint, FilePart } from '../../contract';
import { invalid } from '../../contract/service-error';
import { formFields, type RawField, type RawValue } from '../texts/body-fields';

/**
 * Decodes the typed request of an endpoint. Lenient about form, strict about values: fields can be in query or body,
 * names are case-insensitive, empty values count as absent, unknown names are ignored, ids can be text or numbers.
 * @param body the fields of the body; none for GET.
 * @throws ServiceError that names the field and its constraint.
 */
export function decode(endpoint: Endpoint, url: string, body: RawField[]): Record<string, unknown> {
  const fields = byName(body);
  const query = byName(formFields(queryOf(url)));

  const input: Record<string, unknown> = {};
  for (const [name, schema] of fieldsOf(endpoint)) {
    // The body takes precedence over the query, because the specification puts the fields there.
    const given = fields.get(name) ?? query.get(name);
    if (given === undefined) continue;
    const values = given.filter((value) => !isEmpty(value)).map((value) => valueFor(schema, value));
    if (values.length === 0) continue;
    input[name] = values.length > 1 && accepts(schema, []) ? values : values.at(-1);
  }
  const result = endpoint.request.safeParse(input);
  if (result.success) return result.data as Record<string, unknown>;
  throw invalid(
    result.error.issues
      .slice(0, 3)
      .map((issue) => sentence(issue, input))
      .join('; '),
  );
}

const declared = new WeakMap<Endpoint, [name: string, schema: z.ZodType][]>();

function fieldsOf(endpoint: Endpoint): [name: string, schema: z.ZodType][] {
  const known = declared.get(endpoint) ?? Object.entries(endpoint.request.shape as Record<string, z.ZodType>);
  declared.set(endpoint, known);
  return known;
}

function byName(fields: RawField[]): Map<string, RawValue[]> {
  const named = new Map<string, RawValue[]>();
  for (const [name, value] of fields) {
    const values = named.get(name);
    if (values) values.push(value);
    else named.set(name, [value]);
  }
  return named;
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

function isEmpty(value: RawValue): boolean {
  if ('text' in value) return value.text === '';
  if ('part' in value) return value.part.bytes.length === 0;
  return value.json === null || value.json === undefined || value.json === '';
}

/** The value in the form that the field accepts: documents stay bytes, everything else can be text. */
function valueFor(schema: z.ZodType, value: RawValue): unknown {
  if ('text' in value) return value.text;
  if ('part' in value) {
    const { filename, mediaType, bytes, text } = value.part;
    const file: FilePart = { filename, mediaType, bytes };
    return accepts(schema, file) ? file : (text ?? Buffer.from(bytes).toString('utf8'));
  }
  if (typeof value.json === 'string' || accepts(schema, value.json)) return value.json;
  return typeof value.json === 'object' ? JSON.stringify(value.json) : String(value.json);
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

function sentence(issue: z.core.$ZodIssue, input: Record<string, unknown>): string {
  const field = issue.path.join('.') || 'the request';
  if (issue.path.length === 1 && input[String(issue.path[0])] === undefined) return `${field} is missing`;
  const reason = firstReason(issue);
  return reason.startsWith('must') ? `${field} ${reason}` : `${field}: ${reason}`;
}

/** A union reports every branch; the first custom message explains the remedy. */
function firstReason(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const reasons = issue.errors.flat().map(firstReason);
  return reasons.find((reason) => reason.startsWith('must')) ?? reasons[0] ?? issue.message;
}
