import type { Command } from 'commander';
import { given } from '../../core/given';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { parsePort } from '../invocation/port';
import { print, say } from '../terminal/terminal';

interface ReviewServerOptions extends CommonOptions {
  port?: string;
  host?: string;
}

export function registerReviewServer(program: Command): Command {
  return program
    .command('review-server')
    .description('run a server for the review page until Ctrl-C; several can share a link key and data directory')
    .option('--port <port>', 'port to listen on; 0 for a free port (default: reviewServer.port)')
    .option('--host <address>', 'address to listen on (default: reviewServer.host)')
    .action(async (_options, self: Command) => {
      const options = optionsOf<ReviewServerOptions>(self);
      const port = options.port === undefined ? undefined : parsePort(options.port);
      const { settings: inEffect, configured } = await openConnected(options);
      // The configured address: a running stack may already use the one in effect.
      const { reviewServer } = configured;
      const settings = {
        ...inEffect,
        reviewServer: { ...reviewServer, ...given({ port, host: options.host }) },
      };
      const { startReviewServer } = await import('../../web/server.js');
      const { runConnected } = await import('../connect/run-server.js');
      await runConnected(settings, async ({ log, health, interruption, temporal, ready }) => {
        const hasStores = configured.service.baseUrl === null;
        const server = await startReviewServer({ settings, temporal, log, hasStores });
        print(`review page ready ${server.url}`);
        ready();
        await interruption.requested;
        health.drain();
        say('Stopping ...');
        await server.close();
      });
    });
}
