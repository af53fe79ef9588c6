import type { Command } from 'commander';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, printJson } from '../terminal/terminal';

export function registerStatus(program: Command): Command {
  return program
    .command('status')
    .description('show a deck: stage, outline, files, trouble; for an ended one also its result or failure')
    .argument('<id>', DECK_ID)
    .option('--json', 'print the progress record on one line')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const invocation = await openConnected(optionsOf<CommonOptions>(self));
      const [{ withDecks }, { recordOf }, { deckLines }] = await Promise.all([
        import('../connect/with-decks.js'),
        import('../../decks/record.js'),
        import('../show/deck-text.js'),
      ]);
      const record = await withDecks(invocation, (decks) => recordOf(decks, workflowId));
      if (invocation.json) printJson(record);
      else print(...deckLines(record));
    });
}
