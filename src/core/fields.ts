import { listed } from '../base/text/listed';
import * as z from './zod';

/** A schema with its description in the JSON Schemas. */
export function about<Schema extends z.ZodMiniType>(text: string, schema: Schema): Schema {
  return schema.check(z.describe(text));
}

/** An optional field, with its description. */
export function maybe<Schema extends z.ZodMiniType>(schema: Schema, text?: string): z.ZodMiniExactOptional<Schema> {
  return z.exactOptional(text === undefined ? schema : about(text, schema));
}

/** The kinds of a message, and the fields that belong to each. */
type Kinds = Record<string, Record<string, z.ZodMiniType>>;

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The names of the kinds, as in `z.enum`. */
export function namesOf<K extends Kinds>(kinds: K): [keyof K & string, ...(keyof K & string)[]] {
  return Object.keys(kinds) as [keyof K & string, ...(keyof K & string)[]];
}

/** The fields of every kind, as the shape of one object. */
export function fieldsOf<K extends Kinds>(kinds: K): AllOf<K[keyof K]> {
  return Object.assign({}, ...Object.values(kinds)) as AllOf<K[keyof K]>;
}

/** `only edit can have outline`, or undefined if every field of the message belongs to one of these kinds. */
export function misplacedFault(kinds: Kinds, message: object, ...given: string[]): string | undefined {
  for (const [name, value] of Object.entries(message)) {
    if (value === undefined) continue;
    const owners = Object.keys(kinds).filter((kind) => name in kinds[kind]!);
    if (owners.length > 0 && !owners.some((owner) => given.includes(owner))) {
      return `only ${listed(owners)} can have ${name}`;
    }
  }
  return undefined;
}

/** The message, or its first fault in words that have none of its content: `revision must be a whole number`. */
export function readFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { message: z.infer<Schema> } | { refusal: string } {
  // Without code that is made at run time, which the workflow sandbox need not allow.
  const { data, error } = schema.safeParse(withoutNulls(value), { jitless: true });
  if (error === undefined) return { message: data };
  const { path, message } = error.issues[0]!;
  return { refusal: path.length === 0 ? message : `${path.map(String).join('.')} ${message}` };
}

/** Some languages write null for an absent field. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined && field !== null));
}
