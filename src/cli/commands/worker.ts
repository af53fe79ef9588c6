import type { Command } from 'commander';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, say } from '../terminal/terminal';

export function registerWorker(program: Command): Command {
  return program
    .command('worker')
    .description('run a deck worker until Ctrl-C; you can run several')
    .action(async (_options, self: Command) => {
      const { settings } = await openConnected(optionsOf<CommonOptions>(self));
      const { openProcessLog } = await import('../terminal/logs.js');
      const { log } = openProcessLog(settings);
      const [
        { connectTemporal, ensureNamespace },
        { startPresentationWorker },
        { listenForInterruption },
        { startHealth, checkTemporal },
        { openPrivateDirectory },
      ] = await Promise.all([
        import('../../temporal/index.js'),
        import('../../worker/run-worker.js'),
        import('../invocation/interruption.js'),
        import('../../temporal/telemetry/health.js'),
        import('../../base/io/private-directory.js'),
      ]);
      const visible = openPrivateDirectory(settings.data.directory);
      if (visible !== undefined) log.warn(visible);
      const interruption = listenForInterruption();
      const health = await startHealth(settings);
      const temporal = await connectTemporal(settings);
      try {
        const { namespace, retention, taskQueue } = settings.temporal;
        await ensureNamespace(temporal.connection, namespace, { retentionMs: retention });
        const worker = await startPresentationWorker({ settings, temporal, log });
        const { deployment, build } = settings.worker.versioning;
        const version = deployment === null ? '' : ` as version ${deployment}.${build}`;
        print(`worker ready on queue ${taskQueue} at ${temporal.address}${version}`);
        if (version !== '')
          say(
            'To route decks to this version: temporal worker deployment set-current-version ' +
              `--deployment-name ${deployment} --build-id ${build} --namespace ${namespace}`,
          );
        health.watch('temporal', () => checkTemporal(temporal));
        health.watch('worker', worker.healthCheck);
        await Promise.race([interruption.requested, worker.ended]);
        health.drain();
        say('Stopping; waiting for running calls ...');
        await worker.stop();
      } finally {
        await temporal.close();
        await health.close();
        interruption.dispose();
      }
    });
}
