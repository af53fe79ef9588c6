import type { Command } from 'commander';
import { counted } from '../../base/text/counted';
import { given } from '../../core/given';
import { withDecks } from '../connect/with-decks';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { limitOf, uidOf } from '../invocation/user-options';
import { explainLink } from '../show/explain-link';
import { inboxTable } from '../show/inbox-table';
import { badInput } from '../terminal/exit';
import { openInBrowser } from '../terminal/open-url';
import { isInteractive, print, printJson, say, styled } from '../terminal/terminal';

interface InboxOptions extends CommonOptions {
  uid?: string;
  channel?: string;
  reviewer?: string;
  limit: string;
  list?: boolean;
  page?: boolean;
}

export function registerInbox(program: Command): Command {
  return program
    .command('inbox')
    .description('list decks that wait for a person, most urgent first; in a terminal, review and resolve them')
    .option('--uid <uid>', 'only decks of this user, in any channel', uidOf)
    .option('--channel <channel>', 'with --uid: only decks in this channel ("" for none)')
    .option('--reviewer <name>', 'only reviews that need the approval of this person, who is named in the policy')
    .option('--limit <n>', 'maximum number of decks to list', '50')
    .option('--page', 'print a link to the inbox on the review page and, in a terminal, open it')
    .option('--list', 'print the list without prompting')
    .option('--json', 'print {"items", "total"}, or with --page {"address", "expiresAt"}, as one line of JSON')
    .action(async (_options, self: Command) => inbox(optionsOf<InboxOptions>(self)));
}

async function inbox({ uid, channel, reviewer, limit, list, page, ...options }: InboxOptions): Promise<void> {
  if (page) return openPage(options);
  if (channel !== undefined && uid === undefined) throw badInput('--channel requires --uid.');
  const filter = { limit: limitOf(limit), ...given({ uid, channel, reviewer }) };
  const invocation = await openConnected(options);
  if (isInteractive() && !list && !invocation.json) {
    const { inboxInTerminal } = await import('../dialogs/inbox-dialog.js');
    return withDecks(invocation, (decks) => inboxInTerminal(decks, invocation, filter));
  }
  const { listInbox } = await import('../../decks/inbox.js');
  const found = await withDecks(invocation, ({ cluster }) => listInbox(cluster, filter));
  if (invocation.json) return printJson(found);
  const { items, total } = found;
  if (items.length === 0) return say(`No deck is waiting for ${reviewer ?? 'a person'}.`);
  for (const line of inboxTable(items, process.stdout)) print(line);
  const rest = total > items.length ? `; ${total - items.length} not listed, raise --limit to list more` : '';
  say(styled('dim', `${counted(total, 'deck')} waiting for ${reviewer ?? 'a person'}${rest}`));
}

/** Implements `--page`. The link logs an operator in to the inbox of the review page. */
async function openPage(options: CommonOptions): Promise<void> {
  const { settings, json } = await openConnected(options);
  const { inboxAddress } = await import('../../decks/links/inbox-links.js');
  const { linkKey } = await import('../../decks/links/review-links.js');
  const { address, expiresAt } = inboxAddress(settings, linkKey(settings));
  const link = { address, expiresAt: new Date(expiresAt).toISOString() };
  if (json) return printJson(link);
  print(address);
  explainLink(link);
  if (!process.stdout.isTTY) return;
  await openInBrowser(address);
}
