import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signedHeaders, webhookKeys } from '../../activities/notifications/webhook-signature';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const first = secretOf('the first key, long enough');
const second = secretOf('the second key, which replaces it');
const BODY = '{"type":"test","data":{"title":"茶"}}';

describe('the signature of a webhook', () => {
  it('matches the reference library, for each key during a rotation', () => {
    const now = Date.now();
    const headers = signedHeaders('evt_1', BODY, webhookKeys(`${first} ${second}`)!, now);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of [first, second]) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secretOf('another key, of another account')).verify(BODY, headers)).toThrow();
    expect(() => new Webhook(first).verify(BODY.replace('test', 'fake'), headers)).toThrow();
    expect(() => new Webhook(first).verify(BODY, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
  });

  it('covers ID, time in seconds and body, joined by dots', () => {
    const expected = createHmac('sha256', 'the first key, long enough').update(`evt_1.1700000000.${BODY}`);
    expect(signedHeaders('evt_1', BODY, webhookKeys(first)!, 1_700_000_000_999)).toEqual({
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${expected.digest('base64')}`,
    });
  });
});

it.each([
  ['', 'nothing'],
  ['the first key, long enough', 'no prefix'],
  ['whsec_', 'no key'],
  ['whsec_not-base-64!', 'not base64'],
  [secretOf('too short'), 'a short key'],
  [secretOf('x'.repeat(65)), 'a long key'],
  [`${first} ${secretOf('short')}`, 'one of two too short'],
  [`${first},${second}`, 'a comma between two'],
])('%j is not a valid secret: %s', (secret) => {
  expect(webhookKeys(secret)).toBeUndefined();
});
