import { isLoopback, readSecret, type Settings, SettingsError } from '../config';
import { codeOf, DeliveryFailure } from './delivery-failure';
import type { Email } from './email';

const SETTING = 'notifications.email.smtp';

/**
 * How a mail server is spoken to. Without TLS, password and links could be read on their way: only a server on this very
 * machine may do without.
 */
export function smtpOptions(address: string, timeout: number) {
  const fail = (): never => {
    const sentence = `${SETTING} does not name an address such as smtps://user:password@host.`;
    throw new SettingsError(undefined, [{ key: SETTING, sentence }]);
  };
  const url = URL.canParse(address) ? new URL(address) : fail();
  const secure = url.protocol === 'smtps:';
  if ((!secure && url.protocol !== 'smtp:') || url.hostname === '') fail();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const [user, pass] = [url.username, url.password].map(decodeURIComponent) as [string, string];
  return {
    host,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isLoopback(host),
    // A server on this machine offers STARTTLS with a certificate that nobody has signed.
    ignoreTLS: !secure && isLoopback(host),
    ...(user === '' ? {} : { auth: { user, pass } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @throws SettingsError, whose sentence holds nothing of the address */
export function readSmtp({ email, timeout }: Settings['notifications'], env: NodeJS.ProcessEnv) {
  const address = readSecret(email.smtp!, SETTING, env);
  return { address, options: smtpOptions(address, timeout) };
}

/** Connections to the mail server, kept for the next message. */
export interface EmailTransport {
  /** @throws DeliveryFailure */
  send(receiver: string, email: Email, timeout: number, signal: AbortSignal): Promise<string>;
  close(): void;
}

export function openEmailTransport(options: ReturnType<typeof smtpOptions>): EmailTransport {
  // Read with the first message: most workers send none.
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({ ...options, pool: true, maxConnections: 3 }),
  );
  return {
    async send(receiver, email, timeout, signal) {
      const transport = await opening;
      const late = AbortSignal.timeout(timeout);
      await Promise.race([transport.sendMail(email), ended(AbortSignal.any([signal, late]))]).catch((error) => {
        if (signal.aborted) throw error;
        if (late.aborted) throw new DeliveryFailure(`${receiver}: the mail server did not answer in time`);
        throw failureOf(receiver, error);
      });
      return 'taken by the mail server';
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}

/** Of what a mail server says only its number is kept: the text may repeat addresses and names. */
function failureOf(receiver: string, error: { code?: string; responseCode?: number }): DeliveryFailure {
  const { code, responseCode } = error;
  const said = responseCode === undefined ? codeOf(error) : ` (${responseCode})`;
  // Nobody has this address, and asking every hour would not change it.
  const final = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return new DeliveryFailure(`${receiver}: the mail server did not take the message${said}`, { final });
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
