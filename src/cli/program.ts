import { Command, CommanderError } from 'commander';
import { registerCancel } from './commands/cancel';
import { registerConfig } from './commands/config';
import { registerDev } from './commands/dev';
import { registerDoctor } from './commands/doctor';
import { registerList } from './commands/list';
import { registerResolve } from './commands/resolve';
import { registerReview } from './commands/review';
import { registerRun } from './commands/run';
import { registerService } from './commands/service';
import { registerStart } from './commands/start';
import { registerStatus } from './commands/status';
import { registerWatch } from './commands/watch';
import { registerWorker } from './commands/worker';
import { badInput, exitCodeHelp } from './exit';

const registrations = [
  registerRun,
  registerStart,
  registerList,
  registerStatus,
  registerWatch,
  registerReview,
  registerResolve,
  registerCancel,
  registerDev,
  registerWorker,
  registerService,
  registerConfig,
  registerDoctor,
];

/** The command line, with every verb. Commander's own complaints come out as {@link CliError}s. */
export function createProgram(version: string): Command {
  const program = new Command('deck')
    .description('Slide decks that arrive: durable workflows from a title to a verified file.')
    .version(version)
    .option('--config <file>', 'settings file (default: $DECK_CONFIG, else temporal.yaml)')
    .option('--data <dir>', 'data directory instead of data.directory of the settings')
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', exitCodeHelp);
  for (const register of registrations) {
    const command = register(program);
    command
      .option('--config <file>', 'settings file')
      .option('--data <dir>', 'data directory')
      .addHelpText('after', exitCodeHelp);
  }
  return program;
}

/** Runs one command line. Help and version end well; everything else that commander dislikes is bad input. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    if (error.code === 'commander.help') throw badInput('');
    throw badInput(plain(error));
  }
}

/** Commander's message as one line: without its prefix, its suggestion kept in brackets. */
function plain({ code, message }: CommanderError): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  if (code === 'commander.missingArgument' && line.includes("'title'")) {
    return 'The title is missing: say what the deck is about, such as deck start "Coral reefs".';
  }
  return line;
}
