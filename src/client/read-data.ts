/**
 * Reads `data` of an answer: strict in what the pipeline needs, lenient in everything else. A service may leave out
 * fields, send null, write numbers as text or have ids above 2^53; none of that may lose an answer that was paid for.
 */
import type { z } from 'zod';
import { isRecord } from '../core/overlay';
import { serviceIdOf } from '../core/service-id';

/** Why an answer cannot be used: a field that the pipeline needs. */
export class Unreadable extends Error {}

/** JSON with whole numbers that a number cannot hold as text. Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(stringsAndNumbers, quoteLong) : text);
  } catch {
    return undefined;
  }
}

/** Strings, so that digits in them are left alone, and whole numbers. An unclosed string ends with the text. */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const quoteLong = (token: string) => (/^\d{16,}$/.test(token) ? `"${token}"` : token);

/** @throws Unreadable without a field of `needs` */
export function readData(schema: z.ZodType, needs: readonly string[], data: unknown): unknown {
  if (kindOf(schema) === 'object') return readObject(schema, needs, shaped(shapeOf(schema), needs, data));
  if (kindOf(schema) !== 'string') return readValue(schema, '', data);
  const text = textOf(isRecord(data) ? entry(data, /^(?:ticket|task_?key|key|id|content|text|markdown)$/i) : data);
  if (text === '') throw new Unreadable(`it must be a text, not ${described(data)}`);
  return text;
}

/** The value of the first field with such a name. */
const entry = (record: Record<string, unknown>, name: RegExp) =>
  Object.entries(record).find(([key, value]) => name.test(key) && value !== null)?.[1];

/** The forms in which services send the same thing: a list without its pages, a bare id. */
function shaped(shape: Shape, needs: readonly string[], data: unknown): Record<string, unknown> {
  if ('pagination' in shape) {
    if (Array.isArray(data)) return { list: data };
    if (isRecord(data)) return isRecord(data.pagination) ? data : { ...data, pagination: data };
  }
  if (isRecord(data)) return data;
  return needs.length === 1 && needs[0] === 'id' ? { id: data } : {};
}

function readObject(schema: z.ZodType, needs: readonly string[], data: Record<string, unknown>) {
  const isLoose = definitionOf(schema).catchall !== undefined;
  const read: Record<string, unknown> = isLoose ? { ...data } : {};
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    const value = readValue(field, name, data[name]);
    if (value !== undefined) read[name] = value;
    if (!needs.includes(name)) continue;
    const isThere = isId(name) ? serviceIdOf(value) !== undefined : value !== '' && value !== undefined;
    if (!isThere) throw new Unreadable(`${name}: ${wanted(field, name)}, not ${described(data[name])}`);
  }
  return read;
}

type Shape = Record<string, z.ZodType>;

function readValue(schema: z.ZodType, name: string, value: unknown): unknown {
  const isMissing = value === undefined || value === null;
  switch (kindOf(schema)) {
    case 'optional':
      return isMissing && (value === undefined || kindOf(innerOf(schema)) !== 'nullable')
        ? undefined
        : readValue(innerOf(schema), name, value);
    case 'nullable':
      return isMissing ? null : readValue(innerOf(schema), name, value);
    case 'default':
      return readValue(innerOf(schema), name, value);
    case 'string':
      return textOf(value);
    case 'number':
      if (isId(name)) return serviceIdOf(value) ?? 0;
      if (name === 'status' && typeof value === 'string') return value.trim();
      return numberOf(value);
    case 'boolean':
      return value === true;
    case 'array':
      return itemsOf(value).flatMap((item) => readItem(elementOf(schema), item));
    case 'object':
      return readObject(schema, [], isRecord(value) ? value : {});
    // The user counts, an array as JSON text.
    case 'pipe':
      return readValue(outputOf(schema), name, typeof value === 'string' ? (parseJson(value) ?? []) : value);
    default:
      return value;
  }
}

/** An item of a list without what makes it one is left out. */
function readItem(schema: z.ZodType, item: unknown): unknown[] {
  if (kindOf(schema) === 'string') {
    // A link, possibly with other facts next to it.
    const text = textOf(isRecord(item) ? entry(item, /url|link|href|path/i) : item);
    return /^(?:https?:)?\/\//i.test(text) || (text.includes('/') && !/\s/.test(text)) ? [text] : [];
  }
  // Operations that return nothing have an empty list.
  if (!isRecord(item) || kindOf(schema) === 'unknown') return [];
  const read = readValue(schema, '', item) as { id?: unknown };
  // Nodes of trees are used for their texts.
  return read.id === 0 && !('children' in read) ? [] : [read];
}

/** A list, one item without a list, or an object around a list. */
function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value)) return (Object.values(value).find(Array.isArray) as unknown[] | undefined) ?? [value];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : 0;
}

const isId = (name: string) => name === 'id' || name.endsWith('_id');
const wanted = (schema: z.ZodType, name: string) =>
  isId(name) ? 'must be an id' : `must be a ${kindOf(schema) === 'string' ? 'text' : kindOf(schema)}`;

/** The type of a value, never the value itself. */
function described(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'a list';
  return typeof value === 'object'
    ? `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'nothing'}`
    : `a ${typeof value}`;
}

interface Definition {
  type: string;
  innerType: z.ZodType;
  element: z.ZodType;
  out: z.ZodType;
  catchall?: z.ZodType;
}
const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;
const kindOf = (schema: z.ZodType) => definitionOf(schema).type;
const innerOf = (schema: z.ZodType) => definitionOf(schema).innerType;
const elementOf = (schema: z.ZodType) => definitionOf(schema).element;
const outputOf = (schema: z.ZodType) => definitionOf(schema).out;
const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape as Shape;
