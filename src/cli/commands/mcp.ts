import type { Command } from 'commander';
import type { OpenedDecks } from '../../mcp/access';
import { withDecks } from '../connect/with-decks';
import { listenForInterruption } from '../invocation/interruption';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { uidOf } from '../invocation/user-options';
import { badInput } from '../terminal/exit';
import { say } from '../terminal/terminal';

interface McpOptions extends CommonOptions {
  uid?: string;
  channel?: string;
  /** False with `--no-confirm`. */
  confirm: boolean;
}

export function registerMcp(program: Command): Command {
  return program
    .command('mcp')
    .description(
      'run an MCP server on stdin and stdout, so that an assistant can start, watch and edit decks; ' +
        'a person makes the decisions (docs/mcp.md)',
    )
    .option('--uid <uid>', 'only decks of this user (default: all)', uidOf)
    .option('--channel <channel>', 'channel of the user (default: service.channel in the settings)')
    .option('--no-confirm', 'do not prompt through the assistant; decide on the review page or in a terminal')
    .action(async (_options, self: Command) => {
      const options = optionsOf<McpOptions>(self);
      // Reports invalid settings before the assistant connects.
      const { settings } = await openConnected(options);
      const { uid, channel = settings.service.channel } = options;
      if (uid === undefined && options.channel !== undefined) throw badInput('--channel requires --uid.');
      const { serveOverStdio } = await import('../../mcp/server.js');
      const interruption = listenForInterruption();
      say('MCP server ready on stdin and stdout. It exits when the assistant disconnects.');
      const access = {
        confirms: options.confirm,
        ...(uid === undefined ? {} : { user: { uid, channel: channel.trim() } }),
        async open<Result>(work: (opened: OpenedDecks) => Promise<Result>): Promise<Result> {
          const invocation = await openConnected(options);
          return withDecks(invocation, (decks) => work({ decks, settings: invocation.settings }));
        },
      };
      try {
        await serveOverStdio(access, program.version() ?? '', interruption.signal);
      } finally {
        interruption.dispose();
      }
    });
}
