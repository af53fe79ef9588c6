import { exactly, filled, has, integer, is, list, must, positive, text } from './expect';
import { isRefused, refused, succeeded } from './integrator';
import type { Check } from './suite';

const LIST = '/api/design/list';
const READS = [LIST, '/api/ai/chat/senior/option', '/api/template_component/suit/select', '/api/ai/chat/config/list'];
/** Of nothing. It is only read. */
export const NO_ID = 999_999_999;

export const credentials: readonly Check[] = [
  {
    title: 'a response has code (integer), data and msg (string); code 0 is success',
    rules: ['Envelope: code (integer, 0 is success), data, msg'],
    async run(bench) {
      const reply = await bench.granted();
      has('the envelope', reply, { code: exactly(0), msg: text });
      must(reply.data !== undefined, 'the envelope to have data', reply.data);
    },
  },
  {
    title: 'the token grant answers api_key, uid as supplied, token and time_expire',
    rules: [
      'Token grant: api_key, uid, token, time_expire',
      'String to sign: METHOD@PATH@TIMESTAMP',
      'HMAC-SHA1 with the secret key, Base64 of the raw digest',
    ],
    async run(bench) {
      const { apiKey, uid } = bench.options;
      const fields = { api_key: exactly(apiKey), uid: exactly(uid), token: filled, time_expire: positive };
      has('the token grant', (await bench.granted()).data, fields);
    },
  },
  {
    title: 'the code grant answers api_key, uid, code and time_expire',
    rules: ['Code grant: api_key, uid, code, time_expire'],
    async run(bench) {
      const { apiKey, uid } = bench.options;
      const data = await succeeded(bench.integrator.grant('code', bench.identity));
      has('the code grant', data, { api_key: exactly(apiKey), uid: exactly(uid), code: filled, time_expire: integer });
    },
  },
  {
    title: 'users of an integrator have different tokens',
    rules: ['One token per user'],
    async run(bench) {
      const own = await bench.user();
      const other = await bench.user(otherUser(bench.options.uid));
      must(own.headers['x-token'] !== other.headers['x-token'], 'another token for another user', 'the same token');
    },
  },
  {
    title: 'a signature of the path without its trailing slash is refused',
    rules: ['The signed path ends with a slash'],
    async run({ integrator, identity }) {
      await refused('the signature', integrator.grant('token', identity, integrator.signed('GET', '/api/grant/token')));
    },
  },
  {
    title: 'the grant path can be requested with a trailing slash',
    rules: ['Grant path with and without trailing slash'],
    async run({ integrator, identity }) {
      await succeeded(integrator.grant('token', identity, undefined, '/'));
    },
  },
  {
    title: 'another x-timestamp than the signed one is refused',
    rules: ['x-timestamp is the signed one'],
    async run({ integrator, identity }) {
      const headers = integrator.signed('GET', '/api/grant/token/');
      const later = { ...headers, 'x-timestamp': String(Number(headers['x-timestamp']) + 1) };
      await refused('the timestamp', integrator.grant('token', identity, later));
    },
  },
  {
    title: 'a signature by another secret key is refused',
    rules: [
      'HMAC-SHA1 with the secret key, Base64 of the raw digest',
      'Authentication and signature failures are reported',
    ],
    async run({ integrator, identity }) {
      const headers = integrator.signed('GET', '/api/grant/token/', { secret: 'another-secret' });
      await refused('the signature', integrator.grant('token', identity, headers));
    },
  },
  {
    title: 'a signature of another path is refused',
    rules: ['String to sign: METHOD@PATH@TIMESTAMP'],
    async run({ integrator, identity }) {
      await refused('the signature', integrator.grant('token', identity, integrator.signed('GET', '/api/grant/code/')));
    },
  },
  {
    title: 'the grants and the user count are refused without a signature',
    rules: ['Header set S on the grants and the user count', 'Every endpoint requires authentication'],
    async run({ integrator, identity, options }) {
      const headers = { 'x-api-key': options.apiKey };
      for (const what of ['token', 'code'] as const)
        must(isRefused(await integrator.grant(what, identity, headers)), `the ${what} grant to be refused`, 'code 0');
      must(isRefused(await integrator.usage(identity, headers)), 'the user count to be refused', 'code 0');
    },
  },
  {
    title: 'the user count takes a signature of its POST request, and no other',
    rules: ['The general rule applies to the user-count POST'],
    async run({ integrator, identity }) {
      await succeeded(integrator.usage(identity));
      const other = integrator.signed('GET', '/api/statistic/user/task/');
      must(isRefused(await integrator.usage(identity, other)), 'a signature of a GET request to be refused', 'code 0');
    },
  },
  {
    title: 'the user count answers uid and count of the requested uid, as a string',
    rules: ['User outline count: uid and count'],
    async run({ integrator, identity }) {
      const data = is('data', await succeeded(integrator.usage(identity)), text);
      const counts = is('the parsed data', JSON.parse(data), list);
      must(counts.length === 1, 'one count', counts);
      has('the count', counts[0], { uid: exactly(identity.uid), count: integer });
    },
  },
  {
    title: 'endpoints are refused without x-api-key and without x-token',
    rules: ['Header set A on all but the grants and the user count', 'Every endpoint requires authentication'],
    async run(bench) {
      const user = await bench.user();
      for (const path of READS) {
        await succeeded(user.get(path));
        for (const name of ['x-api-key', 'x-token']) {
          const reply = await user.with({ [name]: undefined }).get(path);
          must(isRefused(reply), `${path} to be refused without ${name}`, 'code 0');
        }
      }
    },
  },
  {
    title: 'another channel or another key than that of the token is refused',
    rules: ['Key, token and channel of one chain'],
    async run(bench) {
      const user = await bench.user();
      for (const changed of [{ 'x-channel': 'another-channel' }, { 'x-api-key': 'another-key' }])
        must(isRefused(await user.with(changed).get(LIST)), `${Object.keys(changed)} to be refused`, 'code 0');
    },
  },
  {
    title: 'x-channel may be empty',
    rules: ['x-channel may carry an empty value'],
    async run(bench) {
      const user = await bench.user({ uid: bench.options.uid, channel: '' });
      await succeeded(user.get(LIST));
    },
  },
  {
    title: 'a code is not a token',
    rules: ['A code is for the front end, no token'],
    async run(bench) {
      const user = await bench.user();
      const { code } = await succeeded(bench.integrator.grant('code', bench.identity));
      must(isRefused(await user.with({ 'x-token': code }).get(LIST)), 'a code as token to be refused', 'code 0');
    },
  },
  {
    title: 'a failure has a code that is not 0, and a msg with the reason',
    rules: ['A failure has a code that is not 0 and a reason'],
    async run(bench) {
      const user = await bench.user();
      await refused('a design that does not exist', user.get('/api/design/info', { user_design_id: NO_ID }));
    },
  },
];

/** A second user of the integrator. */
export const otherUser = (uid: string) => ({ uid: `${uid}-b`, channel: '' });
