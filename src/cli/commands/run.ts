import { join } from 'node:path';
import type { Command } from 'commander';
import { packageRoot } from '../../base/io/package-root';
import { addInputOptions, hasSource, type InputOptions, inputOf } from '../input/input-options';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';
import { isInteractive, say } from '../terminal/terminal';

/** A document with tables, an image and sources, for a first deck. */
export const EXAMPLE = join(packageRoot, 'src/cli/example/planets.docx');

interface RunOptions extends InputOptions, CommonOptions {
  yes?: boolean;
  keep?: boolean;
  /** Set if the document is the example. */
  example?: boolean;
}

export function registerRun(program: Command): Command {
  const command = program
    .command('run')
    .description('create one deck end to end: start the stack, prompt for review, shut down')
    .argument('[title]', 'title of the deck, 1 to 200 characters; without it and a source option, an example deck');
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
      if (!hasSource(title, options)) {
        options.document = EXAMPLE;
        options.example = true;
        say('No title: making the example deck.');
      }
      const brief = await askedBrief(title, options);
      if (brief === undefined) throw new CliError(exitCodes.interrupted, 'Stopped before the deck was started.');
      Object.assign(options, brief);
      const input = await inputOf(title, options, configured);
      const { runDeck } = await import('./run-deck.js');
      const exitCode = await runDeck(input, configured, options);
      if (exitCode !== exitCodes.ok) throw new CliError(exitCode, '');
    });
}

/** Asks what a title does not say, unless the options do, or no one can answer. */
async function askedBrief(title: string | undefined, options: RunOptions): Promise<object | undefined> {
  const { document, topic, markdown, fromTask, fromDesign, kind, audience, remember, facts, key, yes } = options;
  const told = [document, topic, markdown, fromTask, fromDesign, kind, audience, remember, facts, key];
  const isTold = yes === true || told.some((each) => each !== undefined);
  if (title === undefined || isTold || !isInteractive()) return {};
  const { askBrief } = await import('../dialogs/brief-dialog.js');
  return askBrief(title);
}
