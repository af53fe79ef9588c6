import type { Command } from 'commander';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, printJson } from '../terminal/terminal';

export function registerStatus(program: Command): Command {
  return program
    .command('status')
    .description('show the stage, outline, files and problems of a deck, and its outcome once it has completed')
    .argument('<id>', DECK_ID)
    .option('--json', 'print the record as one line of JSON')
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
