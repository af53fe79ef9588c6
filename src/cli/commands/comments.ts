import type { Command } from 'commander';
import { isOpen } from '../../core/threads';
import { threadLines } from '../../decks/comments';
import { outlineText } from '../../decks/outline-text';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { placedThreads } from '../../outline/placed-threads';
import { withDecks } from '../connect/with-decks';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, printJson, say } from '../terminal/terminal';

interface CommentsOptions extends CommonOptions {
  all?: boolean;
}

export function registerComments(program: Command): Command {
  return program
    .command('comments')
    .description('list the open comments, suggestions and objections of a deck, by line; answer with deck review')
    .argument('<id>', DECK_ID)
    .option('--all', 'also those that are closed')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, _options, self: Command) => comments(parseDeckId(id), optionsOf<CommentsOptions>(self)));
}

async function comments(workflowId: string, options: CommentsOptions): Promise<void> {
  const invocation = await openConnected(options);
  await withDecks(invocation, async (decks) => {
    const progress = await decks.progress(await decks.describe(workflowId));
    const markdown = (await outlineText(invocation.settings, progress)) ?? '';
    const shown = (progress.threads ?? []).filter((thread) => options.all || isOpen(thread));
    const threads = placedThreads(shown, markdown);
    if (invocation.json) return printJson({ workflowId, threads });
    if (threads.length === 0) return say(options.all ? 'No comments.' : 'No open comments.');
    for (const thread of threads) {
      const [first, ...replies] = threadLines(thread);
      print(`${thread.objection ? 'objection' : 'comment'} ${first}`);
      for (const reply of replies) print(`  ${reply}`);
    }
  });
}
