import { Command, CommanderError } from 'commander';
import { registerBatch } from './commands/batch';
import { registerCancel } from './commands/cancel';
import { registerCodecServer } from './commands/codec-server';
import { registerCompletion } from './commands/completion';
import { registerConfig } from './commands/config';
import { registerDev } from './commands/dev';
import { registerDoctor } from './commands/doctor';
import { registerList } from './commands/list';
import { registerMcp } from './commands/mcp';
import { registerMove } from './commands/move';
import { registerOpen } from './commands/open';
import { registerReplay } from './commands/replay';
import { registerResolve } from './commands/resolve';
import { registerReview } from './commands/review';
import { registerReviewServer } from './commands/review-server';
import { registerRun } from './commands/run';
import { registerSchedule } from './commands/schedule';
import { registerSchema } from './commands/schema';
import { registerService } from './commands/service';
import { registerSetup } from './commands/setup';
import { registerStart } from './commands/start';
import { registerStatus } from './commands/status';
import { registerWatch } from './commands/watch';
import { registerWorker } from './commands/worker';
import { presentWords } from './former-verbs';
import { explain } from './help';
import { badInput, exitCodeHelp } from './terminal/exit';
import { printText, say, sayText, withoutColours } from './terminal/terminal';

const registrations = [
  registerRun,
  registerStart,
  registerList,
  registerStatus,
  registerWatch,
  registerReview,
  registerOpen,
  registerResolve,
  registerCancel,
  registerBatch,
  registerSchedule,
  registerDev,
  registerWorker,
  registerMcp,
  registerService,
  registerCodecServer,
  registerReviewServer,
  registerReplay,
  registerMove,
  registerSetup,
  registerConfig,
  registerSchema,
  registerDoctor,
  registerCompletion,
];

/** The command line, with every verb. Commander's own complaints come out as {@link CliError}s. */
export function createProgram(version: string): Command {
  const program = new Command('deck')
    .description('Slide decks that arrive: durable workflows from a title or a document to a verified file.')
    .version(version)
    .option('--config <file>', 'settings file (default: $DECK_CONFIG, else temporal.yaml)')
    .option('--data <dir>', 'data directory instead of data.directory of the settings')
    .option('--no-color', 'no colours, as with NO_COLOR in the environment')
    .on('option:no-color', withoutColours)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: printText, writeErr: sayText, outputError: () => {} })
    .addHelpText('after', '\ndeck help <command> explains a command, with examples.')
    .addHelpText('after', exitCodeHelp);
  for (const register of registrations) {
    const command = register(program);
    for (const each of [command, ...command.commands]) {
      each
        .option('--config <file>', 'settings file')
        .option('--data <dir>', 'data directory')
        .option('--no-color', 'no colours')
        .on('option:no-color', withoutColours);
      explain(each, each === command ? each.name() : `${command.name()} ${each.name()}`);
    }
  }
  return program;
}

/** Runs one command line. Help and version end well; everything else that commander dislikes is bad input. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  const { args: words, note } = presentWords(args);
  if (note !== undefined) say(note);
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    if (error.code === 'commander.help') throw badInput('');
    throw badInput(plain(error));
  }
}

/** Commander's message as one line: without its prefix, its suggestion kept in brackets. */
function plain({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ');
}
