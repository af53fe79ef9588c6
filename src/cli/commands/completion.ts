import { Argument, type Command } from 'commander';
import type { Shell } from '../completion/completion';
import { printText } from '../terminal/terminal';

export function registerCompletion(program: Command): Command {
  return program
    .command('completion')
    .description(
      'print a script that lets a shell complete commands, options, their values and the ids of decks; ids are asked ' +
        'from the server, at most three seconds',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/completion.js');
      printText(completionScript(shell, program).trimEnd());
    });
}
