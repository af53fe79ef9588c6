import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { given } from '../../core/given';
import type { ReviewEnv, ReviewServices } from '../context';
import { MAX_SMALL_BYTES, maxBody } from '../max-body';
import { loggedOut, logins } from './components';
import { answer, body, documented, ok } from './documented';
import { route } from './route';

const ways = route('get', '/login', 'List the ways to log in', {
  security: [],
  responses: { 200: ok('The ways.', logins) },
});

const logIn = route('post', '/login', 'Log in as an operator', {
  description:
    'With the operator token, or with a link of `deck inbox --page`. People log in at `/login` in a browser.',
  security: [],
  middleware: maxBody(MAX_SMALL_BYTES),
  request: {
    body: body(
      documented('Login', z.union([z.strictObject({ token: z.string() }), z.strictObject({ link: z.string() })]), {
        token: 'the-operator-token',
      }),
    ),
  },
  responses: { 204: { description: 'The response has the cookie of the session.' } },
});

const logOut = route('post', '/logout', 'End the session', {
  description: 'Copies of its cookie are worthless, too.',
  security: [],
  responses: { 200: ok('The session has ended.', loggedOut) },
});

export function loginRoutes(api: OpenAPIHono<ReviewEnv>, { operators, logins }: ReviewServices): void {
  api.openapi(ways, (c) => answer(c, { person: logins !== undefined, token: operators.hasToken }, 200));

  api.openapi(logIn, (c) => {
    const login = c.req.valid('json');
    if ('token' in login) operators.logIn(c, login.token);
    else operators.logInWithLink(c, login.link);
    c.set('audited', { who: { by: 'operator' } });
    return c.body(null, 204);
  });

  api.openapi(logOut, async (c) => {
    operators.logOut(c);
    return answer(c, given({ address: await logins?.logOut(c) }), 200);
  });
}
