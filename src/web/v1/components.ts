import { z } from '@hono/zod-openapi';
import { presentationInput } from '../../decks/input/input';
import { documented } from './documented';
import { deckExample, deckListExample } from './examples';
import { schemas } from './schemas';

/** The named schemas of the OpenAPI document. */

const { uid, request, ...fields } = presentationInput.shape;

export const newDeck = documented(
  'NewDeck',
  z.strictObject({
    ...fields,
    uid: uid.optional().describe('The user who owns the deck (default: service.uid of the settings).'),
    request: request.optional().describe('Idempotency key, unless the header Idempotency-Key has it.'),
  }),
  { title: 'The history of tea', formats: ['ppt'] },
);
export const deck = documented('Deck', schemas.deck, deckExample);
export const deckList = documented('DeckList', schemas.deckList, deckListExample);
export const started = documented('Started', schemas.started, { id: 'u1/tea', existing: false });
export const caller = documented('Caller', schemas.caller, {
  kind: 'token',
  name: 'reports',
  verified: true,
  groups: [],
  scopes: ['decks:read', 'decks:start'],
});
export const problem = documented('Problem', schemas.problem, {
  type: '/v1/openapi.json#invalid',
  title: 'The request is not valid',
  status: 422,
  detail: 'slides must be at least 4',
  code: 'invalid',
  errors: [{ path: 'slides', message: 'slides must be at least 4' }],
});

/** Every route can answer with an error. */
export const orProblem = {
  default: { description: 'An error.', content: { 'application/problem+json': { schema: problem } } },
};

const part = (name: string) =>
  z
    .string()
    .min(1)
    .max(1000)
    .openapi({ param: { name, in: 'path' } });
export const deckPath = z.object({
  uid: part('uid').openapi({ example: 'u1' }),
  request: part('request').openapi({ example: 'tea' }),
});

export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key must have 1 to 200 visible ASCII characters')
    .optional()
    .openapi({ description: 'The same key again has no further effect.', example: 'tea-1' }),
});
