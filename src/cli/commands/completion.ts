import { Argument, type Command } from 'commander';
import type { Shell } from '../completion/completion';
import { printText } from '../terminal/terminal';

export function registerCompletion(program: Command): Command {
  return program
    .command('completion')
    .description('print a completion script for commands, options, values and deck IDs')
    .addArgument(new Argument('<shell>', 'shell to complete for').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/completion.js');
      printText(completionScript(shell, program).trimEnd());
    });
}
