import type { Command } from 'commander';
import type { Settings } from '../../config';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { print, printJson, printMessage, say } from '../terminal/terminal';

interface DevOptions extends CommonOptions {
  share?: boolean;
}

/** The review page listens on all addresses. With a public URL, another program already passes requests on. */
function sharedSettings(settings: Settings): Settings {
  if (settings.reviewServer.publicUrl !== null) return settings;
  return { ...settings, reviewServer: { ...settings.reviewServer, host: '0.0.0.0' } };
}

export function registerDev(program: Command): Command {
  return program
    .command('dev')
    .description('run Temporal, generation service, worker and review page on this host until Ctrl-C')
    .option('--share', 'let other devices on the network open the review page')
    .option('--json', 'print the addresses as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<DevOptions>(self);
      const { configured, json } = await openInvocation(options);
      const { linkKey } = await import('../../edge/review-links.js');
      // Generates the key while the page is still private; without a configured key, a shared page uses it, too.
      const key = linkKey(configured);
      const settings = options.share ? sharedSettings(configured) : configured;
      const [{ runStack }, { inboxAddress }] = await Promise.all([
        import('../connect/run-stack.js'),
        import('../../edge/inbox-links.js'),
      ]);
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
            const inbox = review === undefined ? undefined : inboxAddress(inEffect, key).address;
            printJson({
              pid: process.pid,
              temporal,
              ui,
              service,
              review,
              inbox,
              dataDirectory: inEffect.data.directory,
            });
            return;
          }
          const row = (name: string, value: string) => print(`${name.padEnd(11)} ${value}`);
          row('Temporal', temporal);
          if (ui !== undefined) row('Temporal UI', ui);
          row('Service', service ?? inEffect.service.baseUrl ?? '');
          if (review !== undefined) {
            row('Review page', review);
            row('Inbox', inboxAddress(inEffect, key).address);
          }
          row('Worker', `queue ${inEffect.temporal.taskQueue}`);
          row('Data', inEffect.data.directory);
          printMessage('Ready. Press Ctrl-C to stop. In another terminal, run: deck start "A title"');
        },
      );
    });
}
