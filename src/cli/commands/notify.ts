import type { Command } from 'commander';
import { CliError, exitCodes } from '../exit';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation';
import { print, printJson, say, styled } from '../terminal';

export function registerNotify(program: Command): Command {
  const notify = program.command('notify').description('see whether those who are to hear of decks can be reached');
  notify
    .command('test')
    .description('send an event of the type test to every receiver of the settings, once, and say what each answered')
    .option('--json', 'print an array of {"receiver", "ok", "message"} on one line')
    .action(async (_options, self: Command) => {
      const { settings, json } = await openInvocation(optionsOf<CommonOptions>(self));
      const { testReceivers } = await import('../../notifications/test-receivers.js');
      const answers = await testReceivers(settings);
      if (json) printJson(answers);
      else if (answers.length === 0) say('The settings name no receivers (notifications); nobody was told.');
      else for (const { receiver, ok, message } of answers) print(`${mark(ok)} ${receiver.padEnd(24)} ${message}`);
      const silent = answers.filter(({ ok }) => !ok);
      if (silent.length > 0) throw new CliError(exitCodes.failure, `${silent.length} receiver(s) could not be told.`);
    });
  return notify;
}

function mark(ok: boolean): string {
  return ok ? styled('green', '✔', process.stdout) : styled('red', '✘', process.stdout);
}
