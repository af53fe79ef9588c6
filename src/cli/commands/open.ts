import type { Command } from 'commander';
import type { Gate } from '../../core/messages';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson } from '../terminal/terminal';

interface OpenOptions extends CommonOptions {
  gate?: string;
  viewer?: boolean;
  for?: string;
  expires?: string;
  ui?: boolean;
  print?: boolean;
}

/** What the options ask for, checked before anybody is connected to. */
interface LinkRequest {
  gate?: Gate;
  role: 'reviewer' | 'viewer';
  reviewer?: string;
  expiresAt?: number;
}

export function registerOpen(program: Command): Command {
  return program
    .command('open')
    .description("print the link of a deck's review page, and open it where this is a terminal")
    .argument('<id>', DECK_ID)
    .option('--gate <gate>', 'what the link decides about: outline or content (default: where the deck stands)')
    .option('--viewer', 'a link that only shows the deck')
    .option('--for <name>', 'whose decisions these are (default: reviewServer.reviewer, else the page asks)')
    .option('--expires <duration>', 'such as 2d or "12 hours" (default: reviewServer.linkLifetime)')
    .option('--ui', "the deck's page in Temporal's web pages instead")
    .option('--print', 'only print it')
    .option('--json', 'print {"workflowId", "gate", "role", "expiresAt", "address"} on one line')
    .addHelpText(
      'after',
      '\nWhoever holds the link may do what it says, until it expires. It stands behind the # of the address.',
    )
    .action(async (id: string, _options, self: Command) => open(parseDeckId(id), optionsOf<OpenOptions>(self)));
}

async function open(workflowId: string, options: OpenOptions): Promise<void> {
  const request = await requestOf(options);
  const invocation = await openConnected(options);
  const { withDecks } = await import('../connect/with-decks.js');
  const { stage } = await withDecks(invocation, (decks) => decks.describe(workflowId));
  const answer = options.ui
    ? await uiPage(workflowId, invocation)
    : await linkTo(workflowId, stage, request, invocation);
  if (invocation.json) {
    printJson({ workflowId, ...answer });
    return;
  }
  print(answer.address);
  if (options.print || !process.stdout.isTTY) return;
  const { openAddress } = await import('../terminal/open-address.js');
  await openAddress(answer.address);
}

async function linkTo(
  workflowId: string,
  stage: string | undefined,
  { gate: asked, ...link }: LinkRequest,
  { settings }: Invocation,
) {
  const [{ linkKey, reviewAddress }, { gateAt }] = await Promise.all([
    import('../../edge/review-links.js'),
    import('../../review/gate.js'),
  ]);
  const gate = asked ?? gateAt(stage);
  const expiresAt = link.expiresAt ?? Date.now() + settings.reviewServer.linkLifetime;
  const address = reviewAddress(settings, linkKey(settings), { workflowId, gate, ...link, expiresAt });
  return { gate, role: link.role, expiresAt: new Date(expiresAt).toISOString(), address };
}

async function uiPage(workflowId: string, { settings, run }: Invocation) {
  const [{ deckPage }, { temporalUi }] = await Promise.all([import('./start.js'), import('../show/temporal-ui.js')]);
  return { address: deckPage(temporalUi({ settings, run }), settings.temporal.namespace, workflowId) };
}

async function requestOf(options: OpenOptions): Promise<LinkRequest> {
  const { gate, viewer, for: reviewer, expires, ui } = options;
  const ofLinks = [gate, viewer, reviewer, expires].some((option) => option !== undefined);
  if (ui && ofLinks) throw badInput('--ui takes no options of links.');
  if (gate !== undefined && gate !== 'outline' && gate !== 'content') {
    throw badInput(`--gate is outline or content, not ${JSON.stringify(gate)}.`);
  }
  const name = reviewer?.trim();
  if (name !== undefined && (name === '' || name.length > 200))
    throw badInput('--for takes a name of 1 to 200 characters.');
  return {
    role: viewer ? 'viewer' : 'reviewer',
    ...(gate === undefined ? {} : { gate }),
    ...(name === undefined ? {} : { reviewer: name }),
    ...(expires === undefined ? {} : { expiresAt: Date.now() + (await lifetimeOf(expires)) }),
  };
}

async function lifetimeOf(text: string): Promise<number> {
  const { parseDuration } = await import('../../config/duration.js');
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= 1000) return ms;
  throw badInput(`--expires takes a duration, such as 2d or "12 hours", not ${JSON.stringify(text)}.`);
}
