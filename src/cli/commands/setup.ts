import type { Command } from 'commander';
import type { SetupStep } from '../checks/cluster-setup';
import { withCluster } from '../connect/with-cluster';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';
import { withOwnName } from '../terminal/program-name';
import { print, printJson, styled } from '../terminal/terminal';

interface SetupCommandOptions extends CommonOptions {
  check?: boolean;
}

export function registerSetup(program: Command): Command {
  return program
    .command('setup')
    .description('create namespaces, search attributes and the housekeeping schedule on the Temporal cluster')
    .option('--check', 'change nothing; exit with 1 if something is missing')
    .option('--json', 'print {"ok", "steps"} as one line of JSON')
    .addHelpText(
      'after',
      `
You can run it repeatedly: existing resources are not changed. The embedded Temporal server needs no setup.
On Temporal Cloud, an administrator creates namespaces and search attributes: the commands are printed.`,
    )
    .action(async (_options, self: Command) => {
      const options = optionsOf<SetupCommandOptions>(self);
      const { settings, json } = await openConnected(options);
      const { setUpCluster } = await import('../checks/cluster-setup.js');
      const check = options.check ?? false;
      const steps = await withCluster(settings, (cluster) => setUpCluster(cluster, settings, { check }));
      const missing = steps.filter(({ state }) => state === 'missing');
      if (json) printJson({ ok: missing.length === 0, steps });
      else for (const step of steps) print(...linesOf(step));
      if (missing.length === 0) return;
      const names = missing.map(({ name }) => name).join(', ');
      throw check
        ? new CliError(exitCodes.failure, `Missing: ${names}. To create them:`, { details: ['deck setup'] })
        : new CliError(exitCodes.failure, `Missing: ${names}.`);
    });
}

const marks = { there: '·', made: '✔', missing: '✘' } as const;
const styles = { there: 'dim', made: 'green', missing: 'red' } as const;

function linesOf({ what, name, state, message, remedy }: SetupStep): string[] {
  const mark = styled(styles[state], marks[state], process.stdout);
  const line = `${mark} ${what.padEnd(16)} ${name.padEnd(24)} ${message}`;
  return remedy === undefined
    ? [line]
    : [line, `  ${' '.repeat(16)} ${styled('dim', withOwnName(remedy), process.stdout)}`];
}
