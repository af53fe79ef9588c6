import { deck, folderWith } from '../cli/deck';
import { listenForMail } from './mail-listener';
import { answering, listenForWebhooks, verified } from './webhook-listener';

interface Answer {
  receiver: string;
  ok: boolean;
  message: string;
}

const hook = (name: string) => ({ url: { env: `${name}_URL` }, secret: { env: `${name}_SECRET` } });

describe('deck doctor --notify', () => {
  it('sends one event to every receiver and prints the responses; exit code 1 if one failed', async () => {
    const [good, bad, mail] = await Promise.all([listenForWebhooks(), listenForWebhooks(), listenForMail()]);
    bad.behave(answering(503));
    const cwd = folderWith({
      notifications: {
        webhooks: [{ name: 'chat', ...hook('GOOD'), eventTypes: ['deck.parked'] }, hook('BAD'), hook('UNSET')],
        email: { smtp: { env: 'SMTP' }, from: 'decks@example.com', to: ['ada@example.com'] },
      },
    });
    const env = {
      GOOD_URL: good.url,
      GOOD_SECRET: good.secret,
      BAD_URL: bad.url,
      BAD_SECRET: bad.secret,
      UNSET_URL: good.url,
      SMTP: mail.url(),
    };
    const { code, stdout, stderr } = await deck(['doctor', '--notify', '--json'], { cwd, env });
    const answers = JSON.parse(stdout) as Answer[];
    expect(answers).toEqual([
      { receiver: 'webhook chat', ok: true, message: 'responded with 204' },
      { receiver: 'webhook 2', ok: false, message: 'webhook 2 responded with 503' },
      {
        receiver: 'webhook 3',
        ok: false,
        message:
          'webhook 3: notifications.webhooks.2.secret uses the environment variable UNSET_SECRET, which is not set.',
      },
      { receiver: 'e-mail 1', ok: true, message: 'accepted by the mail server' },
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '2 receivers could not be notified.\n' });
    expect(good.attempts.map((attempt) => verified(good, attempt).type)).toEqual(['test']);
    expect(mail.mails.map(({ email }) => email.subject)).toEqual(['Test: this address receives deck notifications']);

    const spoken = await deck(['doctor', '--notify'], { cwd, env });
    expect(spoken.stdout).toMatch(/^✔ webhook chat +responded with 204$/m);
    expect(spoken.stdout).toMatch(/^✘ webhook 2 +webhook 2 responded with 503$/m);
    for (const secret of [good.url, good.secret, mail.password]) {
      expect(stdout + stderr + spoken.stdout + spoken.stderr).not.toContain(secret);
    }
    await Promise.all([good.close(), bad.close(), mail.close()]);
  });

  it('reports that there are no receivers', async () => {
    const { code, stderr } = await deck(['doctor', '--notify'], { cwd: folderWith() });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'No receivers are configured (notifications). Nothing was sent.\n',
    });
  });
});

describe('deck doctor', () => {
  async function checks(notifications: object, env: NodeJS.ProcessEnv, rest: object = {}) {
    const { stdout } = await deck(['doctor', '--json'], { cwd: folderWith({ notifications, ...rest }), env });
    const found = (JSON.parse(stdout) as { checks: { name: string; state: string; message: string }[] }).checks;
    return found.filter(({ name }) => /^(webhook|e-mail|review links)/.test(name));
  }
  const secret = `whsec_${Buffer.from('a key of more than 24 bytes').toString('base64')}`;

  it('checks each receiver without sending anything or printing secrets', async () => {
    const notifications = {
      webhooks: [{ ...hook('A'), eventTypes: ['deck.parked'] }, hook('B'), hook('C'), hook('D')],
      email: { smtp: { env: 'SMTP' }, from: 'decks@example.com' },
    };
    const env = {
      A_URL: 'https://example.com/hooks/capability',
      A_SECRET: secret,
      B_URL: 'https://example.com/hooks/capability',
      B_SECRET: 'whsec_short',
      C_URL: 'http://decks.example.com/hooks/capability',
      C_SECRET: secret,
      D_URL: 'ftp://example.com/hooks/capability',
      D_SECRET: secret,
      SMTP: 'mail.example.com',
    };
    const found = await checks(notifications, env, { reviewServer: { publicUrl: 'https://decks.example.com' } });
    expect(found.map(({ name, state }) => [name, state])).toEqual([
      ['webhook 1', 'ok'],
      ['webhook 2', 'missing'],
      ['webhook 3', 'note'],
      ['webhook 4', 'missing'],
      ['e-mail', 'missing'],
      ['review links', 'note'],
    ]);
    const said = found.map(({ message }) => message).join('\n');
    expect(said).toContain('receives deck.parked');
    expect(said).toContain('notifications.webhooks.1.secret must have the form whsec_');
    expect(said).toContain('notifications.webhooks.3.url must be an http or https URL');
    expect(said).toContain('notifications.email.smtp must be a URL such as smtps://');
    expect(said).toContain('DECK_REVIEW_KEY');
    for (const hidden of ['capability', secret, 'whsec_short', 'mail.example.com']) expect(said).not.toContain(hidden);
  });

  it('does not mention receivers if there are none', async () => {
    expect(await checks({}, {})).toEqual([]);
  });
});
