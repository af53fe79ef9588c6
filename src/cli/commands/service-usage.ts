import type { Command } from 'commander';
import { withService } from '../connect/with-service';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson } from '../terminal/terminal';

interface UsageOptions extends CommonOptions {
  channel?: string;
}

export function registerUsage(service: Command): Command {
  return service
    .command('usage')
    .description('print the number of generated outlines per user')
    .argument('[uid...]', 'users (default: service.uid in the settings)')
    .option('--channel <channel>', 'channel of the users (default: service.channel in the settings)')
    .option('--json', 'print an array of {"uid", "count"} as one line of JSON')
    .action(async (uids: string[], _options, self: Command) => {
      for (const uid of uids) {
        if (uid.trim() === '' || uid.length > 100) throw badInput(`${JSON.stringify(uid)} is not a valid uid.`);
      }
      const options = optionsOf<UsageOptions>(self);
      const { settings, json } = await openConnected(options);
      const distinct = [...new Set(uids.length === 0 ? [settings.service.uid] : uids)];
      const counts = await withService(settings, options, async ({ client, user }) => {
        const all: { uid: string; count: number }[] = [];
        const { maxUsers } = settings.profile.userCount;
        for (let first = 0; first < distinct.length; first += maxUsers) {
          const uid = distinct.slice(first, first + maxUsers);
          all.push(...(await client.call('countUserOutlines', { uid, channel: user.channel }, user)));
        }
        return all;
      });
      if (json) printJson(counts);
      else for (const { uid, count } of counts) print(`${String(count).padStart(8)}  ${uid}`);
    });
}
