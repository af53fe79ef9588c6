import type { Command } from 'commander';
import type { OpenedDecks } from '../../mcp/access';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { userName } from '../invocation/user-options';
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
      'serve an assistant over the Model Context Protocol on stdin and stdout; it can start, watch and edit decks, and ' +
        'a person keeps the decisions (docs/mcp.md)',
    )
    .option('--uid <uid>', 'only the decks of this user (default: all)', userName)
    .option('--channel <channel>', 'channel of that user (default: service.channel of the settings)')
    .option('--no-confirm', 'never ask the person through the assistant’s program; they decide elsewhere')
    .action(async (_options, self: Command) => {
      const options = optionsOf<McpOptions>(self);
      // Wrong settings are said before the assistant begins.
      const { settings } = await openConnected(options);
      const { uid, channel = settings.service.channel } = options;
      if (uid === undefined && options.channel !== undefined) throw badInput('--channel goes with --uid.');
      const [{ serveOverStdio }, { withDecks }, { listenForInterruption }] = await Promise.all([
        import('../../mcp/server.js'),
        import('../connect/with-decks.js'),
        import('../invocation/interruption.js'),
      ]);
      const interruption = listenForInterruption();
      say('Serving decks on stdin and stdout; the assistant’s program ends it.');
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
