import { z } from 'zod';

/** Introspection of a schema: the keys of a section, and the keys that are sections. */

/** The schema without its defaults, and whether null is a valid value. */
function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; nullable: boolean } {
  let inner = schema;
  let nullable = false;
  for (;;) {
    if (inner instanceof z.ZodNullable) nullable = true;
    if (
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodPrefault ||
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodOptional
    )
      inner = inner.def.innerType;
    else return { inner, nullable };
  }
}

function childAt(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject) return inner.shape[String(key)];
  return inner instanceof z.ZodArray ? inner.element : undefined;
}

/** The valid keys of the section at this path. */
export function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let place: z.core.$ZodType | undefined = schema;
  for (const key of path) place = place && childAt(place, key);
  const inner = place && unwrap(place).inner;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/**
 * Removes sections whose lines are all commented out, which are null in YAML, so that they get their defaults. The schema
 * validates any other null.
 */
export function withoutEmptySections(schema: z.core.$ZodType, value: unknown): unknown {
  const { inner, nullable } = unwrap(schema);
  if (value === null && inner instanceof z.ZodObject && !nullable) return undefined;
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const child = Object.hasOwn(inner.shape, key) ? inner.shape[key] : undefined;
      const kept = child ? withoutEmptySections(child, entry) : entry;
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

/** The most similar known key, if at most a third of its letters differ. */
export function nearestKey(written: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((key) => ({ key, distance: editDistance(written.toLowerCase(), key.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, Math.floor(best.key.length / 3)) ? best.key : undefined;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= right.length; column++) {
      const replaced = row[column - 1]! + (letter === right[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
