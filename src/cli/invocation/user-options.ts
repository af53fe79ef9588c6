import type { Command } from 'commander';
import { KEY, LONGEST_KEY } from '../../core/deck-id';
import { badInput } from '../terminal/exit';

/** `--uid` and `--channel` of commands that call the generation service. @param uidText of `--uid` */
export function addUserOptions(command: Command, uidText: string): Command {
  return command
    .option('--uid <uid>', `${uidText} (default: service.uid in the settings)`, uidOf)
    .option('--channel <channel>', 'channel of the user');
}

/** Validates a uid, which becomes part of a visibility query. @throws CliError */
export function uidOf(text: string): string {
  if (text.length > LONGEST_KEY || !KEY.test(text))
    throw badInput(`--uid: ${JSON.stringify(text)} is not a valid uid.`);
  return text;
}

export function limitOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw badInput(`--limit takes a number from 1 to 9999, not ${JSON.stringify(text)}.`);
  return Number(text);
}
