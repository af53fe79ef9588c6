import type { Command } from 'commander';
import { addInputOptions, type InputOptions, inputOf } from '../input/input-options';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';

export interface RunOptions extends InputOptions, CommonOptions {
  yes?: boolean;
  keep?: boolean;
}

export function registerRun(program: Command): Command {
  const command = program
    .command('run')
    .description('create one deck end to end: start the stack, prompt for review, shut down')
    .argument('[title]', 'title of the deck, 1 to 200 characters; optional with a source option');
  return addInputOptions(command)
    .option('--yes', 'approve outline and content without prompts (default when not in a terminal)')
    .option('--keep', 'keep the stack running until Ctrl-C')
    .addHelpText(
      'after',
      '\nThe last line on stdout is the path of the file. npm start -- "A title" runs the same command.',
    )
    .action(async (title: string | undefined, _options, self: Command) => {
      const options = optionsOf<RunOptions>(self);
      const { configured } = await openInvocation(options);
      const input = await inputOf(title, options, configured);
      const { runDeck } = await import('./run-deck.js');
      const exitCode = await runDeck(input, configured, options);
      if (exitCode !== exitCodes.ok) throw new CliError(exitCode, '');
    });
}
