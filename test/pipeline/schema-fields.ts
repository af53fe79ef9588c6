import { z } from 'zod';

interface Node {
  type?: string;
  anyOf?: Node[];
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  items?: Node;
  $ref?: string;
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
}

/** A value inside a message, and the same message with another value in its place. */
interface Place {
  value: unknown;
  with(value: unknown): unknown;
}

/** A field of a schema that has no fields of its own, with the values that the examples have there. */
export interface Field {
  path: string;
  /** A text without a list of words, or a list. */
  isOpen: boolean;
  /** Maximum characters or entries, if the schema has one. */
  most?: number;
  places: Place[];
}

const lengthOf = (value: unknown) => (typeof value === 'string' || Array.isArray(value) ? value.length : -1);

/** The longest text or list among the values. */
export const longestOf = ({ places }: Field): number => Math.max(-1, ...places.map(({ value }) => lengthOf(value)));

/** Every field of a schema: lists are `name[]`, entries of a map `name.*`. */
export function fieldsOfSchema(schema: z.core.$ZodType, examples: readonly unknown[]): Field[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  const found = new Map<string, Field>();
  const visit = (given: Node, path: string, places: Place[], above: readonly Node[]): void => {
    const node = given.$ref === undefined ? given : (pathIn(root, given.$ref) as Node);
    if (above.includes(node)) return;
    const below = (child: Node, name: string, inner: Place[]) => visit(child, name, inner, [...above, node]);
    const { anyOf = [], properties, additionalProperties: entries, items } = node;
    for (const option of anyOf) below(option, path, places);
    for (const [name, child] of Object.entries(properties ?? {})) {
      below(child, path === '' ? name : `${path}.${name}`, within(places, name));
    }
    if (properties === undefined && typeof entries === 'object') {
      const names = new Set(places.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
      below(
        entries,
        `${path}.*`,
        [...names].flatMap((name) => within(places, name)),
      );
    }
    if (items !== undefined) below(items, `${path}[]`, elements(places));
    if (anyOf.length > 0 || properties !== undefined || typeof entries === 'object') return;
    const most = node.maxLength ?? node.maxItems;
    const isOpen = items !== undefined || (node.type === 'string' && node.enum === undefined);
    const field = found.get(path) ?? { path, isOpen, places };
    if (most !== undefined) field.most = Math.max(most, field.most ?? 0);
    found.set(path, { ...field, isOpen: field.isOpen || isOpen });
  };
  visit(
    root,
    '',
    examples.map((value) => ({ value, with: (other) => other })),
    [],
  );
  return [...found.values()];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pathIn = (root: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((node, name) => (node as Record<string, unknown>)[name], root);

function within(places: Place[], name: string): Place[] {
  return places.flatMap(({ value, with: outer }) =>
    isObject(value) && name in value
      ? [{ value: value[name], with: (other) => outer({ ...value, [name]: other }) }]
      : [],
  );
}

function elements(places: Place[]): Place[] {
  return places.flatMap(({ value, with: outer }) =>
    Array.isArray(value)
      ? value.map((each, at) => ({ value: each, with: (other: unknown) => outer(value.with(at, other)) }))
      : [],
  );
}

/** The example with the longest value of this field, made longer by one; without a maximum in the schema, much longer. */
export function tooLong(field: Field): unknown {
  const { most, places } = field;
  const { value, with: put } = places.reduce((one, other) =>
    lengthOf(other.value) > lengthOf(one.value) ? other : one,
  );
  if (Array.isArray(value))
    return put([...value, ...Array.from({ length: most === undefined ? 1000 : 1 }, () => value[0])]);
  return put(most === undefined ? 'x'.repeat(5001) : `${value}${'x'.repeat(most + 1 - lengthOf(value))}`);
}
