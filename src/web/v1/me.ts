import type { OpenAPIHono } from '@hono/zod-openapi';
import { shortId } from '../../core/deck-id';
import { given } from '../../core/given';
import { requires } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { caller, usual } from './components';
import { answer, ok } from './documented';
import { route } from './route';

export function meRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const me = route('get', '/me', 'Who you are and what you may do', {
    middleware: requires(),
    responses: { 200: ok('The caller.', caller) },
  });
  api.openapi(me, (c) => {
    const { kind, name, verified, groups, scopes, expiresAt, link } = c.get('caller')!;
    const body = {
      kind,
      ...given({ name }),
      verified,
      groups: [...groups],
      scopes: [...scopes],
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
      ...(link === undefined ? {} : { deck: shortId(link.workflowId) }),
    };
    return answer(c, body, 200);
  });

  const duration = route('get', '/usual-duration', 'How long decks usually take from the last approval to the files', {
    middleware: requires('decks:read'),
    responses: { 200: ok('The median of the newest decks.', usual) },
  });
  api.openapi(duration, async (c) => answer(c, given({ seconds: await services.usual.seconds() }), 200));
}
