import type { Command } from 'commander';
import { stringify } from 'yaml';
import { counted } from '../../base/text/counted';
import type { ProfileLines } from '../../client/account';
import { openProfile } from '../connect/profile-file';
import { settingsAt, type UserOptions } from '../connect/with-service';
import { openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions } from '../invocation/user-options';
import { findingLines } from '../show/findings';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

interface ProbeCommandOptions extends UserOptions {
  url?: string;
  spend?: string;
  write?: string;
}

const help = `
Requests tokens, lists, and resources that do not exist: all of that is free, and nothing is changed. The key pair is
that of the settings, DECK_API_KEY and DECK_SECRET_KEY.
With --spend 1, one deck with the title "Tea at work" is made and stays in the account.
The lines of the profile belong below profile: in temporal.yaml, or into the file that service.profile names.`;

export function registerProbe(service: Command): Command {
  return addUserOptions(
    service
      .command('probe')
      .description('find out how a generation service behaves, and which lines its compatibility profile needs')
      .option('--url <url>', 'base URL of the service (default: service.baseUrl in the settings)')
      .option('--spend <decks>', 'decks to make, which the account pays for: 0 or 1 (default: 0)')
      .option('--write <file>', 'add the lines to this profile file, which is created if it is missing'),
    'user for whom the service is called',
  )
    .option('--json', 'print {"ok", "findings", "profile"} as one line of JSON')
    .addHelpText('after', help)
    .action(async (_options, self: Command) => {
      const options = optionsOf<ProbeCommandOptions>(self);
      if (!/^[01]$/.test(options.spend ?? '0')) throw badInput('--spend takes 0 or 1.');
      const { settings: configured, json } = await openConnected(options);
      const { probeDeck, probeService } = await import('../../client/account/index.js');
      const settings = settingsAt(configured, '--url', options.url);
      const { uid = settings.service.uid, channel = settings.service.channel } = options;
      const file = options.write === undefined ? undefined : await openProfile(options.write);
      const findings: object[] = [];
      let missing = 0;
      const profile = await probeService({
        settings,
        user: { uid, channel },
        more: options.spend === '1' ? probeDeck : undefined,
        onFinding(finding) {
          findings.push(finding);
          if (finding.state === 'missing') missing += 1;
          if (!json) print(...findingLines(finding));
        },
      });
      await file?.add(profile);
      if (json) printJson({ ok: missing === 0, findings, profile });
      else if (missing === 0) await show(profile, options.write);
      if (missing > 0) throw new CliError(exitCodes.failure, `${counted(missing, 'check')} failed.`);
    });
}

async function show(profile: ProfileLines, file: string | undefined): Promise<void> {
  if (Object.keys(profile).length === 0) return say('The profile needs no other lines.');
  if (file !== undefined)
    return say(`The lines are in ${file}. To use it, set service.profile: ${file} in temporal.yaml.`);
  say('', 'For the compatibility profile:');
  print(stringify({ profile }).trimEnd());
}
