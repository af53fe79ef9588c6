import { Command, CommanderError } from 'commander';
import { registerAudit } from './commands/audit';
import { registerBatch } from './commands/batch';
import { registerCancel } from './commands/cancel';
import { registerCheck } from './commands/check';
import { registerCodecServer } from './commands/codec-server';
import { registerComments } from './commands/comments';
import { registerCompletion } from './commands/completion';
import { registerConfig } from './commands/config';
import { registerData } from './commands/data';
import { registerDev } from './commands/dev';
import { registerDoctor } from './commands/doctor';
import { registerInbox } from './commands/inbox';
import { registerLinks } from './commands/links';
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
import { registerService } from './commands/service';
import { registerSetup } from './commands/setup';
import { registerStart } from './commands/start';
import { registerStatus } from './commands/status';
import { registerTemplate } from './commands/template';
import { registerToken } from './commands/token';
import { registerWatch } from './commands/watch';
import { registerWorker } from './commands/worker';
import { extendHelp } from './help';
import { badInput, exitCodeHelp } from './terminal/exit';
import { defineCommands, withOwnName } from './terminal/program-name';
import { printText, sayText, withoutColors } from './terminal/terminal';

const registrations = [
  registerRun,
  registerStart,
  registerList,
  registerInbox,
  registerStatus,
  registerWatch,
  registerReview,
  registerComments,
  registerOpen,
  registerResolve,
  registerCancel,
  registerBatch,
  registerSchedule,
  registerTemplate,
  registerCheck,
  registerDev,
  registerWorker,
  registerMcp,
  registerService,
  registerCodecServer,
  registerReviewServer,
  registerLinks,
  registerToken,
  registerAudit,
  registerData,
  registerReplay,
  registerMove,
  registerSetup,
  registerConfig,
  registerDoctor,
  registerCompletion,
];

/** The command line with all commands. {@link runProgram} turns commander's errors into `CliError`s. */
export function createProgram(version: string): Command {
  const program = new Command('deck')
    .description('Durable slide decks: workflows that turn a title or a document into a verified file.')
    .version(version)
    .option('--config <file>', 'settings file (default: $DECK_CONFIG, else temporal.yaml)')
    .option('--data <dir>', 'data directory (default: data.directory in the settings)')
    .option('--no-color', 'disable colors, like NO_COLOR')
    .on('option:no-color', withoutColors)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printText(withOwnName(text)),
      writeErr: (text) => sayText(withOwnName(text)),
      outputError: () => {},
    })
    .addHelpText('after', '\nRun deck help <command> for details and examples.')
    .addHelpText('after', exitCodeHelp);
  for (const register of registrations) {
    const command = register(program);
    for (const each of [command, ...command.commands]) {
      each
        .option('--config <file>', 'settings file')
        .option('--data <dir>', 'data directory')
        .option('--no-color', 'disable colors')
        .on('option:no-color', withoutColors);
      extendHelp(each, each === command ? each.name() : `${command.name()} ${each.name()}`);
    }
  }
  defineCommands(program.commands.map((command) => command.name()));
  return program;
}

/** Runs one command line. Commander's errors are bad input, except for help and version, which succeed. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    if (error.code === 'commander.help') throw badInput('');
    throw badInput(onOneLine(error));
  }
}

/** Commander's message on one line, without its prefix and with its suggestion in parentheses. */
function onOneLine({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ');
}
