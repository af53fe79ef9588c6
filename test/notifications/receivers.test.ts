import { settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';
import { noticeKinds } from '../../src/core/notices';
import { noticesOf, receiversOf } from '../../src/notifications/receivers';

const notifications = (section: object) => settingsSchema.parse({ notifications: section }).notifications;
const webhook = (rest: object = {}) => ({ url: { env: 'A_URL' }, secret: { env: 'A_SECRET' }, ...rest });
const email = (rest: object = {}) => ({ smtp: { env: 'SMTP' }, from: 'decks@example.com', ...rest });
const keys = (...args: Parameters<typeof receiversOf>) => receiversOf(...args).map(({ key }) => key);

describe('the kinds that a deck speaks of', () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ webhooks: [webhook()] }, noticeKinds],
    [
      { webhooks: [webhook({ eventTypes: ['deck.parked'] }), webhook({ eventTypes: ['deck.failed'] })] },
      ['deck.parked', 'deck.failed'],
    ],
    [{ email: email({ to: ['ada@example.com'], eventTypes: ['review.requested'] }) }, ['review.requested']],
    // Nobody is named, but an escalation may name somebody.
    [{ email: email() }, ['review.escalated']],
    [{ email: email({ eventTypes: ['deck.parked'] }) }, []],
    [{ email: { to: ['ada@example.com'] } }, []],
  ])('%j: %j', (section, kinds) => {
    expect(noticesOf(notifications(section))).toEqual(kinds);
  });
});

describe('who hears of an event', () => {
  const section = notifications({
    webhooks: [webhook({ eventTypes: ['deck.parked'] }), webhook({ name: 'chat' })],
    email: email({ to: ['ada@example.com', 'bo@example.com'] }),
  });

  it('has the name of the settings, or its place in their list', () => {
    expect(keys(section, 'deck.parked')).toEqual(['webhook 1', 'webhook chat', 'e-mail 1', 'e-mail 2']);
    expect(keys(section, 'deck.failed')).toEqual(['webhook chat', 'e-mail 1', 'e-mail 2']);
    expect(keys(section, 'test')).toEqual(['webhook 1', 'webhook chat', 'e-mail 1', 'e-mail 2']);
  });

  it('is, for an escalation, also to whom it goes, when that is an address that does not hear anyway', () => {
    const escalated = (to?: string) => keys(section, 'review.escalated', to).slice(3);
    expect(escalated('lead@example.com')).toEqual(['e-mail escalateTo']);
    for (const to of [undefined, '', 'the team lead', 'ada@example.com']) expect(escalated(to)).toEqual([]);
    expect(keys(section, 'review.reminder', 'lead@example.com')).toHaveLength(3);
  });
});

it.each([
  [
    'two webhooks of one name',
    'webhooks: [{ name: a, url: {env: U}, secret: {env: S} }, { name: a, url: {env: U}, secret: {env: S} }]',
    'webhooks.1.name',
  ],
  [
    'a name like a place in the list',
    'webhooks: [{ url: {env: U}, secret: {env: S} }, { name: "1", url: {env: U}, secret: {env: S} }]',
    'webhooks.1.name',
  ],
  ['an address in place of a secret', 'webhooks: [{ url: "https://example.com", secret: {env: S} }]', 'webhooks.0.url'],
  [
    'a kind that there is not',
    'webhooks: [{ url: {env: U}, secret: {env: S}, eventTypes: [deck.lost] }]',
    'webhooks.0.eventTypes',
  ],
  ['mail from nobody', 'email: { smtp: {env: S}, to: [ada@example.com] }', 'email.from'],
  ['mail from what is no address', 'email: { smtp: {env: S}, from: Decks }', 'email.from'],
  ['mail to what is no address', 'email: { to: [ada] }', 'email.to.0'],
])('the settings refuse %s', (_, text, key) => {
  expect(() => parseSettings(`notifications: { ${text} }`, 'temporal.yaml')).toThrow(`notifications.${key}`);
});
