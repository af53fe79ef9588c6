import type { Command } from 'commander';
import { badInput } from '../terminal/exit';

/** `--uid` and `--channel` of the commands that ask the service itself. */
export function addUserOptions(command: Command, whose = 'user that is asked for'): Command {
  return command
    .option('--uid <uid>', `${whose} (default: service.uid of the settings)`, userName)
    .option('--channel <channel>', 'channel of the user');
}

/** The name of a user, such that it can stand in a query to the server. @throws CliError */
export function userName(text: string): string {
  if (!/^[\p{L}\p{N}._@+=-]{1,100}$/u.test(text)) {
    throw badInput(`--uid: ${JSON.stringify(text)} is not the name of a user.`);
  }
  return text;
}

/** `--limit` of the commands that list something. */
export function limitOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw badInput(`--limit takes a number from 1 to 9999, not ${JSON.stringify(text)}.`);
  return Number(text);
}
