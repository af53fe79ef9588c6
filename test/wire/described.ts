import { z } from 'zod';
import { type EndpointName, endpointOf } from '../../src/contract/index';

// biome-ignore lint/suspicious/noExplicitAny: a test walks the document as it is
type Document = any;

/** What an answer has that `/openapi.json` does not allow; empty where it is as described. */
export function undescribed(
  document: Document,
  endpoint: EndpointName,
  answer: { code: number; data: unknown; msg: string },
): string[] {
  const { path, method } = endpointOf(endpoint);
  const { schema } = document.paths[path][method.toLowerCase()].responses[200].content['application/json'];
  const [success] = schema.anyOf ?? [];
  const chosen = answer.code === 0 ? success : { $ref: '#/components/schemas/Failure' };
  if (chosen === undefined) return ['no success is described'];
  const whole = { ...chosen, $defs: document.components.schemas };
  // The one word of the document that zod cannot read: that the code of a failure is not 0.
  const readable = JSON.stringify(whole, (key, value) => (key === 'not' ? undefined : value));
  const result = z
    .fromJSONSchema(JSON.parse(readable.replaceAll('#/components/schemas/', '#/$defs/')))
    .safeParse(answer);
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}
