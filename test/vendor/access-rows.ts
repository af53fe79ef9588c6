import { gzipSync } from 'node:zlib';
import * as the from './changes';
import { type Answer, type Call, code, type Endpoint, type Fields, parsed, written } from './service';

const { http, html, busy } = the;
/** Seconds, and the year 2100 as an epoch. */
const lifetimes = ['2592000', 2592000.5, 0, -1, 4_102_444_800, 4_102_444_800_000, '4102444800'];

const expired: Record<string, Answer> = {
  'an unlisted code': code(10_010, 'token 已过期'),
  'an unlisted code as text': code('10010', 'token 已过期'),
  'an unlisted code with HTTP 400': { ...code(10_010, 'token 已过期'), status: 400 },
  'a negative code': code(-1, 'please log in'),
  'HTTP 401 without a body': http(401),
  'HTTP 401 with another body': http(401, '{"error":"unauthorized"}', { 'content-type': 'application/json' }),
  'HTTP 401 with an envelope': { ...code(401, 'unauthorized'), status: 401 },
  'HTTP 403 with HTML': html(403),
  'code 43101': code(43_101, 'expired'),
  'code 43103': code(43_103, 'unknown'),
};
const refusal = expired['an unlisted code']!;
const refusedAt = (...endpoints: Endpoint[]) =>
  the.each(the.named(endpoints), (each) => the.first(each, refusal), 'token refused at ');

export const grant: the.Variations = {
  ...the.nullOrMissing('grant', 'api_key', 'uid', 'time_expire'),
  ...the.eachOf(lifetimes, (life) => ({ ...the.put('grant', { time_expire: life }), grants: 12 }), 'time_expire '),
  'uid as a number': the.put('grant', { uid: 4711 }),
  'more fields': the.put('grant', { refresh: null, roles: [{ id: 1 }] }),
  'HTTP 500 once': the.first('grant', http(500)),
  'a busy code once': the.first('grant'),
  'refused always': { ...the.refusedAlways('grant'), grants: 20 },
  'no token': { ...the.less('grant', 'token'), parks: /token/, grants: 20 },
  'token null': { ...the.put('grant', { token: null }), parks: /token/, grants: 20 },
  ...the.each(expired, (each) => ({ tokens: { lasts: 5, refusal: each }, grants: 6 }), 'token expires by '),
  'token good for two calls': { tokens: { lasts: 2, refusal }, grants: 20 },
  'token good for one call': { tokens: { lasts: 1, refusal }, grants: 30 },
  'a new token ends the earlier one': { tokens: { lasts: 4, single: true, refusal }, grants: 8 },
  'first token dead': { tokens: { dead: 1, refusal } },
  'all tokens dead': { tokens: { dead: 99, refusal }, parks: /已过期/, grants: 20 },
  'dead until a retry': { tokens: { dead: 3, refusal }, retries: 3, grants: 8 },
  ...refusedAt('task', 'outline', 'ticket', 'check', 'tree', 'suits', 'design', 'export', 'result'),
  'token refused at the content stream': { input: the.stream, ...the.first('content', refusal) },
};

const text = (change: (text: string) => string) => the.on('any', the.body(change));
const json = (change: (json: the.Data) => Fields) =>
  text((all) => (/^\{"code"/.test(all) ? written(change(parsed(all))) : all));
const headers = (fields: Record<string, string>) => the.on('any', the.header(fields));
/** Calls with a token. */
const api = (answer: (call: Call) => Answer | undefined) =>
  the.before('any', (call) => (call.endpoint === 'grant' || call.endpoint === 'file' ? undefined : answer(call)));
const allAre = (answer: Answer) => api(() => answer);
const firstOfAll = (answer: Answer) => api(({ nth }) => (nth === 1 ? answer : undefined));
const toReads = (answer: Answer, times: number) => {
  const instead = ({ nth }: Call) => (nth <= times ? answer : undefined);
  return { instead: { suits: instead, check: instead, result: instead, tree: instead } };
};
export const zip = (answer: Answer): Answer =>
  answer.body === undefined
    ? answer
    : { ...answer, body: gzipSync(answer.body), headers: { ...answer.headers, 'content-encoding': 'gzip' } };
export const accepts = ({ request }: Call) => /gzip|\*/.test(String(request.headers['accept-encoding'] ?? '*'));
const inPieces = ({ body, ...answer }: Answer): Answer => {
  const bytes = Buffer.from(body ?? '');
  const starts = Array.from({ length: Math.ceil(bytes.length / 50) }, (_, index) => index * 50);
  return body === undefined ? answer : { ...answer, parts: starts.map((at) => bytes.subarray(at, at + 50)) };
};
/** A change of every answer but files. */
const ofCalls = (change: the.Change) =>
  the.on('any', (answer, call) => (call.endpoint === 'file' ? answer : change(answer, call)));
const elsewhere = { location: 'https://api.vendor.example/v9' };

export const transport: the.Variations = {
  'no msg': json((all) => the.without(all, 'msg')),
  'msg null': json((all) => ({ ...all, msg: null })),
  'msg an object': json((all) => ({ ...all, msg: { en: 'ok' } })),
  'message instead of msg': json(({ msg, ...all }) => ({ ...all, message: msg })),
  'code as text': json((all) => ({ ...all, code: String(all.code) })),
  'more fields': json((all) => ({ success: true, trace: { id: [1] }, ...all, code: all.code })),
  'data first': json(({ data, ...all }) => ({ data, ...all })),
  'HTTP 201': ofCalls((answer) => ({ status: 201, ...answer })),
  'a BOM': text((all) => `\ufeff${all}`),
  'pretty JSON': text((all) => (/^\{"code"/.test(all) ? written(parsed(all), 2) : all)),
  'line breaks around JSON': text((all) => `\r\n${all}\r\n`),
  'media type text/html': headers({ 'content-type': 'text/html; charset=utf-8' }),
  'media type text/plain': headers({ 'content-type': 'text/plain' }),
  'cookies and a closed connection': headers({ 'set-cookie': 'a=b', connection: 'close' }),
  'in small pieces without a length': the.on('any', inPieces),
  'gzip where the client accepts it': ofCalls((answer, call) => (accepts(call) ? zip(answer) : answer)),
  'gzip in any case': { ...the.either(ofCalls(zip), /gzip|encod/i), grants: 20 },
  'every answer after a second': the.on('any', (answer) => ({ afterMs: 1000, ...answer })),
  'HTTP 429 for every first call': firstOfAll(http(429, '', { 'retry-after': '1' })),
  'HTTP 429 without Retry-After, twice for reads': toReads(http(429), 2),
  'a rate limit with HTTP 200 for every first call': { ...firstOfAll(code(the.UNLISTED, 'QPS 超限')), grants: 20 },
  'a rate limit with HTTP 200, three times for reads': { ...toReads(busy, 3), grants: 8 },
  'a rate limit with HTTP 400, twice for reads': { ...toReads({ ...busy, status: 400 }, 2), grants: 8 },
  'a busy code for every second call': { ...api(({ nth }) => (nth === 2 ? busy : undefined)), grants: 8 },
  'HTTP 503 for every first call': { ...firstOfAll(html(503)), duplicate: true },
  'HTTP 502 for every first call': { ...firstOfAll(html(502)), duplicate: true },
  'a reset of every first call': { ...firstOfAll(the.reset), duplicate: true },
  'HTML with HTTP 200 once for reads': toReads(html(200), 1),
  'an empty body once for reads': toReads(http(200), 1),
  'HTML for good': the.parks(allAre(html(200)), /HTML/),
  'moved for good': the.parks(allAre(http(301, '', elsewhere)), /301.*api\.vendor\.example/s),
  'found elsewhere': the.parks(allAre(http(302, '', elsewhere)), /302.*api\.vendor\.example/s),
};
