import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { readableThroughout } from '../../base/text/unprintable';
import { requires } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { changedView, viewOf } from '../deck-texts';
import { accessOf, requireNoLink } from './access';
import { deck, deckList, deckPath, inbox } from './components';
import { answer, ok } from './documented';
import { route } from './route';

const list = route('get', '/decks', 'List decks', {
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
  responses: { 200: ok('One page.', deckList) },
});

const inboxRoute = route('get', '/inbox', 'List the decks that wait for a person', {
  middleware: requires('decks:read'),
  request: {
    query: z.object({
      reviewer: z.string().optional().openapi({ description: 'Only those that need the approval of this person.' }),
    }),
  },
  responses: { 200: ok('The inbox.', inbox) },
});

const read = route('get', '/decks/{uid}/{request}', 'Read a deck, or wait for a change', {
  middleware: requires('decks:read'),
  request: {
    params: deckPath,
    query: z.object({
      since: z.string().optional().openapi({
        description: 'A `version` that you have: waits up to 20 s for another one, then answers 304.',
      }),
    }),
  },
  responses: { 200: ok('The deck.', deck), 304: { description: 'Nothing has changed.' } },
});

const events = route('get', '/decks/{uid}/{request}/events', 'Follow a deck as server-sent events', {
  description:
    'Every change is an event `deck` with the deck as its data. The stream ends with an event `end` when the deck has ' +
    'ended. Up to 50 streams and waiting requests of a link, and 100 of a person or a deck, are open at a time.',
  middleware: requires('decks:read'),
  request: { params: deckPath },
  responses: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
  },
});

export function deckRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { lists, longPolls } = services;

  api.openapi(list, async (c) => {
    requireNoLink(c);
    return answer(c, await lists.list(c.req.valid('query')), 200);
  });

  api.openapi(inboxRoute, async (c) => {
    requireNoLink(c);
    return answer(c, await lists.inbox(c.req.valid('query').reviewer), 200);
  });

  api.openapi(read, async (c) => {
    const access = accessOf(c);
    const changed = await changedView(services, access, c.req.valid('query').since, c.req.raw.signal);
    return changed === undefined ? c.body(null, 304) : answer(c, changed, 200);
  });

  api.openapi(events, async (c) => {
    const access = accessOf(c);
    let seen = c.req.header('last-event-id');
    await viewOf(services, access);
    const changes = longPolls.changes(access, c.req.raw.signal, async () => {
      const view = await viewOf(services, access);
      return view.version === seen ? undefined : view;
    });
    c.header('x-accel-buffering', 'no');
    return streamSSE(c, async (stream) => {
      for await (const view of changes) {
        if (view === undefined) {
          await stream.write(': still here\n\n');
          continue;
        }
        seen = view.version;
        await stream.writeSSE({ event: 'deck', id: seen, data: JSON.stringify(readableThroughout(view)) });
        if (view.status === 'RUNNING') continue;
        await stream.writeSSE({ event: 'end', data: view.stage });
        break;
      }
    });
  });
}
