import type { Command } from 'commander';
import type { UserOptions } from '../connect/with-service';
import { openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions } from '../invocation/user-options';
import { print, printJson } from '../terminal/terminal';

export function registerToken(service: Command): Command {
  return addUserOptions(
    service
      .command('token')
      .description('get and cache an access token for a user; prints its expiry time, never the token'),
    'user of the token',
  )
    .option('--json', 'print {"uid", "channel", "expiresAt"} as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<UserOptions>(self);
      const { settings, json } = await openConnected(options);
      const { withService } = await import('../connect/with-service.js');
      await withService(settings, options, async ({ client, user }) => {
        const { expiresAt } = await client.ensureToken(user);
        const expiry = new Date(expiresAt).toISOString();
        if (json) printJson({ ...user, expiresAt: expiry });
        else print(expiry);
      });
    });
}
