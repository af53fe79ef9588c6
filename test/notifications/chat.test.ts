import { pino } from 'pino';
import { slackMessage, teamsMessage } from '../../activities/notifications/chat';
import { contentOf } from '../../activities/notifications/content';
import { openNotifier } from '../../activities/notifications/notifier';
import { settingsSchema } from '../../src/config';
import type { DeckEvent } from '../../src/core/notices';
import { answering, listenForWebhooks } from './webhook-listener';

const hostile = '<!channel> *bold* [text](https://evil.example) & <https://evil.example|here>';
const files = Array.from({ length: 12 }, (_, index) => ({
  ...{ format: 'png' as const, path: `/out/slide-${index}.png`, bytes: 2048, sha256: 'ab' },
}));
const event = (data: Partial<DeckEvent['data']>, type: DeckEvent['type'] = 'review.requested'): DeckEvent => ({
  type,
  timestamp: '2026-03-01T09:30:00.000Z',
  data: {
    ...{ deck: 'presentation/u1/r1', uid: 'u1', request: 'r1', title: 'Bees', stage: 'review', message: 'what it is' },
    ...{ reviewUrl: 'https://decks.example.com/review#abc' },
    ...data,
  },
});
const longest = event(
  { title: hostile, message: hostile.repeat(400), remedy: 'x'.repeat(9_000), files },
  'deck.parked',
);

/** Every object in a message that has this field. */
function having(field: string, value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((each) => having(field, each));
  return field in value ? [value as Record<string, unknown>, ...inner] : inner;
}

describe('a message for Slack', () => {
  it('has the sentence, the facts and a link to the review', () => {
    const { text, blocks } = slackMessage(contentOf(event({ revision: 2 }))) as { text: string; blocks: object[] };
    expect(text).toBe('Please review the outline of “Bees” (revision 2)');
    expect(having('text', blocks).map(({ text: words }) => words)).toEqual(
      expect.arrayContaining([
        'What it is.',
        'Deck: Bees',
        'Revision: 2',
        '*<https://decks.example.com/review#abc|Review now>*',
        expect.stringContaining('Anyone with this link can decide'),
      ]),
    );
  });

  it('takes no text of other people for markup, and stays within the limits of a block', () => {
    const { text, blocks } = slackMessage(contentOf(longest)) as { text: string; blocks: { fields?: object[] }[] };
    expect(text).not.toMatch(/[<>]/);
    const markup = having('type', blocks).filter(({ type }) => type === 'mrkdwn');
    expect(markup.map((each) => each.text)).toEqual(['*<https://decks.example.com/review#abc|View deck>*']);
    for (const { type, text: words } of having('type', blocks)) {
      if (type === 'plain_text') expect(String(words).length).toBeLessThanOrEqual(3000);
    }
    for (const { fields = [] } of blocks) expect(fields.length).toBeLessThanOrEqual(10);
    expect(blocks.filter(({ fields }) => fields).length).toBe(2);
  });

  it('keeps a link whole whose address has marks of Slack', () => {
    const odd = event({ reviewUrl: 'https://decks.example.com/a|b>c' });
    expect(JSON.stringify(slackMessage(contentOf(odd)))).toContain('<https://decks.example.com/a%7Cb%3Ec|Review now>');
  });
});

describe('a message about a delivered deck', () => {
  const named = { format: 'ppt' as const, path: '/out/A|B <c>.pptx', bytes: 1, sha256: 'ab' };
  const pages = files.map((file, at) => ({ ...file, downloadUrl: `https://decks.example.com/v1/files/${at}` }));
  const delivered = (list: object[]) => contentOf(event({ files: list as typeof files }, 'deck.delivered'));

  it('has a link to each file, whose name is not read as markup', () => {
    const one = delivered([{ ...named, downloadUrl: 'https://decks.example.com/v1/files/x' }]);
    const markup = having('type', slackMessage(one)).filter(({ type }) => type === 'mrkdwn');
    expect(markup.at(-1)!.text).toBe('*<https://decks.example.com/v1/files/x|Download A¦B &lt;c&gt;.pptx>*');
    expect(having('type', teamsMessage(one)).filter(({ type }) => type === 'Action.OpenUrl')).toMatchObject([
      { title: 'View deck' },
      { title: 'Download A|B <c>.pptx', url: 'https://decks.example.com/v1/files/x' },
    ]);
  });

  it('shows four files of many, and none without a link', () => {
    expect(delivered(pages).downloads).toHaveLength(4);
    expect(delivered([named]).downloads).toEqual([]);
  });
});

it('a message for Teams is an Adaptive Card with a button, below 28 KB', () => {
  const message = teamsMessage(contentOf(longest)) as { attachments: { content: object }[] };
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(28 * 1024);
  const [{ content } = {}] = message.attachments;
  expect(content).toMatchObject({
    type: 'AdaptiveCard',
    actions: [{ type: 'Action.OpenUrl', title: 'View deck', url: 'https://decks.example.com/review#abc' }],
  });
  const texts = JSON.stringify(content);
  expect(texts).toContain('\\\\*bold\\\\*');
  expect(texts).not.toMatch(/[^\\]\[text\]/);
  expect(teamsMessage(contentOf(event({})))).toMatchObject({ type: 'message', attachments: [{ contentUrl: null }] });
});

it.each(['slack', 'teams'])(
  'a channel of %s gets its own format, unsigned, and is retried like a webhook',
  async (format) => {
    const listener = await listenForWebhooks();
    const notifications = { webhooks: [{ name: 'chat', format, url: { env: 'URL' } }] };
    const settings = settingsSchema.parse({ notifications });
    const notifier = openNotifier({ settings, log: pino({ level: 'silent' }), env: { URL: listener.url } });
    const send = () => notifier.deliver('webhook chat', event({}), 'evt_1', new AbortController().signal);
    try {
      listener.behave(answering(429, { 'retry-after': '7' }));
      await expect(send()).rejects.toMatchObject({ how: { retryAfterMs: 7000 } });
      listener.behave(answering(202));
      expect(await send()).toBe('responded with 202');
      const { body, headers } = listener.attempts.at(-1)!;
      expect(Object.keys(JSON.parse(body))).toEqual(format === 'slack' ? ['text', 'blocks'] : ['type', 'attachments']);
      expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    } finally {
      await notifier.close();
      await listener.close();
    }
  },
);
