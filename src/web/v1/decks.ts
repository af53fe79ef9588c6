import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { shortId, WORKFLOW_ID_PREFIX } from '../../core/deck-id';
import { accessTo, type DeckAccess, requires } from '../caller';
import type { ReviewContext, ReviewEnv, ReviewServices } from '../context';
import { deckView } from '../deck-view';
import { HttpError } from '../http-error';
import { deck, deckList, deckPath, idempotencyKey, newDeck, orProblem, started } from './components';
import { answer, json, ok } from './documented';
import { checkedOrder } from './order';

const start = createRoute({
  method: 'post',
  path: '/decks',
  summary: 'Start a deck',
  description: 'The same Idempotency-Key again returns the same deck; with another body, 409.',
  middleware: requires('decks:start'),
  request: { headers: idempotencyKey, body: { required: true, content: json(newDeck) } },
  responses: {
    200: ok('The deck that this request has already started.', started),
    201: ok('The deck has started.', started),
    ...orProblem,
  },
});

const list = createRoute({
  method: 'get',
  path: '/decks',
  summary: 'List decks',
  description: 'Newest first. The list may be a moment behind.',
  middleware: requires('decks:read'),
  request: {
    query: z.object({
      search: z.string().optional().openapi({ description: 'Part of a title, a user, or the beginning of an ID.' }),
      stage: z
        .string()
        .optional()
        .openapi({ description: 'A stage, or `attention` for parked decks.', example: 'review' }),
      cursor: z.string().optional().openapi({ description: '`cursor` of the page before.' }),
    }),
  },
  responses: { 200: ok('One page.', deckList), ...orProblem },
});

const read = createRoute({
  method: 'get',
  path: '/decks/{uid}/{request}',
  summary: 'Read a deck, or wait for a change',
  middleware: requires('decks:read'),
  request: {
    params: deckPath,
    query: z.object({
      since: z.string().optional().openapi({
        description: 'A `version` that you have: waits up to 20 s for another one, then answers 304.',
      }),
    }),
  },
  responses: { 200: ok('The deck.', deck), 304: { description: 'Nothing has changed.' }, ...orProblem },
});

export function deckRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { decks, lists, longPolls, settings } = services;

  api.openapi(start, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const input = await checkedOrder(c.req.valid('json'), key, settings);
    const { workflowId, existing, differs } = await decks.start(input);
    c.set('deck', workflowId);
    if (differs) {
      throw new HttpError(
        'conflict',
        `This key has already started the deck ${shortId(workflowId)} from another input.`,
      );
    }
    const id = shortId(workflowId);
    c.header('location', `/v1/decks/${id.split('/').map(encodeURIComponent).join('/')}`);
    return answer(c, { id, existing }, existing ? 200 : 201);
  });

  api.openapi(list, async (c) => {
    requireNoLink(c);
    return answer(c, await lists.list(c.req.valid('query')), 200);
  });

  api.openapi(read, async (c) => {
    const access = accessOf(c);
    const { since } = c.req.valid('query');
    const load = async () => deckView(await decks.snapshot(access.workflowId), access);
    if (since === undefined) return answer(c, await load(), 200);
    const changed = await longPolls.until(access, c.req.raw.signal, async () => {
      const view = await load();
      return view.version === since ? undefined : view;
    });
    return changed === undefined ? c.body(null, 304) : answer(c, changed, 200);
  });
}

/** A review link is for one deck. */
function requireNoLink(c: ReviewContext): void {
  if (c.get('caller')?.kind === 'link') throw new HttpError('not-allowed', 'A review link shows one deck only.');
}

/** What the caller may do with the deck of the path. */
export function accessOf(c: ReviewContext): DeckAccess {
  const workflowId = `${WORKFLOW_ID_PREFIX}/${c.req.param('uid')}/${c.req.param('request')}`;
  c.set('deck', workflowId);
  return accessTo(c.get('caller')!, workflowId);
}
