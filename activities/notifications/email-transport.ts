import { isLoopback, readSecret, type Settings, SettingsError } from '../../src/config';
import { codeOf, DeliveryFailure } from './delivery-failure';
import type { Email } from './email';

const SETTING = 'notifications.email.smtp';

/**
 * The connection options for a mail server. TLS protects the password and the review links, so it is required for every
 * server except one on this host.
 */
export function smtpOptions(address: string, timeout: number) {
  const fail = (): never => {
    const sentence = `${SETTING} must be a URL such as smtps://user:password@host.`;
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
    // A server on this host usually offers STARTTLS with a self-signed certificate.
    ignoreTLS: !secure && isLoopback(host),
    ...(user === '' ? {} : { auth: { user, pass } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @throws SettingsError, which does not contain any part of the URL */
export function readSmtp({ email, timeout }: Settings['notifications'], env: NodeJS.ProcessEnv) {
  const address = readSecret(email.smtp!, SETTING, env);
  return { address, options: smtpOptions(address, timeout) };
}

/** A connection pool to the mail server. */
export interface EmailTransport {
  /** @throws DeliveryFailure */
  send(receiver: string, email: Email, timeout: number, signal: AbortSignal): Promise<string>;
  close(): void;
}

export function openEmailTransport(options: ReturnType<typeof smtpOptions>): EmailTransport {
  // Loaded on demand, because most workers send no email.
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({ ...options, pool: true, maxConnections: 3 }),
  );
  return {
    async send(receiver, email, timeout, signal) {
      const transport = await opening;
      const late = AbortSignal.timeout(timeout);
      await Promise.race([transport.sendMail(email), aborted(AbortSignal.any([signal, late]))]).catch((error) => {
        if (signal.aborted) throw error;
        if (late.aborted) throw new DeliveryFailure(`${receiver}: the mail server did not respond in time`);
        throw failureOf(receiver, error);
      });
      return 'accepted by the mail server';
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}

/** Keeps only the reply code: the text of a reply may repeat addresses and names. */
function failureOf(receiver: string, error: { code?: string; responseCode?: number }): DeliveryFailure {
  const { responseCode } = error;
  const code = responseCode === undefined ? codeOf(error) : ` (${responseCode})`;
  // The mailbox does not exist; retrying would not change that.
  const final = error.code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return new DeliveryFailure(`${receiver}: the mail server did not accept the message${code}`, { final });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
