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
      const { openProcessLog } = await import('../terminal/logs.js');
      const { log } = openProcessLog(settings);
      const [
        { connectTemporal },
        { startReviewServer },
        { listenForInterruption },
        { startHealth, checkTemporal },
        { openPrivateDirectory },
      ] = await Promise.all([
        import('../../temporal/index.js'),
        import('../../web/server.js'),
        import('../invocation/interruption.js'),
        import('../../temporal/telemetry/health.js'),
        import('../../base/io/private-directory.js'),
      ]);
      const visible = openPrivateDirectory(settings.data.directory);
      if (visible !== undefined) log.warn(visible);
      const interruption = listenForInterruption();
      const health = await startHealth(settings);
      try {
        const temporal = await connectTemporal(settings);
        try {
          const server = await startReviewServer({
            settings,
            temporal,
            log,
            hasStores: configured.service.baseUrl === null,
          });
          print(`review page ready ${server.url}`);
          health.watch('temporal', () => checkTemporal(temporal));
          await interruption.requested;
          health.drain();
          say('Stopping ...');
          await server.close();
        } finally {
          await temporal.close();
        }
      } finally {
        await health.close();
        interruption.dispose();
      }
    });
}
