import type { Command } from 'commander';
import { parseDuration } from '../../config';
import { given } from '../../core/given';
import type { LinkGate } from '../../decks/links/review-links';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { gateAt } from '../../web/gate';
import { withDecks } from '../connect/with-decks';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { explainLink } from '../show/explain-link';
import { badInput } from '../terminal/exit';
import { openInBrowser } from '../terminal/open-url';
import { print, printJson } from '../terminal/terminal';
import { deckPage } from './start';

interface OpenOptions extends CommonOptions {
  gate?: string;
  viewOnly?: boolean;
  reviewer?: string;
  expires?: string;
  ui?: boolean;
  print?: boolean;
}

/** The requested link, validated before connecting. */
interface LinkRequest {
  gate?: LinkGate;
  role: 'reviewer' | 'viewer';
  reviewer?: string;
  expiresAt?: number;
}

export function registerOpen(program: Command): Command {
  return program
    .command('open')
    .description('print a review link and, in a terminal, open it in the browser')
    .argument('<id>', DECK_ID)
    .option('--gate <gate>', 'gate of the link: outline, content or all (default: the current one)')
    .option('--view-only', 'create a link that cannot decide')
    .option('--reviewer <name>', 'reviewer to record (default: entered on the page)')
    .option(
      '--expires <duration>',
      'lifetime of the link, such as 2d or "12 hours" (default: reviewServer.linkLifetime)',
    )
    .option('--ui', 'open the workflow in the Temporal UI instead')
    .option('--print', 'print the URL without opening it')
    .option('--json', 'print {"workflowId", "gate", "role", "expiresAt", "address"} as one line of JSON')
    .addHelpText(
      'after',
      '\nAnyone with the link can use it until it expires. The token is the part of the URL after #.',
    )
    .action(async (id: string, _options, self: Command) => open(parseDeckId(id), optionsOf<OpenOptions>(self)));
}

async function open(workflowId: string, options: OpenOptions): Promise<void> {
  const request = requestOf(options);
  const invocation = await openConnected(options);
  const { stage, firstRunId } = await withDecks(invocation, (decks) => decks.describe(workflowId));
  const link = options.ui
    ? await uiPage(workflowId, invocation)
    : await linkTo({ workflowId, stage, firstRunId }, request, invocation);
  if (invocation.json) {
    printJson({ workflowId, ...link });
    return;
  }
  print(link.address);
  if (link.expiresAt !== undefined) explainLink(link);
  if (options.print || !process.stdout.isTTY) return;
  await openInBrowser(link.address);
}

async function linkTo(
  { workflowId, stage, firstRunId }: Record<'stage' | 'firstRunId', string | undefined> & { workflowId: string },
  { gate: requested, ...link }: LinkRequest,
  { settings }: Invocation,
) {
  const { linkKey, reviewAddress } = await import('../../decks/links/review-links.js');
  const gate = requested ?? gateAt(stage);
  const expiresAt = link.expiresAt ?? Date.now() + settings.reviewServer.linkLifetime;
  const address = reviewAddress(settings, linkKey(settings), { workflowId, gate, firstRunId, ...link, expiresAt });
  return { gate, role: link.role, expiresAt: new Date(expiresAt).toISOString(), address };
}

async function uiPage(workflowId: string, { settings, run }: Invocation) {
  const { temporalUi } = await import('../show/temporal-ui.js');
  const address = deckPage(temporalUi({ settings, run }), settings.temporal.namespace, workflowId);
  return { address, expiresAt: undefined };
}

function requestOf(options: OpenOptions): LinkRequest {
  const { gate, viewOnly, reviewer, expires, ui } = options;
  const forLinks = [gate, viewOnly, reviewer, expires].some((option) => option !== undefined);
  if (ui && forLinks) throw badInput('--ui cannot be combined with --gate, --view-only, --reviewer or --expires.');
  if (gate !== undefined && gate !== 'outline' && gate !== 'content' && gate !== 'all') {
    throw badInput(`--gate must be outline, content or all, not ${JSON.stringify(gate)}.`);
  }
  const name = reviewer?.trim();
  if (name !== undefined && (name === '' || name.length > 200))
    throw badInput('--reviewer takes a name of 1 to 200 characters.');
  return {
    role: viewOnly ? 'viewer' : 'reviewer',
    ...given({ gate: gate as LinkRequest['gate'] | undefined, reviewer: name }),
    ...(expires === undefined ? {} : { expiresAt: Date.now() + lifetimeOf(expires) }),
  };
}

function lifetimeOf(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= 1000) return ms;
  throw badInput(`--expires takes a duration, such as 2d or "12 hours", not ${JSON.stringify(text)}.`);
}
