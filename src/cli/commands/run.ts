import type { Command } from 'commander';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { addOrderOptions, type OrderOptions, orderOf } from '../order/order';
import { CliError, exitCodes } from '../terminal/exit';

export interface RunOptions extends OrderOptions, CommonOptions {
  yes?: boolean;
  keep?: boolean;
}

export function registerRun(program: Command): Command {
  const command = program
    .command('run')
    .description(
      'make one deck from nothing: starts all that is needed, asks where it is to be reviewed, stops it again',
    )
    .argument('[title]', 'what the deck is about, 1 to 200 characters; may be left out where a source is named');
  return addOrderOptions(command)
    .option('--yes', 'approve outline and content without asking, as it happens without a terminal')
    .option('--keep', 'leave everything running afterwards, until Ctrl-C')
    .addHelpText(
      'after',
      '\nThe last line on stdout is the path of the file. `npm start -- "A title"` is the same, and so is ' +
        '`npm start -- --document file.docx`.',
    )
    .action(async (title: string | undefined, _options, self: Command) => {
      const options = optionsOf<RunOptions>(self);
      const { configured } = await openInvocation(options);
      // Checked before anything is started.
      const order = await orderOf(title, options, configured);
      const { makeDeck } = await import('./make-deck.js');
      const exitCode = await makeDeck(order, configured, options);
      if (exitCode !== exitCodes.ok) throw new CliError(exitCode, '');
    });
}
