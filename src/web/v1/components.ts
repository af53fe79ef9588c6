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
export const batchView = documented('Batch', schemas.batch, {
  ...{ id: 'letters', status: 'RUNNING', summary: '1 of 3 delivered', total: 3, started: 2, existing: 0 },
  ...{ delivered: 1, rejected: 0, failed: 0, cancelled: 0, waiting: 1, running: 1, window: 10 },
  ...{ decks: [{ line: 2, id: 'u1/letters-2' }], failures: [], problems: [] },
});
export const batchList = documented('Batches', schemas.batchList, {
  batches: [{ id: 'letters', title: '3 decks', status: 'RUNNING', startedAt: '2026-01-01T08:00:00.000Z' }],
});
export const started = documented('Started', schemas.started, { id: 'u1/tea', existing: false });
export const checkedDocument = documented('CheckedDocument', schemas.checkedDocument, {
  name: 'tea.md',
  kind: 'markdown',
  title: 'The history of tea',
  chapters: 3,
  pages: 8,
  faults: [],
});
export const brandTemplates = documented('BrandTemplates', schemas.brandTemplates, {
  available: true,
  templates: [{ id: 900_001, name: 'Acme' }],
});
export const decided = documented('Decided', schemas.answered, {
  decision: 'approve',
  revision: 1,
  message: 'revision 1 is approved; content is generated next',
});
export const resolved = documented('Resolved', schemas.resolved, { action: 'retry', message: 'retry: accepted' });
export const remedy = documented('Remedy', schemas.remedy, {
  advice: 'retry with a higher paid-call limit, or abandon',
  ways: [{ action: 'retry', paidCalls: 4 }, { action: 'abandon' }],
});
export const reviewPolicy = documented('ReviewPolicy', schemas.reviewPolicy, {
  gates: [
    {
      ...{ gate: 'outline', mode: 'required', binding: true, approvals: 2, reviewers: ['Ann', 'Bo', 'Cy'] },
      ...{ requiredGroups: ['legal'], selfApproval: false, verifiedOnly: true },
    },
  ],
});
export const usual = documented('Usual', schemas.usual, { seconds: 25 });
export const logins = documented('Logins', schemas.logins, { person: false, token: true });
export const loggedOut = documented('LoggedOut', schemas.loggedOut, {});
export const revisionText = documented('Revision', schemas.revisionText, {
  revision: 1,
  markdown: '# The history of tea\n\n## Origins\n',
});
export const slideList = documented('Slides', schemas.slideList, {
  revision: 1,
  slides: [{ number: 1, title: 'The history of tea', kind: 'cover' }],
  ratio: 16 / 9,
});
export const templateList = documented('Templates', schemas.templateList, {
  templates: [{ id: 100_003, type: 1, names: { en: 'Ink', zh: '墨' }, cover: true, rendered: true }],
  page: 1,
  pages: 1,
});
export const inbox = documented('Inbox', schemas.inbox, {
  items: [
    {
      id: 'u1/tea',
      workflowId: 'presentation/u1/tea',
      title: 'The history of tea',
      stage: 'review',
      gate: 'outline',
      since: '2026-01-01T08:00:04.000Z',
    },
  ],
  total: 1,
});
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
