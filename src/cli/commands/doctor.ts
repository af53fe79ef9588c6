import type { Command } from 'commander';
import { counted } from '../../base/text/counted';
import { type CommonOptions, type Invocation, openInvocation, optionsOf } from '../invocation/invocation';
import { findingLines } from '../show/findings';
import { CliError, exitCodes } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

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
      else for (const check of checks) print(...findingLines(check));
      if (missing.length > 0) throw new CliError(exitCodes.failure, `${counted(missing.length, 'check')} failed.`);
    });
}

async function notify({ settings, json }: Invocation): Promise<void> {
  const { testReceivers } = await import('../../../activities/notifications/test-receivers.js');
  const results = await testReceivers(settings);
  if (json) printJson(results);
  else if (results.length === 0) say('No receivers are configured (notifications). Nothing was sent.');
  else
    for (const { receiver, ok, message } of results)
      print(...findingLines({ name: receiver, state: ok ? 'ok' : 'missing', message }));
  const failed = results.filter(({ ok }) => !ok).length;
  if (failed > 0) throw new CliError(exitCodes.failure, `${counted(failed, 'receiver')} could not be notified.`);
}
