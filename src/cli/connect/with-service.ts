import type { ClientError, listAll, ServiceClient } from '../../client';
import { type Settings, serviceBaseUrl } from '../../config';
import type { CommonOptions } from '../invocation/invocation';
import { badInput, CliError, type ExitCode, exitCodes } from '../terminal/exit';

/** Options of commands that call the generation service. */
export interface UserOptions extends CommonOptions {
  uid?: string;
  channel?: string;
}

/** The generation service, used as one user. */
export interface UsedService {
  client: ServiceClient;
  user: { uid: string; channel: string };
  listAll: typeof listAll;
}

/** The settings for a service at another address, which an option names. @throws CliError */
export function settingsAt(settings: Settings, option: string, url: string | undefined): Settings {
  if (url === undefined) return settings;
  const { protocol = '', username, password, search } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  if (!/^https?:$/.test(protocol) || username || password || search)
    throw badInput(`${option} takes an http or https URL without credentials and query.`);
  return { ...settings, service: { ...settings.service, baseUrl: url } };
}

/** Calls the generation service directly. @throws CliError if the call fails */
export async function withService<Result>(
  settings: Settings,
  { uid = settings.service.uid, channel = settings.service.channel }: UserOptions,
  work: (service: UsedService) => Promise<Result>,
): Promise<Result> {
  const { ClientError, listAll } = await import('../../client/index.js');
  const { serviceClient } = await import('../../client/account/index.js');
  const client = serviceClient(settings);
  try {
    return await work({ client, user: { uid, channel }, listAll });
  } catch (error) {
    throw error instanceof ClientError ? asCliError(error, settings) : error;
  } finally {
    await client.close();
  }
}

function asCliError(error: ClientError, settings: Settings): CliError {
  const { kind, meaning, msg } = error.data;
  const { origin } = new URL(serviceBaseUrl(settings));
  const failed = (code: ExitCode, message: string) => new CliError(code, message, { cause: error });
  switch (kind) {
    case 'unreachable':
      return failed(
        exitCodes.unreachable,
        `No generation service is reachable at ${origin}. Start one with deck dev, or set service.baseUrl.`,
      );
    case 'timeout':
    case 'connection-lost':
      return failed(exitCodes.unreachable, `The generation service at ${origin} did not respond: ${messageOf(error)}`);
    case 'authentication':
    case 'signature':
      return failed(
        exitCodes.failure,
        `The generation service at ${origin} rejected the keys of this account: ${messageOf(error)}`,
      );
    default: {
      const reason = msg === undefined || msg === '' ? messageOf(error) : msg;
      const code =
        meaning === 'not-found'
          ? exitCodes.notFound
          : meaning === 'invalid-request'
            ? exitCodes.badInput
            : exitCodes.failure;
      return failed(code, `The generation service rejected the call: ${reason}`);
    }
  }
}

/** The message without the endpoint and the verdict that the client puts first. */
function messageOf({ message }: ClientError): string {
  return message.replace(/^\w+: (the service rejected the [a-z, ]+: )?/, '');
}
