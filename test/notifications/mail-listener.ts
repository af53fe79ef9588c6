import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server that records the messages it receives. */
export interface MailListener {
  mails: { to: string[]; email: Email }[];
  port: number;
  password: string;
  /** The SMTP URL for the settings; `host` must be a name of this host. */
  url(host?: string): string;
  close(): Promise<void>;
}

export async function listenForMail(options: SMTPServerOptions = {}): Promise<MailListener> {
  const mails: MailListener['mails'] = [];
  const password = 'the password of the mail server';
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password: given }, _session, done) =>
      given === password ? done(null, { user: 'decks' }) : done(new Error('refused')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks));
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), email });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '0.0.0.0');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    port,
    password,
    url: (host = '127.0.0.1') => `smtp://decks:${encodeURIComponent(password)}@${host}:${port}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
