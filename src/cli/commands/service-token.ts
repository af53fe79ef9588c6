import type { Command } from 'commander';
import type { UserOptions } from '../connect/with-service';
import { openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions } from '../invocation/user-options';
import { print, printJson } from '../terminal/terminal';

export function registerToken(service: Command): Command {
  return addUserOptions(
    service
      .command('token')
      .description(
        'make sure that a token of the user is kept for the next calls; prints when it expires, never itself',
      ),
    'user whose token it is',
  )
    .option('--json', 'print {"uid", "channel", "expiresAt"} on one line')
    .action(async (_options, self: Command) => {
      const options = optionsOf<UserOptions>(self);
      const { settings, json } = await openConnected(options);
      const { withService } = await import('../connect/with-service.js');
      await withService(settings, options, async ({ client, user }) => {
        const { expiresAt } = await client.ensureToken(user);
        const ends = new Date(expiresAt).toISOString();
        if (json) printJson({ ...user, expiresAt: ends });
        else print(ends);
      });
    });
}
