import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultPayloadConverter } from '@temporalio/common';
import { pino } from 'pino';
import { entriesOf } from '../../src/base/audit/export-log';
import { auditOptions, settingsSchema } from '../../src/config';
import { readEncryptionKeys } from '../../src/config/encryption-keys';
import { type RunningCodecServer, startCodecServer } from '../../src/temporal/codec-server/server';
import { createEncryptionCodec } from '../../src/temporal/encryption';
import { issuedTokens } from '../../src/web/issued-tokens';
import { CLIENT_SECRET, startIssuer, Visitor } from '../review/issuer';

const TOKEN = randomBytes(16).toString('hex');
const UI = 'https://ui.example';
const RESOURCE = 'https://codec.example';
const accounts = {
  omar: { email: 'omar@decks.example', email_verified: true, groups: ['operations'] },
  vera: { email: 'vera@decks.example', email_verified: true, groups: ['readers'] },
  guest: { email: 'guest@decks.example', email_verified: true, groups: [] },
  eve: { email: 'omar@decks.example', email_verified: false, groups: ['operations'] },
};

const folder = mkdtempSync(join(tmpdir(), 'deck-codec-roles-'));
const env = { DECK_CODEC_TOKEN: TOKEN, CODEC_KEY: randomBytes(32).toString('hex') };
const log = pino({ level: 'silent' });
type Issuer = Awaited<ReturnType<typeof startIssuer>>;
let issuer: Issuer;
let other: Issuer;
const open: RunningCodecServer[] = [];
/** The codec server for tokens of the UI's client, and for access tokens that name it. */
let ofUi: RunningCodecServer;
let ofResource: RunningCodecServer;

function settingsOf(audience: string, at = issuer) {
  return settingsSchema.parse({
    data: { directory: folder },
    reviewServer: {
      login: {
        issuer: at.url,
        roles: { viewer: ['group readers'], reviewer: [], operator: ['group operations'], admin: [] },
      },
    },
    encryption: {
      enabled: true,
      keys: [{ id: 'k1', key: { env: 'CODEC_KEY' } }],
      currentKey: 'k1',
      codecServer: { port: 0, origins: [UI], audience },
    },
  });
}
async function start(audience: string, { at = issuer, variables = env as NodeJS.ProcessEnv } = {}) {
  const settings = settingsOf(audience, at);
  const server = await startCodecServer({ settings, log, readBearer: issuedTokens(settings, log), env: variables });
  open.push(server);
  return server;
}
beforeAll(async () => {
  [issuer, other] = await Promise.all([startIssuer(accounts), startIssuer(accounts)]);
  ofUi = await start('temporal-ui');
  ofResource = await start(RESOURCE);
});
afterAll(async () => {
  for (const each of open) await each.close();
  await issuer?.stop();
  await other?.stop();
  rmSync(folder, { recursive: true });
});

/** Logs in as the Temporal UI does. @param resource for which the access token is, readable for it */
async function tokensOf(account: string, resource?: string, at = issuer): Promise<{ access: string; id: string }> {
  const visitor = new Visitor();
  const back = 'http://127.0.0.1/login/callback';
  const named = resource === undefined ? {} : { resource };
  const query = new URLSearchParams({
    ...{ client_id: 'temporal-ui', response_type: 'code', redirect_uri: back, ...named },
    scope: 'openid profile email groups',
  });
  const code = new URL(await visitor.logIn(`${at.url}/auth?${query}`, account)).searchParams.get('code')!;
  const answer = await fetch(`${at.url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`temporal-ui:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: back, ...named }),
  });
  const { access_token: access, id_token: id } = (await answer.json()) as { access_token: string; id_token: string };
  return { access, id };
}

async function decode(at: RunningCodecServer, headers: Record<string, string>) {
  const codec = createEncryptionCodec(readEncryptionKeys(settingsOf(RESOURCE), env));
  const [payload] = await codec.encode([defaultPayloadConverter.toPayload('Otters')!]);
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const metadata = Object.entries(payload!.metadata!).map(([name, value]) => [name, base64(value)]);
  const answer = await fetch(`${at.url}/decode`, {
    method: 'POST',
    headers: { origin: UI, ...headers },
    body: JSON.stringify({ payloads: [{ metadata: Object.fromEntries(metadata), data: base64(payload!.data!) }] }),
  });
  const text = await answer.text();
  return { status: answer.status, text, isPlain: text.includes(base64(Buffer.from('"Otters"'))) };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function entries() {
  const found = [];
  for await (const { action, who, outcome, facts } of entriesOf(auditOptions(settingsOf(RESOURCE), env).directory))
    if (action === 'codec.decode') found.push({ who, outcome, facts });
  return found;
}

describe('a token of the issuer of the login', () => {
  it('decrypts for an operator, whose confirmed name is in the audit log', async () => {
    const { access } = await tokensOf('omar', RESOURCE);
    expect(await decode(ofResource, bearer(access))).toMatchObject({ status: 200, isPlain: true });
    expect(await entries()).toContainEqual({
      who: { by: 'token', name: 'omar@decks.example', subject: 'omar', verified: true },
      outcome: 200,
      facts: { payloads: 1 },
    });
  });

  it('decrypts with the ID token that the UI sends with an access token that only the issuer can read', async () => {
    const { access, id } = await tokensOf('omar');
    expect(await decode(ofUi, { ...bearer(access), 'authorization-extras': id })).toMatchObject({ isPlain: true });
    expect(await decode(ofUi, bearer(access))).toMatchObject({ status: 401, isPlain: false });
  });

  it.each([
    ['vera', 'a viewer'],
    ['guest', 'a person without a role'],
  ])('shows nothing to %s, %s, and the attempt is in the audit log', async (account) => {
    const { access } = await tokensOf(account, RESOURCE);
    expect(await decode(ofResource, bearer(access))).toMatchObject({ status: 403, isPlain: false });
    const entry = (await entries()).find(({ who }) => who.subject === account);
    expect(entry).toMatchObject({ who: { name: `${account}@decks.example`, verified: true }, outcome: 403 });
  });

  it('shows nothing to a person with the unconfirmed address of an operator', async () => {
    const { access } = await tokensOf('eve', RESOURCE);
    const { status, isPlain, text } = await decode(ofResource, bearer(access));
    expect({ status, isPlain }).toEqual({ status: 403, isPlain: false });
    expect(text).toContain('does not confirm the email address');
  });

  it.each<[string, () => Promise<string>]>([
    ['for another audience', async () => (await tokensOf('omar', 'https://elsewhere.example')).access],
    ['of another issuer', async () => (await tokensOf('omar', RESOURCE, other)).access],
    [
      'with another signature',
      async () =>
        (await tokensOf('omar', RESOURCE)).access.replace(/[^.]+$/, Buffer.alloc(256, 7).toString('base64url')),
    ],
    [
      'with another subject',
      async () => {
        const { access } = await tokensOf('vera', RESOURCE);
        const [head, body, signature] = access.split('.');
        const claims = JSON.parse(Buffer.from(body!, 'base64url').toString());
        return [head, part({ ...claims, ...accounts.omar, sub: 'omar' }), signature].join('.');
      },
    ],
    [
      'without a signature',
      async () => {
        const [, body] = (await tokensOf('omar', RESOURCE)).access.split('.');
        return `${part({ alg: 'none' })}.${body}.AA`;
      },
    ],
    [
      'signed with a public value',
      async () => {
        const [, body] = (await tokensOf('omar', RESOURCE)).access.split('.');
        const signed = `${part({ alg: 'HS256', kid: 'test' })}.${body}`;
        const keys = await (await fetch(`${issuer.url}/jwks`)).text();
        return `${signed}.${createHmac('sha256', keys).update(signed).digest('base64url')}`;
      },
    ],
  ])('is refused %s', async (_, token) => {
    const before = (await entries()).length;
    expect(await decode(ofResource, bearer(await token()))).toMatchObject({ status: 401, isPlain: false });
    expect(await entries()).toHaveLength(before);
  });

  it('is refused after it has expired', async () => {
    const late = await startIssuer(accounts, 24 * 3_600_000);
    try {
      const { access } = await tokensOf('omar', RESOURCE, late);
      const { status, text } = await decode(await start(RESOURCE, { at: late }), bearer(access));
      expect({ status, text }).toEqual({ status: 401, text: expect.stringContaining('\\"exp\\"') });
    } finally {
      await late.stop();
    }
  });

  it('never makes other clients wait, however many are refused', async () => {
    for (let time = 0; time < 12; time += 1) await decode(ofResource, bearer(`${part({ alg: 'RS256' })}.e30.AA`));
    expect(await decode(ofResource, bearer(TOKEN))).toMatchObject({ status: 200, isPlain: true });
  });

  it('is allowed from pages of the UI only, which learn that they can send both', async () => {
    const { access } = await tokensOf('omar', RESOURCE);
    const elsewhere = await decode(ofResource, { ...bearer(access), origin: 'https://evil.example' });
    expect(elsewhere).toMatchObject({ status: 403, isPlain: false });
    const preflight = await fetch(`${ofResource.url}/decode`, {
      method: 'OPTIONS',
      headers: { origin: UI, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization,authorization-extras/i);
  });
});

describe('with a login', () => {
  it('the shared token can be left out, and then nothing but the issuer gives access', async () => {
    const only = await start(RESOURCE, { variables: { CODEC_KEY: env.CODEC_KEY } });
    for (const token of [TOKEN, '', 'undefined'])
      expect(await decode(only, bearer(token))).toMatchObject({ status: 401, isPlain: false });
    const logIn = await fetch(`${only.url}/login`, { method: 'POST', body: new URLSearchParams({ token: '' }) });
    expect([logIn.status, logIn.headers.getSetCookie()]).toEqual([401, []]);
    expect(await (await fetch(only.url)).text()).toContain('Pass the user access token');
    const { access } = await tokensOf('omar', RESOURCE);
    expect(await decode(only, bearer(access))).toMatchObject({ isPlain: true });
  });

  it('nothing is decrypted while the issuer does not respond', async () => {
    const { access } = await tokensOf('omar', RESOURCE);
    const server = await start(RESOURCE, { at: { ...issuer, url: 'http://127.0.0.1:9' } });
    expect(await decode(server, bearer(access))).toMatchObject({ status: 503, isPlain: false });
  });
});
