import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRecord } from '../core/overlay';

/** Introspection of a schema: the keys of a section, those that are sections, and internal ones. */

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
  return inner instanceof z.ZodObject ? publicKeys(inner) : [];
}

/** The keys of a section without internal settings. */
export function publicKeys(section: z.ZodObject): string[] {
  return Object.keys(section.shape).filter((key) => !isInternal(section.shape[key]));
}

const isInternal = (schema: z.core.$ZodType | undefined) =>
  (schema as z.ZodType | undefined)?.meta()?.internal === true;

/** Whether files and inputs may contain internal settings. */
const internalSettingsAllowed = (): boolean => process.env.DECK_INTERNAL_SETTINGS === '1';

/** The paths of the internal settings that a value contains; none while they are allowed. */
export function refusedPaths(schema: z.core.$ZodType, value: unknown, path: readonly string[] = []): string[][] {
  return internalSettingsAllowed() ? [] : internalPaths(schema, value, path);
}

function internalPaths(schema: z.core.$ZodType, value: unknown, path: readonly string[]): string[][] {
  const { inner } = unwrap(schema);
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const child = Object.hasOwn(inner.shape, key) ? inner.shape[key] : undefined;
    if (child === undefined) return [];
    return isInternal(child) ? [[...path, key]] : internalPaths(child, entry, [...path, key]);
  });
}

/** The value without the internal settings that equal their default. */
export function withoutInternalDefaults(schema: z.core.$ZodType, value: unknown, defaults: unknown): unknown {
  const { inner } = unwrap(schema);
  if (!(inner instanceof z.ZodObject) || !isRecord(value) || !isRecord(defaults)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const child = inner.shape[key];
      if (child === undefined) return [[key, entry]];
      if (isInternal(child)) return isDeepStrictEqual(entry, defaults[key]) ? [] : [[key, entry]];
      const kept = withoutInternalDefaults(child, entry, defaults[key]);
      // A section that has internal settings only.
      const isEmpty =
        isRecord(kept) && isRecord(entry) && Object.keys(kept).length < 1 && Object.keys(entry).length > 0;
      return isEmpty ? [] : [[key, kept]];
    }),
  );
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
