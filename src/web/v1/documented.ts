import { z } from '@hono/zod-openapi';
import type { Context, TypedResponse } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as core from 'zod/v4/core';
import { safeParse, toJSONSchema } from 'zod/v4/core';
import { readableThroughout } from '../../base/text/unprintable';

/** A schema of the OpenAPI document. */
type Documented<Schema extends core.$ZodType> = z.ZodType<core.output<Schema>, core.input<Schema>>;

/**
 * Names a schema in the OpenAPI document, with an example. zod itself describes it: the library does not know zod/mini,
 * exact optional fields or the flags of patterns.
 */
export function documented<Schema extends core.$ZodType>(
  name: string,
  schema: Schema,
  example: core.input<Schema>,
): Documented<Schema> {
  const { $schema: _, ...described } = toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', reused: 'inline' });
  const checked = z.unknown().transform((value, context) => {
    const { data, error } = safeParse(schema, value);
    if (error === undefined) return data;
    for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });
  return checked.openapi(name, { ...(described as { type: 'object' }), examples: [example] }) as never;
}

/** The content of a JSON body. */
export const json = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/json': { schema } });

/** A JSON body that a request must have. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({ required: true, content: json(schema) }) as const;

/** A response, and a typed one for its handler: without characters that could hide or reorder the text around them. */
export const ok = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: json(schema),
});

export function answer<Body extends object, Status extends ContentfulStatusCode>(
  c: Context,
  body: Body,
  status: Status,
): TypedResponse<Body, Status, 'json'> & Response {
  return c.json(readableThroughout(body), status) as never;
}
