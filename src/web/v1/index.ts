import { OpenAPIHono } from '@hono/zod-openapi';
import { ApiTokens } from '../../decks/api-tokens';
import { linkCaller, sessionCaller, tokenCaller } from '../access';
import { identify } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { invalidFields } from '../http-error';
import { batchRoutes } from './batches';
import { contentRoutes } from './deck-contents';
import { messageRoutes } from './deck-messages';
import { deckRoutes } from './decks';
import { loginRoutes } from './login';
import { meRoutes } from './me';
import { startRoutes } from './start';
import { templateRoutes } from './templates';

/** The HTTP API, below `/v1`. Its OpenAPI document is made from the schemas that check the requests. */
export function createApi(services: ReviewServices): OpenAPIHono<ReviewEnv> {
  const api = new OpenAPIHono<ReviewEnv>({
    defaultHook(result) {
      if (result.success) return;
      throw invalidFields(result.error.issues);
    },
  });
  const tokens = new ApiTokens(services.settings);
  api.use(identify([sessionCaller(services), tokenCaller(tokens), linkCaller(services)]));
  meRoutes(api, services);
  loginRoutes(api, services);
  startRoutes(api, services);
  deckRoutes(api, services);
  batchRoutes(api, services);
  templateRoutes(api, services);
  messageRoutes(api, services);
  contentRoutes(api, services);
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of `deck token create`, or a review link. The web app has the cookie of a login instead.',
  });
  let described: object | undefined;
  api.get('/openapi.json', (c) => {
    described ??= api.getOpenAPI31Document({
      openapi: '3.1.0',
      servers: [{ url: '/v1' }],
      security: [{ bearer: [] }],
      info: { title: 'Decks', version: 'v1', description: 'Starts, follows, decides on and downloads slide decks.' },
    });
    return c.json(described);
  });
  return api;
}
