import { serviceClient } from '../../account/service-client';
import { ClientError, type ServiceClient } from '../../client';
import { type Settings, serviceBaseUrl } from '../../config';
import type { CommonOptions } from '../invocation/invocation';
import { CliError, type ExitCode, exitCodes } from '../terminal/exit';

export { listAll } from '../../client';

/** Options of the commands that ask the service itself. */
export interface UserOptions extends CommonOptions {
  uid?: string;
  channel?: string;
}

/** The service as one user of it. */
export interface UsedService {
  client: ServiceClient;
  user: { uid: string; channel: string };
}

/** Calls the service directly for the time of one command; what it refuses becomes one sentence. */
export async function withService<Result>(
  settings: Settings,
  { uid = settings.service.uid, channel = settings.service.channel }: UserOptions,
  work: (service: UsedService) => Promise<Result>,
): Promise<Result> {
  const client = serviceClient(settings);
  try {
    return await work({ client, user: { uid, channel } });
  } catch (error) {
    throw error instanceof ClientError ? asCliError(error, settings) : error;
  } finally {
    await client.close();
  }
}

/** Whether the service says that it has no such thing, or not for this user. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ClientError && error.data.meaning === 'not-found';
}

function asCliError(error: ClientError, settings: Settings): CliError {
  const { kind, meaning, msg } = error.data;
  const { origin } = new URL(serviceBaseUrl(settings));
  const end = (code: ExitCode, sentence: string) => new CliError(code, sentence, { cause: error });
  switch (kind) {
    case 'unreachable':
      return end(
        exitCodes.noAnswer,
        `No service answers at ${origin}; start one with "deck dev" or set service.baseUrl.`,
      );
    case 'timeout':
    case 'connection-lost':
      return end(exitCodes.noAnswer, `The service at ${origin} did not answer: ${sentenceOf(error)}`);
    case 'authentication':
    case 'signature':
      return end(exitCodes.failure, `The service at ${origin} refuses the keys of this account: ${sentenceOf(error)}`);
    default: {
      const said = msg === undefined || msg === '' ? sentenceOf(error) : msg;
      const code =
        meaning === 'not-found'
          ? exitCodes.notFound
          : meaning === 'invalid-request'
            ? exitCodes.badInput
            : exitCodes.failure;
      return end(code, `The service refuses: ${said}`);
    }
  }
}

/** The client's messages begin with the endpoint. */
function sentenceOf({ message }: ClientError): string {
  return message.replace(/^\w+: /, '');
}
