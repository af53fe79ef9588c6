import { pino } from 'pino';
import { DeliveryFailure } from '../../activities/notifications/delivery-failure';
import { smtpOptions } from '../../activities/notifications/email-transport';
import { eventId, openNotifier } from '../../activities/notifications/notifier';
import { settingsSchema } from '../../src/config';
import type { DeckEvent } from '../../src/core/notices';
import { listenForMail, type MailListener } from './mail-listener';

const AT = '2026-03-04T05:06:07.000Z';
const never = new AbortController().signal;

function parkedEvent(data: Partial<DeckEvent['data']> = {}): DeckEvent {
  return {
    type: 'deck.parked',
    timestamp: AT,
    data: {
      deck: 'presentation/u1/r1',
      uid: 'u1',
      request: 'r1',
      title: 'Tea',
      stage: 'task',
      message: '“Tea” waits for help at stage task',
      problem: 'QuotaExhausted',
      remedy: 'top up the account, then retry: deck resolve presentation/u1/r1 --retry',
      ...data,
    },
  };
}

let mail: MailListener;
beforeEach(async () => {
  mail = await listenForMail();
});
afterEach(() => mail.close());

/** Sends one message with the workers' notifier. */
async function send(
  event: DeckEvent,
  { smtp = mail.url(), id = 'evt_1', env = {}, log = pino({ level: 'silent' }), deadline = '30s' } = {},
) {
  const settings = settingsSchema.parse({
    reviewServer: { publicUrl: 'https://decks.example.com' },
    notifications: {
      email: { smtp: { env: 'SMTP' }, from: 'Decks <decks@example.com>', to: ['ada@example.com'] },
      timeout: deadline,
    },
  });
  const notifier = openNotifier({ settings, log, env: { SMTP: smtp, ...env } });
  try {
    return await notifier.deliver('e-mail 1', event, id, never);
  } finally {
    await notifier.close();
  }
}

/** The failure of a message, after checking that it contains no secret. */
async function failure(sending: Promise<string>): Promise<DeliveryFailure> {
  const error = await sending.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryFailure);
  expect(error.message + error.stack).not.toContain(mail.password);
  expect(error.message).not.toContain('127.0.0.1');
  return error;
}

const linked = { DECK_REVIEW_KEY: 'the key that links are signed with in these tests' };

it('a message contains what happened and what to do, as text and HTML, with the configured sender and receiver', async () => {
  expect(await send(parkedEvent(), { env: linked })).toBe('accepted by the mail server');
  const [{ email, to } = {} as never] = mail.mails;
  expect(to).toEqual(['ada@example.com']);
  expect(email).toMatchObject({
    from: { name: 'Decks', address: 'decks@example.com' },
    to: [{ address: 'ada@example.com' }],
    subject: '“Tea” is parked',
    messageId: '<evt_1@example.com>',
  });
  expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  for (const text of [email.text!, email.html!]) {
    expect(text).toContain('“Tea” waits for help at stage task.');
    expect(text).toContain('QuotaExhausted');
    expect(text).toContain('top up the account, then retry: deck resolve presentation/u1/r1 --retry');
    expect(text).toContain('https://decks.example.com/review#');
  }
  expect(email.html).toContain('<meta name="color-scheme" content="light dark">');
});

it('the same event always has the same Message-ID', async () => {
  const id = eventId('notification/presentation/u1/r1/deck.parked/1/run');
  await send(parkedEvent(), { id });
  await send(parkedEvent(), { id });
  expect(mail.mails.map(({ email }) => email.messageId)).toEqual(Array(2).fill(`<${id}@example.com>`));
  expect(eventId('notification/presentation/u1/r1/deck.parked/2/run')).not.toBe(id);
});

it('a title cannot inject HTML, a header or another receiver', async () => {
  const title = '<img src=x onerror=alert(1)> & "Tea"\r\nBcc: other@example.com';
  await send(parkedEvent({ title, message: `${title}</p><script>` }));
  const [{ email, to } = {} as never] = mail.mails;
  expect(to).toEqual(['ada@example.com']);
  expect(email.bcc ?? []).toEqual([]);
  expect(email.subject).toBe('“<img src=x onerror=alert(1)> & "Tea" Bcc: other@example.com” is parked');
  expect(email.html).not.toMatch(/<img|<script/);
  expect(email.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Tea&quot;');
});

it('a long title and many files are shortened', async () => {
  const files = Array.from({ length: 30 }, (_, index) => ({
    format: 'png' as const,
    path: `/srv/out/page-${index + 1}.png`,
    bytes: 20_000,
    sha256: '0'.repeat(64),
  }));
  await send({ ...parkedEvent({ title: '茶'.repeat(200), files }), type: 'deck.delivered' });
  const [{ email } = {} as never] = mail.mails;
  expect(email.subject).toBe(`“${'茶'.repeat(80)}…” is ready`);
  expect(email.text).toContain('File: page-8.png, 20 KB\nMore files: 22');
});

it('without a link key, it is sent without a link, and the log says so once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const settings = settingsSchema.parse({
    reviewServer: { publicUrl: 'https://decks.example.com' },
    notifications: { email: { smtp: { env: 'SMTP' }, from: 'decks@example.com', to: ['ada@example.com'] } },
  });
  const notifier = openNotifier({ settings, log, env: { SMTP: mail.url() } });
  await notifier.deliver('e-mail 1', parkedEvent(), 'evt_1', never);
  await notifier.deliver('e-mail 1', parkedEvent(), 'evt_2', never);
  await notifier.close();
  expect(mail.mails.map(({ email }) => email.text!.includes('review#'))).toEqual([false, false]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('DECK_REVIEW_KEY');
});

describe('a mail server', () => {
  it('that rejects the password or is unreachable causes a failure with only its code', async () => {
    const wrong = mail.url().replace(encodeURIComponent(mail.password), 'wrong');
    expect(await failure(send(parkedEvent(), { smtp: wrong }))).toMatchObject({
      message: 'e-mail 1: the mail server did not accept the message (535)',
      how: { final: false },
    });
    expect(await failure(send(parkedEvent(), { smtp: 'smtp://127.0.0.1:1' }))).toMatchObject({
      message: expect.stringMatching(/did not accept the message \(E[A-Z]+\)$/),
      how: { final: false },
    });
    expect(mail.mails).toEqual([]);
  });

  it('without the mailbox is not retried; a busy one is', async () => {
    const answers = [550, 451];
    const refusing = await listenForMail({
      onRcptTo: (_address, _session, done) => {
        const responseCode = answers.shift()!;
        done(Object.assign(new Error('not now, not here'), { responseCode }));
      },
      authOptional: true,
    });
    const smtp = `smtp://127.0.0.1:${refusing.port}`;
    expect(await failure(send(parkedEvent(), { smtp }))).toMatchObject({ how: { final: true } });
    expect(await failure(send(parkedEvent(), { smtp }))).toMatchObject({ how: { final: false } });
    await refusing.close();
  });

  it('that never responds causes a timeout', async () => {
    const silent = await listenForMail({ onConnect: () => undefined });
    const smtp = `smtp://127.0.0.1:${silent.port}`;
    expect((await failure(send(parkedEvent(), { smtp, deadline: '1s' }))).message).toMatch(
      /did not (respond in time|accept the message)/,
    );
    await silent.close();
  });

  it('on another host gets neither password nor message without TLS', async () => {
    const seen: string[] = [];
    const plain = await listenForMail({
      onAuth: ({ password }, _session, done) => {
        seen.push(String(password));
        done(null, { user: 'decks' });
      },
    });
    // An address of this host that is not a loopback address.
    const error = await failure(send(parkedEvent(), { smtp: plain.url('0.0.0.0') }));
    expect(error.how.final).toBeFalsy();
    expect({ seen, mails: plain.mails }).toEqual({ seen: [], mails: [] });
    await send(parkedEvent(), { smtp: plain.url('127.0.0.1') });
    expect(plain.mails).toHaveLength(1);
    await plain.close();
  });

  it.each([
    [
      'smtps://decks:p%40ss@mail.example.com',
      { secure: true, port: 465, requireTLS: false, auth: { user: 'decks', pass: 'p@ss' } },
    ],
    ['smtp://mail.example.com', { secure: false, port: 587, requireTLS: true, ignoreTLS: false }],
    ['smtp://[::1]:2525', { host: '::1', secure: false, port: 2525, requireTLS: false }],
  ])('%s sets the connection options', (address, expected) => {
    expect(smtpOptions(address, 1000)).toMatchObject(expected);
  });

  it.each(['mail.example.com', 'https://mail.example.com', 'smtp:', ''])('“%s” is rejected', (address) => {
    expect(() => smtpOptions(address, 1000)).toThrow('must be a URL such as smtps://');
  });
});

it('text in any language arrives unchanged', async () => {
  await send(parkedEvent({ title: '茶 und Käse', message: '“茶 und Käse” wartet' }));
  const [{ email } = {} as never] = mail.mails;
  expect(email.subject).toBe('“茶 und Käse” is parked');
  expect(email.text).toContain('“茶 und Käse” wartet.');
});
