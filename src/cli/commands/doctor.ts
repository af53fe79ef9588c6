import type { Command } from 'commander';
import { counted } from '../../text/counted';
import type { Check } from '../checks/checks';
import { type CommonOptions, type Invocation, openInvocation, optionsOf } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';
import { withOwnName } from '../terminal/program-name';
import { print, printJson, say, styled } from '../terminal/terminal';

interface DoctorOptions extends CommonOptions {
  notify?: boolean;
}

export function registerDoctor(program: Command): Command {
  return program
    .command('doctor')
    .description('check this host for missing requirements and print remedies; exits with 1 if a check fails')
    .option('--notify', 'send a test notification to every receiver instead, and print each result')
    .option(
      '--json',
      'print {"ok", "checks"} as one line of JSON; with --notify, an array of {"receiver", "ok", "message"}',
    )
    .action(async (_options, self: Command) => {
      const options = optionsOf<DoctorOptions>(self);
      const invocation = await openInvocation(options);
      if (options.notify) return notify(invocation);
      const { runChecks } = await import('../checks/checks.js');
      const checks = await runChecks(invocation);
      const missing = checks.filter(({ state }) => state === 'missing');
      if (invocation.json) printJson({ ok: missing.length === 0, checks });
      else for (const check of checks) print(...linesOf(check));
      if (missing.length > 0) throw new CliError(exitCodes.failure, `${counted(missing.length, 'check')} failed.`);
    });
}

const WIDTH = 24;
const marks = { ok: '✔', note: '·', missing: '✘' } as const;
const styles = { ok: 'green', note: 'dim', missing: 'red' } as const;

function linesOf({ name, state, message, remedy }: Check): string[] {
  const line = `${styled(styles[state], marks[state], process.stdout)} ${name.padEnd(WIDTH)} ${message}`;
  return remedy === undefined
    ? [line]
    : [line, `  ${' '.repeat(WIDTH)} ${styled('dim', withOwnName(remedy), process.stdout)}`];
}

async function notify({ settings, json }: Invocation): Promise<void> {
  const { testReceivers } = await import('../../notifications/test-receivers.js');
  const results = await testReceivers(settings);
  if (json) printJson(results);
  else if (results.length === 0) say('No receivers are configured (notifications). Nothing was sent.');
  else
    for (const { receiver, ok, message } of results)
      print(...linesOf({ name: receiver, state: ok ? 'ok' : 'missing', message }));
  const failed = results.filter(({ ok }) => !ok).length;
  if (failed > 0) throw new CliError(exitCodes.failure, `${counted(failed, 'receiver')} could not be notified.`);
}
