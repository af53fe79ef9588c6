import type { Command } from 'commander';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { print, printJson, say } from '../terminal/terminal';

export function registerDev(program: Command): Command {
  return program
    .command('dev')
    .description('run Temporal, service, worker and review page on this machine until Ctrl-C')
    .option('--json', 'print the addresses on one line')
    .action(async (_options, self: Command) => {
      const { configured: settings, json } = await openInvocation(optionsOf<CommonOptions>(self));
      const { runStack } = await import('../connect/run-stack.js');
      await runStack(
        settings,
        {
          ports: { temporal: 'insist', service: 'insist' },
          parts: { service: true, worker: true, review: true },
          running: 'refuse',
          onProgress: say,
        },
        ({ addresses, settings: inEffect }) => {
          const { temporal, ui, service, review } = addresses;
          if (json) {
            printJson({ pid: process.pid, temporal, ui, service, review, dataDirectory: inEffect.data.directory });
            return;
          }
          const row = (name: string, value: string) => print(`${name.padEnd(11)} ${value}`);
          row('Temporal', temporal);
          if (ui !== undefined) row('Web pages', ui);
          row('Service', service ?? inEffect.service.baseUrl ?? '');
          if (review !== undefined) row('Review page', review);
          row('Worker', `queue ${inEffect.temporal.taskQueue}`);
          row('Data', inEffect.data.directory);
          print('Ready. In another terminal: deck start "A title". Ctrl-C stops everything.');
        },
      );
    });
}
