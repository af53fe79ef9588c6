import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AuditEntry } from '../../src/base/audit/audit-line';
import type { AuditLog } from '../../src/base/audit/audit-log';
import { BrowserSessions } from '../../src/base/edge/browser-sessions';
import { settingsSchema } from '../../src/config';
import { ApiTokens } from '../../src/decks/api-tokens';
import { linkKeys, type ReviewLink, signLink } from '../../src/decks/links/review-links';
import { createCodecApp } from '../../src/temporal/codec-server/app';
import { createReviewApp } from '../../src/web/app';
import type { ReviewServices } from '../../src/web/context';
import { Logins } from '../../src/web/login';
import { Operators } from '../../src/web/operators';
import { type Role, roles, type Scope, scopes } from '../../src/web/scopes';

/**
 * Every door of the web app and the codec server, and every identity. The doors are those of the running programs, so one
 * that is not in the tables below fails. Those of the generation service are in service/hostile/credentials.test.ts, from
 * its contract. Behind each door is a wall: what comes through fails with 500.
 */

const data = mkdtempSync(join(tmpdir(), 'deck-doors-'));
afterAll(() => rmSync(data, { recursive: true }));
const env = {
  DECK_OPERATOR_TOKEN: 'operators-of-these-tests',
  DECK_LINK_KEY: 'the-key-of-links-of-these-tests-0123',
  DECK_LOGIN_SECRET: 'a-secret-of-these-tests',
};
const settings = settingsSchema.parse({
  data: { directory: data },
  log: { level: 'silent' },
  reviewServer: {
    linkKey: { env: 'DECK_LINK_KEY' },
    login: {
      ...{ issuer: 'https://login.example', clientId: 'decks', clientSecret: { env: 'DECK_LOGIN_SECRET' } },
      roles: Object.fromEntries(roles.map((role) => [role, [role]])),
    },
  },
});
const log = pino({ level: 'silent' });
const keys = linkKeys(settings, env);
const logins = new Logins(settings, keys[0], log, env);
const operators = new Operators(settings, keys, env);
const entries: AuditEntry[] = [];
const audit = { append: async (entry: AuditEntry) => void entries.push(entry) } as unknown as AuditLog;

/** Errors of Jest's realm are not the `Error` of Hono, which throws them on. */
async function statusOf(answered: Response | Promise<Response>): Promise<number> {
  try {
    return (await answered).status;
  } catch (error) {
    if ((error as Error).message === 'came through') return 500;
    throw error;
  }
}
const wall: object = new Proxy(() => undefined, {
  get: (_, name) => (name === 'then' ? undefined : wall),
  apply: () => {
    throw new Error('came through');
  },
});
const app = createReviewApp({
  ...{ settings, log, audit, linkKeys: keys, logins, operators },
  ...{ ended: { refuse: async () => undefined }, frames: Promise.resolve(false), longPolls: wall },
  ...{ decks: wall, documents: wall, slides: wall, templates: wall, brandTemplates: wall },
  ...{ lists: wall, comparer: wall, usual: wall },
} as unknown as ReviewServices);

/** Private: only a login opens one. */
const sessionsOf = (owner: object) => (owner as { sessions: BrowserSessions }).sessions;
const DECK = 'presentation/u/r';
const link = (more: Partial<ReviewLink> = {}) =>
  signLink({ workflowId: DECK, gate: 'outline', role: 'reviewer', expiresAt: Date.now() + 60_000, ...more }, keys[0]);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (name: string, value: string) => ({ cookie: `${name}=${value}`, 'x-deck': '1' });
const tokens = new ApiTokens(settings);
const token = async (held: readonly string[], lifetime = 60_000) => tokens.create('a program', held, lifetime);

type Headers = Record<string, string>;
const people: Record<string, Headers> = {};
beforeAll(async () => {
  const revoked = await token(scopes);
  await tokens.revoke(revoked.entry.id);
  const session = (role: Role) =>
    sessionsOf(logins).open(60_000, { name: role, subject: `subject of ${role}`, groups: [] });
  const ended = session('admin');
  sessionsOf(logins).end(ended);
  const foreign = new BrowserSessions('another key', 60_000, data);
  const other = ['another-key-of-links-0123456789'];
  Object.assign(people, {
    nobody: {},
    'link viewer': bearer(link({ role: 'viewer' })),
    'link reviewer': bearer(link()),
    'link of another deck': bearer(link({ workflowId: 'presentation/u/other' })),
    ...Object.fromEntries(await Promise.all(scopes.map(async (s) => [`token ${s}`, bearer((await token([s])).token)]))),
    ...Object.fromEntries(roles.map((role) => [`session ${role}`, cookie('deck-session', session(role))])),
    operator: cookie('deck-operator', sessionsOf(operators).open(60_000)),
    'expired link': bearer(link({ expiresAt: Date.now() - 1 })),
    'forged link': bearer(
      signLink({ workflowId: DECK, gate: 'all', role: 'reviewer', expiresAt: Date.now() + 60_000 }, other[0]!),
    ),
    'expired token': bearer((await token(scopes, 0)).token),
    'revoked token': bearer(revoked.token),
    'session that has ended': cookie('deck-session', ended),
    'session of another key': cookie('deck-session', foreign.open(60_000, { name: 'admin', subject: 'x', groups: [] })),
    'session from another site': { cookie: `deck-session=${session('admin')}` },
    'operator from another site': { cookie: `deck-operator=${sessionsOf(operators).open(60_000)}` },
  });
});

/** Who has each right: nothing here is derived from the program. */
const holders = {
  'decks:read': [
    'token decks:read',
    'session viewer',
    'session reviewer',
    'session operator',
    'session admin',
    'operator',
  ],
  'decks:start': ['token decks:start', 'session reviewer', 'session operator', 'session admin', 'operator'],
  'decks:decide': ['token decks:decide', 'session reviewer', 'session operator', 'session admin', 'operator'],
  'decks:operate': ['token decks:operate', 'session operator', 'session admin', 'operator'],
  'templates:write': ['token templates:write', 'session operator', 'session admin', 'operator'],
  admin: ['token admin', 'session admin'],
} satisfies Record<Scope, string[]>;
const all = [...new Set(Object.values(holders).flat())];
const ownLinks = ['link viewer', 'link reviewer'];
const anyLink = [...ownLinks, 'link of another deck'];
const reads = holders['decks:read'];

/** `open`: to everyone, also without a name. */
const doors: Record<string, readonly string[] | 'open'> = {
  'GET /v1/me': [...all, ...anyLink],
  'GET /v1/usual-duration': [...reads, ...anyLink],
  'GET /v1/decks': reads,
  'POST /v1/decks': holders['decks:start'],
  'GET /v1/inbox': reads,
  'GET /v1/review-policy': holders['decks:start'],
  'POST /v1/documents/check': holders['decks:start'],
  'GET /v1/decks/:uid/:request': [...reads, ...ownLinks],
  'GET /v1/decks/:uid/:request/events': [...reads, ...ownLinks],
  'GET /v1/decks/:uid/:request/revisions/:revision': [...reads, ...ownLinks],
  'GET /v1/decks/:uid/:request/slides': [...reads, ...ownLinks],
  'GET /v1/decks/:uid/:request/slides/:number': [...reads, ...ownLinks],
  'GET /v1/decks/:uid/:request/files/:index': [...reads, ...ownLinks],
  'GET /v1/decks/:uid/:request/order': reads.filter((each) => holders['decks:start'].includes(each)),
  'POST /v1/decks/:uid/:request/decisions': [...holders['decks:decide'], 'link reviewer'],
  'GET /v1/decks/:uid/:request/resolutions': [...reads, ...ownLinks],
  'POST /v1/decks/:uid/:request/resolutions': holders['decks:operate'],
  'POST /v1/decks/:uid/:request/cancel': holders['decks:operate'],
  'POST /v1/decks/:uid/:request/links': [...reads, ...ownLinks],
  'DELETE /v1/decks/:uid/:request/links': holders['decks:operate'],
  'GET /v1/batches': reads,
  'POST /v1/batches': holders['decks:start'],
  'GET /v1/batches/:batch': reads,
  'POST /v1/batches/:batch/cancel': holders['decks:operate'],
  'GET /v1/templates': [...reads, ...anyLink],
  'GET /v1/templates/:id/cover': [...reads, ...anyLink],
  'GET /v1/brand-templates': reads,
  'POST /v1/brand-templates': holders['templates:write'],
  'GET /v1/brand-templates/:id': reads,
  'POST /v1/brand-templates/:id/roles': holders['templates:write'],
  // The link in the path is the credential; a forged one is not found.
  'GET /v1/files/:link': 'open',
  'GET /v1/login': 'open',
  'POST /v1/login': 'open',
  'POST /v1/logout': 'open',
  'GET /v1/openapi.json': 'open',
  // Pages without data: what they show comes from /v1.
  ...Object.fromEntries(
    ['/', '/new', '/templates', '/review', '/help', '/design'].map((path) => [`GET ${path}`, 'open']),
  ),
  'GET /assets/*': 'open',
  'GET /healthz': 'open',
  'GET /login': 'open',
  'GET /login/callback': 'open',
};

const routesOf = (routes: { method: string; path: string }[]) =>
  [...new Set(routes.map(({ method, path }) => `${method} ${path}`))]
    .filter((route) => !route.startsWith('ALL '))
    .sort();
/** Bodies that pass the checks before the caller's access to the deck. */
const bodies: Record<string, object> = {
  decisions: { revision: 1, decision: 'approve' },
  resolutions: { action: 'retry' },
  links: { role: 'viewer' },
};

async function call(door: string, headers: Headers): Promise<number> {
  const [method = '', path = ''] = door.split(' ');
  const target = path
    .replace('/:uid/:request', '/u/r')
    .replace(/:(revision|number|index|id|batch)/, '1')
    .replace(':link', link())
    .replace(/\/slides.*/, '$&?revision=1');
  const body = method === 'POST' ? JSON.stringify(bodies[path.split('/').at(-1)!] ?? {}) : null;
  const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
  return statusOf(app.request(`http://localhost${target}`, { method, headers: { ...headers, ...type }, body }));
}

it('the web app has these doors and no others', () => {
  expect(routesOf(app.routes)).toEqual(Object.keys(doors).sort());
});

it.each(Object.entries(doors).filter(([, who]) => who !== 'open'))(
  '%s is open to those with the right',
  async (door, who) => {
    const came = [];
    for (const [name, headers] of Object.entries(people)) {
      const status = await call(door, headers);
      if (status !== 401 && status !== 403) came.push(name);
    }
    expect(came.sort()).toEqual([...who].sort());
  },
);

it('gives nothing for a secret of another kind', async () => {
  const statuses = [await call('GET /v1/files/:link', {})];
  bodies.login = { link: link() };
  statuses.push(await call('POST /v1/login', {}));
  bodies.login = { token: (await token(scopes)).token };
  statuses.push(await call('POST /v1/login', {}));
  expect(statuses.filter((status) => ![401, 403, 404, 410].includes(status))).toEqual([]);
});

it('a reader cannot fill the audit log by reading the same again; what someone does is written each time', async () => {
  const asked = async (door: string, times: number) => {
    entries.length = 0;
    for (let time = 0; time < times; time += 1) {
      for (const person of ['link viewer', 'link of another deck']) await call(door, people[person]!);
    }
    return entries.map(({ action, outcome }) => `${action} ${outcome}`);
  };
  await asked('GET /v1/inbox', 1);
  expect(await asked('GET /v1/inbox', 20)).toEqual([]);
  expect(await asked('POST /v1/decks', 2)).toEqual(Array.from({ length: 4 }, () => 'deck.start 403'));
});

describe('the codec server', () => {
  const TOKEN = 'a token of the codec server';
  const UI = 'https://ui.example';
  const sessions = new BrowserSessions(TOKEN, 60_000, data);
  const codecApp = () =>
    createCodecApp({
      ...{ codec: wall as never, origins: [UI], sessionMs: 60_000, servesHost: () => true, log, audit },
      ...{ clientAddressHeader: null },
      access: {
        sessions,
        allowsToken: (given) => given === TOKEN,
        allowsHeader: (given) => given === `Bearer ${TOKEN}`,
        hasToken: true,
        readBearer: undefined,
      },
    });
  const own = { cookie: `deck-codec=${sessions.open()}` };
  const through = { token: bearer(TOKEN), 'session of the UI': { ...own, origin: UI } };
  const stopped = {
    nobody: {},
    'session without a page': own,
    'session of a page elsewhere': { ...own, origin: 'https://a.example' },
  };

  it('has these doors and no others', () => {
    expect(routesOf(codecApp().routes)).toEqual([
      'GET /',
      'POST /decode',
      'POST /encode',
      'POST /login',
      'POST /logout',
    ]);
  });

  it.each(['/decode', '/encode'])(
    '%s opens for its token and its page, and for no one of the web app',
    async (path) => {
      const came = [];
      const codec = codecApp();
      for (const [name, headers] of Object.entries({ ...through, ...people, ...stopped })) {
        // A wrong token makes its address wait, so these come last.
        const status = await statusOf(
          codec.request(`http://localhost${path}`, {
            method: 'POST',
            headers,
            body: '{"payloads":[{}]}',
          }),
        );
        if (![401, 403, 429].includes(status)) came.push(name);
      }
      expect(came).toEqual(Object.keys(through));
    },
  );
});
