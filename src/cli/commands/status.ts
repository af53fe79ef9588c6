import type { Command } from 'commander';
import { recordOf } from '../../decks/record';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { deckLines } from '../show/deck-text';
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
      const record = await withDecks(invocation, (decks) => recordOf(decks, workflowId));
      if (invocation.json) printJson(record);
      else print(...deckLines(record));
    });
}
