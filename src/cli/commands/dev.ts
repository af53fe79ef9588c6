import type { Command } from 'commander';
import type { Settings } from '../../config';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { linkNotes } from '../show/explain-link';
import { badInput } from '../terminal/exit';
import { print, printJson, printMessage, say } from '../terminal/terminal';

interface DevOptions extends CommonOptions {
  share?: boolean;
  host?: string;
}

/**
 * The address that the review page listens on. `--share` means all addresses; with a public URL, another program already
 * passes requests on.
 */
export function settingsForPage(settings: Settings, { share, host }: Pick<DevOptions, 'share' | 'host'>): Settings {
  const shared = share && settings.reviewServer.publicUrl === null ? '0.0.0.0' : undefined;
  const asked = host ?? shared;
  return asked === undefined ? settings : { ...settings, reviewServer: { ...settings.reviewServer, host: asked } };
}

export function registerDev(program: Command): Command {
  return program
    .command('dev')
    .description('run Temporal, generation service, worker and review page on this host until Ctrl-C')
    .option('--share', 'let other devices on the network open the review page')
    .option('--host <address>', 'instead of --share: the address the review page listens on')
    .option('--json', 'print the addresses as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<DevOptions>(self);
      if (options.share && options.host !== undefined) throw badInput('--share cannot be combined with --host.');
      const { configured, json } = await openInvocation(options);
      const { linkKey } = await import('../../decks/links/review-links.js');
      // Generates the key while the page is still private; without a configured key, a shared page uses it, too.
      const key = linkKey(configured);
      const { runStack } = await import('../connect/run-stack.js');
      const { inboxAddress } = await import('../../decks/links/inbox-links.js');
      const { VIEWS_PATH } = await import('../../temporal/views-page.js');
      await runStack(
        settingsForPage(configured, options),
        {
          ports: { temporal: 'insist', service: 'insist' },
          parts: { service: true, worker: true, review: true },
          running: 'refuse',
          onProgress: say,
        },
        ({ addresses, settings: inEffect }) => {
          const { temporal, ui, service, review } = addresses;
          const views = ui && ui + VIEWS_PATH;
          const inbox = review === undefined ? undefined : inboxLink(inboxAddress(inEffect, key));
          if (json) {
            printJson({
              pid: process.pid,
              temporal,
              ui,
              views,
              service,
              review,
              inbox: inbox?.address,
              inboxExpiresAt: inbox?.expiresAt,
              dataDirectory: inEffect.data.directory,
            });
            return;
          }
          const row = (name: string, value: string) => print(`${name.padEnd(11)} ${value}`);
          row('Temporal', temporal);
          if (views !== undefined) row('Temporal UI', views);
          row('Service', service ?? inEffect.service.baseUrl ?? '');
          if (review !== undefined) row('Review page', review);
          if (inbox !== undefined) {
            row('Inbox', inbox.address);
            for (const note of linkNotes(inbox)) printMessage(`${' '.repeat(12)}${note}`);
          }
          row('Worker', `queue ${inEffect.temporal.taskQueue}`);
          row('Data', inEffect.data.directory);
          printMessage('Ready. Press Ctrl-C to stop. In another terminal, run: deck start "A title"');
        },
      );
    });
}

function inboxLink({ address, expiresAt }: { address: string; expiresAt: number }) {
  return { address, expiresAt: new Date(expiresAt).toISOString() };
}
