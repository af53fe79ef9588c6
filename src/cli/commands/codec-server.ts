import type { Command } from 'commander';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { print, say } from '../terminal/terminal';

export function registerCodecServer(program: Command): Command {
  return program
    .command('codec-server')
    .description('run a codec server, which decrypts payloads for logged-in users of the Temporal UI, until Ctrl-C')
    .action(async (_options, self: Command) => {
      const { settings, run } = await openInvocation(optionsOf<CommonOptions>(self));
      const { startCodecServer } = await import('../../temporal/codec-server/server.js');
      const { issuedTokens } = await import('../../web/issued-tokens.js');
      const { runServer } = await import('../connect/run-server.js');
      await runServer(settings, async ({ log, health, interruption }) => {
        const ui = run?.uiUrl === undefined ? {} : { uiUrl: run.uiUrl };
        const server = await startCodecServer({ settings, log, readBearer: issuedTokens(settings, log), ...ui });
        print(`codec server ready ${server.url}`);
        say(`Allowed origins: ${server.origins.join(', ')}. Open ${server.url} to log in.`);
        // It has no dependencies that could be unhealthy.
        health.watch('codec server', async () => undefined);
        await interruption.requested;
        health.drain();
        await server.close();
      });
    });
}
