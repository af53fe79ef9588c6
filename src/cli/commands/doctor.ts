import type { Command } from 'commander';
import type { Check } from '../checks/checks';
import { type CommonOptions, type Invocation, openInvocation, optionsOf } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';
import { print, printJson, say, styled } from '../terminal/terminal';

interface DoctorOptions extends CommonOptions {
  notify?: boolean;
}

export function registerDoctor(program: Command): Command {
  return program
    .command('doctor')
    .description('say what is missing on this machine and how to get it; exit code 1 when something is')
    .option(
      '--notify',
      'instead, send an event of the type test to every receiver of notifications and say what each answered',
    )
    .option('--json', 'print {"ok", "checks"} on one line; with --notify an array of {"receiver", "ok", "message"}')
    .action(async (_options, self: Command) => {
      const options = optionsOf<DoctorOptions>(self);
      const invocation = await openInvocation(options);
      if (options.notify) return notify(invocation);
      const { runChecks } = await import('../checks/checks.js');
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

async function notify({ settings, json }: Invocation): Promise<void> {
  const { testReceivers } = await import('../../notifications/test-receivers.js');
  const answers = await testReceivers(settings);
  if (json) printJson(answers);
  else if (answers.length === 0) say('The settings name no receivers (notifications); nobody was told.');
  else
    for (const { receiver, ok, message } of answers)
      print(...linesOf({ name: receiver, state: ok ? 'ok' : 'missing', message }));
  const silent = answers.filter(({ ok }) => !ok);
  if (silent.length > 0) throw new CliError(exitCodes.failure, `${silent.length} receiver(s) could not be told.`);
}
