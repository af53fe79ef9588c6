import { z } from 'zod';
import { notification } from '../../core/notices';
import { outlineAnswer, progress, resolveAnswer, result, reviewAnswer } from '../../core/progress';
import { resolveSchemas } from '../../core/resolve-message';
import { reviewSchemas } from '../../core/review-message';
import { presentationInput } from '../input/input';

/** The messages between programs and a deck, as JSON Schemas for any language. */
const schemas = {
  input: presentationInput.describe('Input of the workflow `presentation`.'),
  'review-message': reviewSchemas.reviewMessage,
  'review-answer': reviewAnswer,
  'resolve-message': resolveSchemas.resolveMessage,
  'resolve-answer': resolveAnswer,
  'outline-answer': outlineAnswer,
  progress,
  result,
  notification,
};

/** Names of the files in docs/schemas/. */
export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as SchemaName[];

/**
 * JSON Schema, draft 2020-12. The schema of the input describes single fields. `startPresentation` and the worker also
 * check their combinations.
 */
export function jsonSchema(name: SchemaName): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(schemas[name], { io: 'input', target: 'draft-2020-12' });
  return { $schema, title: name, ...schema };
}
