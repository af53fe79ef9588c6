import { OpenAPIHono } from '@hono/zod-openapi';
import { linkCaller } from '../access';
import { identify } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { HttpError } from '../http-error';
import { contentRoutes } from './deck-contents';
import { messageRoutes } from './deck-messages';
import { deckRoutes } from './decks';
import { meRoutes } from './me';
import { startRoutes } from './start';
import { templateRoutes } from './templates';

/** The HTTP API, below `/v1`. Its OpenAPI document is made from the schemas that check the requests. */
export function createApi(services: ReviewServices): OpenAPIHono<ReviewEnv> {
  const api = new OpenAPIHono<ReviewEnv>({
    defaultHook(result) {
      if (result.success) return;
      const faults = result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
      throw new HttpError('invalid', `${faults[0]!.message}.`, { faults });
    },
  });
  const { operators, linkKey } = services;
  api.use(identify([(c) => operators.callerOf(c), linkCaller(linkKey)]));
  meRoutes(api);
  startRoutes(api, services);
  deckRoutes(api, services);
  templateRoutes(api, services);
  messageRoutes(api, services);
  contentRoutes(api, services);
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Decks', version: 'v1', description: 'Starts, follows, decides on and downloads slide decks.' },
  });
  return api;
}
