import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { given } from '../../core/given';
import { adviceFor, suggestionsFor } from '../../core/remedies';
import { resolveSchemas } from '../../core/resolve-message';
import { linkGates, reviewAddress } from '../../decks/links/review-links';
import { revokeLinks } from '../../decks/links/revoked-links';
import { requireRunning } from '../../decks/require-running';
import { decides } from '../audit';
import { requires } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { decide, decisionSchema, MAX_DECISION_BYTES } from '../decision';
import { HttpError } from '../http-error';
import { MAX_SMALL_BYTES, maxBody } from '../max-body';
import { accessOf } from './access';
import { decided, deckPath, idempotencyKey, remedy, resolved } from './components';
import { answer, body, documented, ok } from './documented';
import { route } from './route';
import type { Remedy } from './schemas';

const decideRoute = route('post', '/decks/{uid}/{request}/decisions', 'Decide on a revision', {
  description: 'As the update `review` of the workflow. The same Idempotency-Key again returns the first answer.',
  middleware: [requires('decks:decide'), maxBody(MAX_DECISION_BYTES)] as const,
  request: {
    params: deckPath,
    headers: idempotencyKey,
    body: body(documented('Decision', decisionSchema, { revision: 1, decision: 'approve' })),
  },
  responses: { 200: ok('The decision was taken.', decided) },
});

const { action, by, comment, since, paidCalls, newJob, taskId, designId, ticket, taskKey } =
  resolveSchemas.resolveMessage.shape;

const resolveRoute = route('post', '/decks/{uid}/{request}/resolutions', 'Tell a parked deck how to proceed', {
  middleware: [requires('decks:operate'), maxBody(MAX_SMALL_BYTES)] as const,
  request: {
    params: deckPath,
    body: body(
      documented(
        'Resolution',
        z.strictObject({
          ...{ action, by, comment, since, paidCalls, newJob },
          ...{ taskId, designId, ticket, taskKey },
        }),
        { action: 'retry' },
      ),
    ),
  },
  responses: { 200: ok('The deck proceeds.', resolved) },
});

const remedyRoute = route('get', '/decks/{uid}/{request}/resolutions', 'List the ways to resolve a parked deck', {
  description: 'Empty unless the deck is parked and you have the scope decks:operate.',
  middleware: requires('decks:read'),
  request: { params: deckPath },
  responses: { 200: ok('The ways.', remedy) },
});

const cancelRoute = route('post', '/decks/{uid}/{request}/cancel', 'Cancel a deck', {
  description: 'The deck ends when its worker has handled the request.',
  middleware: requires('decks:operate'),
  request: { params: deckPath },
  responses: { 202: { description: 'The deck ends.' } },
});

const linkRoute = route('post', '/decks/{uid}/{request}/links', 'Create a link to review a deck', {
  description:
    'Anyone who has the link can decide, or with the role `viewer` only look. A link to look needs the scope decks:read ' +
    'only, and is valid as long as your own link or login.',
  middleware: [requires('decks:read'), maxBody(MAX_SMALL_BYTES)] as const,
  request: {
    params: deckPath,
    body: body(
      documented(
        'NewLink',
        z.strictObject({
          gate: z.enum(linkGates).optional().describe('Default: all gates of the deck.'),
          role: z.enum(['reviewer', 'viewer']).optional().describe('Default: reviewer.'),
          reviewer: z.string().min(1).max(200).optional().describe('The person that the link is signed for.'),
        }),
        { role: 'viewer' },
      ),
    ),
  },
  responses: {
    200: ok(
      'The link.',
      documented('Link', z.object({ address: z.string() }), { address: 'https://decks.example/review#…' }),
    ),
  },
});

const revokeRoute = route('delete', '/decks/{uid}/{request}/links', 'Revoke the links of a deck', {
  description: 'Every link of the deck that was issued before ends: to review, to look, and to download a file.',
  middleware: requires('decks:operate'),
  request: { params: deckPath },
  responses: {
    200: ok(
      'The links have ended.',
      documented('Revocation', z.object({ revokedAt: z.string() }), { revokedAt: '2026-03-01T09:30:15.000Z' }),
    ),
  },
});

export function messageRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { decks, settings, linkKeys, documents, ended } = services;

  api.openapi(decideRoute, async (c) => {
    const access = accessOf(c);
    const decision = c.req.valid('json');
    decides(c, decision);
    const { kind } = c.get('caller')!;
    // A program may decide for someone else, whom its token does not vouch for.
    const foreign = kind === 'token' && decision.reviewer !== undefined && decision.reviewer !== access.reviewer;
    const { reviewer: _, ...unnamed } = access;
    const options = { key: c.req.valid('header')['idempotency-key'], via: kind === 'token' ? 'api' : 'page' } as const;
    return answer(c, await decide(services, foreign ? unnamed : access, decision, options), 200);
  });

  api.openapi(resolveRoute, async (c) => {
    const { workflowId } = accessOf(c);
    const { name, verified } = c.get('caller')!;
    const { by: named = 'operator', ...resolution } = c.req.valid('json');
    c.set('audited', { object: resolution.action });
    const message = { ...resolution, by: verified && name !== undefined ? name : named };
    const { action, message: said } = await decks.resolve(requireRunning(await decks.describe(workflowId)), message);
    return answer(c, { action, message: said }, 200);
  });

  // Reviewers ask it, too, so it does not answer 401.
  api.openapi(remedyRoute, async (c) => {
    const { workflowId } = accessOf(c);
    if (!c.get('caller')!.scopes.has('decks:operate')) return answer(c, {}, 200);
    const { stage, attention, exports, paidCalls } = (await decks.snapshot(workflowId)).progress;
    if (attention === undefined) return answer(c, {}, 200);
    const ways = suggestionsFor({ stage, attention, exports, paidCalls }).filter(({ action }) => action !== 'provide');
    return answer(c, { advice: adviceFor(stage, attention.type), ways: ways as NonNullable<Remedy['ways']> }, 200);
  });

  api.openapi(cancelRoute, async (c) => {
    const { workflowId } = accessOf(c);
    requireRunning(await decks.describe(workflowId));
    await decks.cancel(workflowId);
    return c.body(null, 202);
  });

  api.openapi(linkRoute, async (c) => {
    const { workflowId, expiresAt } = accessOf(c);
    const { gate = 'all', role = 'reviewer', reviewer } = c.req.valid('json');
    c.set('audited', { object: gate, facts: { role, ...given({ reviewer }) } });
    const mayOperate = c.get('caller')!.scopes.has('decks:operate');
    if (!mayOperate && (role === 'reviewer' || reviewer !== undefined)) {
      throw new HttpError('not-allowed', 'This needs the scope decks:operate. Without it, ask for the role viewer.');
    }
    const { firstRunId } = await decks.describe(workflowId);
    const link = {
      workflowId,
      firstRunId,
      gate,
      role,
      ...given({ reviewer }),
      ...(mayOperate ? {} : given({ expiresAt })),
    };
    return answer(c, { address: reviewAddress(settings, linkKeys[0], link) }, 200);
  });

  api.openapi(revokeRoute, async (c) => {
    const { workflowId } = accessOf(c);
    await decks.describe(workflowId);
    const at = await revokeLinks(documents.ledger, workflowId, c.get('caller')?.name ?? 'operator');
    ended.forget(workflowId);
    return answer(c, { revokedAt: at }, 200);
  });
}
