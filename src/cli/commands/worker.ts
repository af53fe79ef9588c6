import type { Command } from 'commander';
import { type CommonOptions, openConnected, optionsOf } from '../invocation';
import { print, say } from '../terminal';

export function registerWorker(program: Command): Command {
  return program
    .command('worker')
    .description('run a worker for decks until Ctrl-C; several may run')
    .action(async (_options, self: Command) => {
      const { settings } = await openConnected(optionsOf<CommonOptions>(self));
      const { openProcessLog } = await import('../logs.js');
      const { log } = openProcessLog(settings);
      const [{ connectTemporal, ensureNamespace }, { startPresentationWorker }, { listenForInterruption }] =
        await Promise.all([
          import('../../temporal/index.js'),
          import('../../worker/run-worker.js'),
          import('../interruption.js'),
        ]);
      const interruption = listenForInterruption();
      const temporal = await connectTemporal(settings);
      try {
        const { namespace, retention, taskQueue } = settings.temporal;
        await ensureNamespace(temporal.connection, namespace, { retentionMs: retention });
        const worker = await startPresentationWorker({ settings, temporal, log });
        print(`worker ready on queue ${taskQueue} at ${temporal.address}`);
        await Promise.race([interruption.requested, worker.ended]);
        say('Stopping; calls under way may finish ...');
        await worker.stop();
      } finally {
        await temporal.close();
        interruption.dispose();
      }
    });
}
