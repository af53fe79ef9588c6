import type { Command } from 'commander';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, say } from '../terminal/terminal';

export function registerWorker(program: Command): Command {
  return program
    .command('worker')
    .description('run a deck worker until Ctrl-C; you can run several')
    .action(async (_options, self: Command) => {
      const { settings } = await openConnected(optionsOf<CommonOptions>(self));
      const { ensureNamespace } = await import('../../temporal/index.js');
      const { startPresentationWorker } = await import('../../worker/run-worker.js');
      const { runConnected } = await import('../connect/run-server.js');
      await runConnected(settings, async ({ log, health, interruption, temporal, ready }) => {
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
        ready();
        health.watch('worker', worker.healthCheck);
        await Promise.race([interruption.requested, worker.ended]);
        health.drain();
        say('Stopping; waiting for running calls ...');
        await worker.stop();
      });
    });
}
