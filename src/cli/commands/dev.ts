import type { Command } from 'commander';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { print, printJson, printMessage, say } from '../terminal/terminal';

export function registerDev(program: Command): Command {
  return program
    .command('dev')
    .description('run Temporal, generation service, worker and review page on this host until Ctrl-C')
    .option('--json', 'print the addresses as one line of JSON')
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
          if (ui !== undefined) row('Temporal UI', ui);
          row('Service', service ?? inEffect.service.baseUrl ?? '');
          if (review !== undefined) row('Review page', review);
          row('Worker', `queue ${inEffect.temporal.taskQueue}`);
          row('Data', inEffect.data.directory);
          printMessage('Ready. Press Ctrl-C to stop. In another terminal, run: deck start "A title"');
        },
      );
    });
}
