import { createHash, createHmac } from 'node:crypto';
import { type EndpointName, endpointOf } from '../../../src/contract/index';
import type { FailureKind } from '../../../src/contract/profile';
import { DEEP } from '../../deep';
import { type Account, DEMO, type Member, SECOND, seconds, signatureOf, signedLines } from './member';
import type { HeaderLines } from './send';

/** What the attacker may have got hold of. */
export interface Loot {
  /** The user whose credentials are changed; granted for the channel `shop`. */
  member: Member;
  /** The same uid without a channel, the same uid in the other account, another user of the same account. */
  withoutChannel: Member;
  otherAccount: Member;
  otherUser: Member;
  code: string;
  expiredToken: string;
}

export interface Mutation {
  what: string;
  /** What the refusal must say. */
  expected: FailureKind;
  lines(loot: Loot, endpoint: EndpointName): HeaderLines;
}

const replaced = (lines: HeaderLines, name: string, value: (old: string) => string): HeaderLines =>
  lines.map(([header, old]) => [header, header === name ? value(old) : old] as const);
const without = (lines: HeaderLines, name: string): HeaderLines => lines.filter(([header]) => header !== name);
const doubled = (lines: HeaderLines, name: string): HeaderLines => [
  ...lines,
  ...lines.filter(([header]) => header === name),
];
const flipped = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Changes of header set A. */
const ofToken = (
  what: string,
  lines: (loot: Loot, right: HeaderLines, endpoint: EndpointName) => HeaderLines,
  expected: FailureKind = 'authentication',
): Mutation => ({ what, expected, lines: (loot, endpoint) => lines(loot, loot.member.headers, endpoint) });
const tokenBecomes = (what: string, value: (loot: Loot, right: string) => string, expected?: FailureKind) =>
  ofToken(what, (loot, right) => replaced(right, 'x-token', (old) => value(loot, old)), expected);
const channelBecomes = (what: string, value: (right: string) => string) =>
  ofToken(what, (_, right) => replaced(right, 'x-channel', value));

/** Every place of a token or signature, changed in several ways: in a deep run only, since none differs from the others. */
const everywhere = (length: number, make: (what: string, change: (text: string) => string) => Mutation): Mutation[] =>
  DEEP === 0
    ? []
    : Array.from({ length }, (_, at): [string, (text: string) => string][] => [
        [`character ${at + 1} replaced`, (text) => flipped(text, at)],
        [`character ${at + 1} left out`, (text) => text.slice(0, at) + text.slice(at + 1)],
        [`character ${at + 1} twice`, (text) => text.slice(0, at + 1) + text.slice(at)],
        [`a space before character ${at + 1}`, (text) => `${text.slice(0, at)} ${text.slice(at)}x`],
      ]).flatMap((changes) => changes.map(([what, change]) => make(what, change)));

export const tokenMutations: readonly Mutation[] = [
  ofToken('no header', () => []),
  ofToken('no key', (_, right) => without(right, 'x-api-key')),
  ofToken('an empty key', (_, right) => replaced(right, 'x-api-key', () => '')),
  ofToken('a key without an account', (_, right) => replaced(right, 'x-api-key', () => 'nobody')),
  ofToken('the key in capitals', (_, right) => replaced(right, 'x-api-key', (key) => key.toUpperCase())),
  ofToken('the key twice', (_, right) => doubled(right, 'x-api-key')),
  ofToken("another account's key", (_, right) => replaced(right, 'x-api-key', () => SECOND.key)),
  ofToken('both keys', (_, right) => [...right, ['x-api-key', SECOND.key]]),
  ofToken('no token', (_, right) => without(right, 'x-token')),
  ofToken('the token twice', (_, right) => doubled(right, 'x-token')),
  ofToken('two good tokens', ({ withoutChannel }, right) => [...right, ['x-token', withoutChannel.token]]),
  tokenBecomes('an empty token', () => ''),
  tokenBecomes('a token cut short', (_, token) => token.slice(0, -1)),
  tokenBecomes('a token made longer', (_, token) => `${token}A`),
  tokenBecomes('the first character of the token changed', (_, token) => flipped(token, 0)),
  tokenBecomes('the last character of the token changed', (_, token) => flipped(token, token.length - 1)),
  tokenBecomes('the token in small letters', (_, token) => `${token.toLowerCase()}x`),
  tokenBecomes('the token in quotes', (_, token) => `"${token}"`),
  tokenBecomes('the token as a bearer', (_, token) => `Bearer ${token}`),
  tokenBecomes('what a database keeps of the token', (_, token) => sha256(token)),
  tokenBecomes('a wildcard for a token', () => '%'),
  tokenBecomes('a quotation mark for a token', () => "' or '1'='1"),
  tokenBecomes('the uid for a token', ({ member }) => member.uid),
  tokenBecomes('the secret key for a token', () => DEMO.secret),
  tokenBecomes('an authorisation code for a token', ({ code }) => code),
  tokenBecomes('an expired token', ({ expiredToken }) => expiredToken, 'token-expired'),
  tokenBecomes("another account's token of the same uid", ({ otherAccount }) => otherAccount.token),
  tokenBecomes("another user's token, without a channel", ({ otherUser }) => otherUser.token),
  tokenBecomes('a token granted without a channel', ({ withoutChannel }) => withoutChannel.token),
  ofToken('no channel', (_, right) => without(right, 'x-channel')),
  ofToken('the channel twice', (_, right) => doubled(right, 'x-channel')),
  channelBecomes('an empty channel', () => ''),
  channelBecomes('another channel', () => 'other'),
  channelBecomes('the channel in capitals', (channel) => channel.toUpperCase()),
  channelBecomes('a longer channel', (channel) => `${channel}2`),
  ofToken('the token as x-code', (_, right) =>
    right.map(([name, value]) => [name === 'x-token' ? 'x-code' : name, value]),
  ),
  ofToken('a code as x-code', ({ code }, right) => [...without(right, 'x-token'), ['x-code', code]]),
  ofToken('the token in a cookie', ({ member }, right) => [
    ...without(right, 'x-token'),
    ['cookie', `x-token=${member.token}; token=${member.token}`],
  ]),
  ofToken('the token as authorization', ({ member }, right) => [
    ...without(right, 'x-token'),
    ['authorization', `Bearer ${member.token}`],
  ]),
  ofToken('header set S instead', (_, _right, endpoint) => signedLines(DEMO, endpoint)),
  ...everywhere(43, (what, change) => tokenBecomes(`${what} in the token`, (_, token) => change(token))),
];

/** Changes of header set S; built for each request, since the timestamp is part of it. */
const ofSignature = (
  what: string,
  lines: (right: HeaderLines, endpoint: EndpointName, loot: Loot) => HeaderLines,
  expected: FailureKind = 'signature',
): Mutation => ({ what, expected, lines: (loot, endpoint) => lines(signedLines(DEMO, endpoint), endpoint, loot) });
/** Signed well over another string than the rule's. */
const overText = (what: string, text: (method: string, path: string, at: number) => string, account: Account = DEMO) =>
  ofSignature(what, (right, endpoint) => {
    const { method, path } = endpointOf(endpoint);
    const at = Number(right.find(([name]) => name === 'x-timestamp')![1]);
    return replaced(right, 'x-signature', () => signatureOf(account.secret, text(method, path, at)));
  });
const signatureBecomes = (what: string, value: (right: string) => string) =>
  ofSignature(what, (right) => replaced(right, 'x-signature', value));
/** A timestamp that is signed as it is sent. */
const signedAt = (what: string, at: () => string | number) =>
  ofSignature(what, (_, endpoint) => signedLines(DEMO, endpoint, at()));
const headerNames = ['x-api-key', 'x-timestamp', 'x-signature'] as const;

export const signatureMutations: readonly Mutation[] = [
  ofSignature('no header', () => []),
  ...headerNames.map((name) => ofSignature(`no ${name}`, (right) => without(right, name))),
  ...headerNames.map((name) => ofSignature(`an empty ${name}`, (right) => replaced(right, name, () => ''))),
  ...headerNames.map((name) => ofSignature(`${name} twice`, (right) => doubled(right, name))),
  ofSignature('a key without an account', (right) => replaced(right, 'x-api-key', () => 'nobody')),
  ofSignature("another account's key", (right) => replaced(right, 'x-api-key', () => SECOND.key)),
  ofSignature('the secret key as the key', (right) => replaced(right, 'x-api-key', () => DEMO.secret)),
  ofSignature('header set A instead', (_right, _endpoint, { member }) => member.headers),
  overText("another account's secret", (method, path, at) => `${method}@${path}/@${at}`, SECOND),
  overText('the key for a secret', (method, path, at) => `${method}@${path}/@${at}`, { ...DEMO, secret: DEMO.key }),
  overText('another method', (method, path, at) => `${method === 'GET' ? 'POST' : 'GET'}@${path}/@${at}`),
  overText('the method in small letters', (method, path, at) => `${method.toLowerCase()}@${path}/@${at}`),
  overText('no method', (_, path, at) => `${path}/@${at}`),
  overText('the path without its trailing slash', (method, path, at) => `${method}@${path}@${at}`),
  overText('the path with two trailing slashes', (method, path, at) => `${method}@${path}//@${at}`),
  overText('the path without its leading slash', (method, path, at) => `${method}@${path.slice(1)}/@${at}`),
  overText('the path in capitals', (method, path, at) => `${method}@${path.toUpperCase()}/@${at}`),
  overText('the path with a query', (method, path, at) => `${method}@${path}/?uid=a@${at}`),
  overText('the path with its host', (method, path, at) => `${method}@http://127.0.0.1${path}/@${at}`),
  overText('the root for a path', (method, _, at) => `${method}@/@${at}`),
  overText('another separator', (method, path, at) => `${method}\n${path}/\n${at}`),
  overText('no timestamp in the text', (method, path) => `${method}@${path}/@`),
  overText('an older timestamp in the text', (method, path, at) => `${method}@${path}/@${at - 1}`),
  overText('a newer timestamp in the text', (method, path, at) => `${method}@${path}/@${at + 1}`),
  ...(['grantToken', 'grantCode', 'countUserOutlines'] as const).map((other) =>
    ofSignature(`a signature made for ${other}, replayed`, (right, endpoint) =>
      // Its own signature would be right; then it is the one of a neighbour that does not exist.
      endpoint === other
        ? replaced(right, 'x-signature', () => signatureOf(DEMO.secret, `GET@/api/grant/other/@${seconds()}`))
        : signedLines(DEMO, other),
    ),
  ),
  signedAt('a timestamp just too old', () => seconds() - 303),
  signedAt('a timestamp just too far ahead', () => seconds() + 305),
  signedAt('yesterday', () => seconds() - 86_400),
  signedAt('tomorrow', () => seconds() + 86_400),
  signedAt('the year 1970', () => 1),
  signedAt('milliseconds', () => Date.now()),
  signedAt('a fraction of a second', () => `${seconds()}.5`),
  signedAt('a leading zero', () => `0${seconds()}`),
  signedAt('a plus sign', () => `+${seconds()}`),
  signedAt('a negative number', () => -seconds()),
  signedAt('an exponent', () => '1.7e9'),
  signedAt('hexadecimal', () => `0x${seconds().toString(16)}`),
  signedAt('digits of another script', () => '١٧٠٠٠٠٠٠٠٠'.replace(/./gu, (digit) => encodeURIComponent(digit))),
  signedAt('a date', () => new Date().toISOString()),
  signedAt('words', () => 'now'),
  ...Array.from({ length: 27 }, (_, at) =>
    signatureBecomes(`character ${at + 1} of the signature changed`, (right) => flipped(right, at)),
  ),
  signatureBecomes('the signature without its padding', (right) => right.slice(0, -1)),
  signatureBecomes('the signature with more padding', (right) => `${right}=`),
  signatureBecomes('the signature in capitals', (right) => right.toUpperCase()),
  signatureBecomes('the signature in hex', (right) => Buffer.from(right, 'base64').toString('hex')),
  signatureBecomes('the hex digest in Base64', (right) =>
    Buffer.from(Buffer.from(right, 'base64').toString('hex')).toString('base64'),
  ),
  signatureBecomes('the signature in quotes', (right) => `"${right}"`),
  signatureBecomes('two signatures', (right) => `${right},${right}`),
  signatureBecomes('an empty digest', () => Buffer.alloc(20).toString('base64')),
  ofSignature('SHA-256 instead of SHA-1', (right, endpoint) => {
    const { method, path } = endpointOf(endpoint);
    const text = `${method}@${path}/@${right.find(([name]) => name === 'x-timestamp')![1]}`;
    return replaced(right, 'x-signature', () => createHmac('sha256', DEMO.secret).update(text).digest('base64'));
  }),
  ofSignature('a plain SHA-1 with the secret in front', (right, endpoint) => {
    const { method, path } = endpointOf(endpoint);
    const text = `${DEMO.secret}${method}@${path}/@${right.find(([name]) => name === 'x-timestamp')![1]}`;
    return replaced(right, 'x-signature', () => createHash('sha1').update(text).digest('base64'));
  }),
  ...everywhere(28, (what, change) => signatureBecomes(`${what} in the signature`, change)),
];
