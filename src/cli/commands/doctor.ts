import type { Command } from 'commander';
import type { Check } from '../checks';
import { CliError, exitCodes } from '../exit';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation';
import { print, printJson, styled } from '../terminal';

export function registerDoctor(program: Command): Command {
  return program
    .command('doctor')
    .description('say what is missing on this machine and how to get it; exit code 1 when something is')
    .option('--json', 'print {"ok", "checks"} on one line')
    .action(async (_options, self: Command) => {
      const invocation = await openInvocation(optionsOf<CommonOptions>(self));
      const { runChecks } = await import('../checks.js');
      const checks = await runChecks(invocation);
      const missing = checks.filter(({ state }) => state === 'missing');
      if (invocation.json) printJson({ ok: missing.length === 0, checks });
      else for (const check of checks) print(...linesOf(check));
      if (missing.length > 0) throw new CliError(exitCodes.failure, `${missing.length} thing(s) missing.`);
    });
}

const WIDTH = 24;
const marks = { ok: '✔', note: '·', missing: '✘' } as const;
const styles = { ok: 'green', note: 'dim', missing: 'red' } as const;

function linesOf({ name, state, message, remedy }: Check): string[] {
  const line = `${styled(styles[state], marks[state], process.stdout)} ${name.padEnd(WIDTH)} ${message}`;
  return remedy === undefined ? [line] : [line, `  ${' '.repeat(WIDTH)} ${styled('dim', remedy, process.stdout)}`];
}
