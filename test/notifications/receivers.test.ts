import { noticesOf, receiversOf } from '../../activities/notifications/receivers';
import { settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';
import { noticeKinds } from '../../src/core/notices';

const notifications = (section: object) => settingsSchema.parse({ notifications: section }).notifications;
const webhook = (rest: object = {}) => ({ url: { env: 'A_URL' }, secret: { env: 'A_SECRET' }, ...rest });
const email = (rest: object = {}) => ({ smtp: { env: 'SMTP' }, from: 'decks@example.com', ...rest });
const keys = (...args: Parameters<typeof receiversOf>) => receiversOf(...args).map(({ key }) => key);

describe('the event types of a deck', () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    // One event for each decision is for those who list it.
    [{ webhooks: [webhook()] }, noticeKinds.filter((kind) => kind !== 'review.decided')],
    [
      { webhooks: [webhook({ eventTypes: ['deck.parked'] }), webhook({ eventTypes: ['deck.failed'] })] },
      ['deck.parked', 'deck.failed'],
    ],
    [{ email: email({ to: ['ada@example.com'], eventTypes: ['review.requested'] }) }, ['review.requested']],
    // No address is configured, but an escalation can name one.
    [{ email: email() }, ['review.escalated']],
    [{ email: email({ eventTypes: ['deck.parked'] }) }, []],
    [{ email: { to: ['ada@example.com'] } }, []],
  ])('%j: %j', (section, kinds) => {
    expect(noticesOf(notifications(section))).toEqual(kinds);
  });
});

describe('a receiver of an event', () => {
  const section = notifications({
    webhooks: [webhook({ eventTypes: ['deck.parked'] }), webhook({ name: 'chat' })],
    email: email({ to: ['ada@example.com', 'bo@example.com'] }),
  });

  it('is identified by its name in the settings, or its position', () => {
    expect(keys(section, 'deck.parked')).toEqual(['webhook 1', 'webhook chat', 'e-mail 1', 'e-mail 2']);
    expect(keys(section, 'deck.failed')).toEqual(['webhook chat', 'e-mail 1', 'e-mail 2']);
    expect(keys(section, 'test')).toEqual(['webhook 1', 'webhook chat', 'e-mail 1', 'e-mail 2']);
  });

  it('is also the escalation’s address, unless that is not an email address or already a receiver', () => {
    const escalated = (to?: string) => keys(section, 'review.escalated', to).slice(3);
    expect(escalated('lead@example.com')).toEqual(['e-mail escalateTo']);
    for (const to of [undefined, '', 'the team lead', 'ada@example.com']) expect(escalated(to)).toEqual([]);
    expect(keys(section, 'review.reminder', 'lead@example.com')).toHaveLength(3);
  });
});

it.each([
  [
    'two webhooks with one name',
    'webhooks: [{ name: a, url: {env: U}, secret: {env: S} }, { name: a, url: {env: U}, secret: {env: S} }]',
    'webhooks.1.name',
  ],
  [
    'a name that looks like a position',
    'webhooks: [{ url: {env: U}, secret: {env: S} }, { name: "1", url: {env: U}, secret: {env: S} }]',
    'webhooks.1.name',
  ],
  ['a URL in place of a secret', 'webhooks: [{ url: "https://example.com", secret: {env: S} }]', 'webhooks.0.url'],
  ['a webhook without a secret', 'webhooks: [{ url: {env: U} }]', 'webhooks.0.secret'],
  ['a secret for a chat', 'webhooks: [{ url: {env: U}, secret: {env: S}, format: slack }]', 'webhooks.0.secret'],
  [
    'an unknown event type',
    'webhooks: [{ url: {env: U}, secret: {env: S}, eventTypes: [deck.lost] }]',
    'webhooks.0.eventTypes',
  ],
  ['email without a sender', 'email: { smtp: {env: S}, to: [ada@example.com] }', 'email.from'],
  ['a sender that is not an email address', 'email: { smtp: {env: S}, from: Decks }', 'email.from'],
  ['a receiver that is not an email address', 'email: { to: [ada] }', 'email.to.0'],
])('the settings reject %s', (_, text, key) => {
  expect(() => parseSettings(`notifications: { ${text} }`, 'temporal.yaml')).toThrow(`notifications.${key}`);
});
