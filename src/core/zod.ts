/**
 * The part of zod/mini in use. The build puts it into this file: 31 kB, which the workflow sandbox can load. Its errors
 * have the sentences of the schemas alone.
 *
 * The sandbox freezes what its modules export, except what is in a frozen object. Schemas keep caches in themselves, so
 * modules that it loads export them in frozen objects.
 */
export type { infer, ZodMiniExactOptional, ZodMiniType } from 'zod/mini';
export {
  _default,
  array,
  boolean,
  check,
  describe,
  enum,
  exactOptional,
  int,
  iso,
  lazy,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  nonnegative,
  number,
  object,
  optional,
  overwrite,
  positive,
  record,
  refine,
  regex,
  strictObject,
  string,
  union,
} from 'zod/mini';
