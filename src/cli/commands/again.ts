import type { Command } from 'commander';
import { checkedInput } from '../../decks/checked-input';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { type CommonOptions, openConnected, optionsOf } from '../invocation';
import { freshRequest, optionOf } from '../order';
import { startDeck } from './start';

interface AgainOptions extends CommonOptions {
  request?: string;
  wait?: boolean;
}

export function registerAgain(program: Command): Command {
  return program
    .command('again')
    .description('start a deck with the same input as an earlier one, under a new request key')
    .argument('<id>', DECK_ID)
    .option('--request <key>', 'key of the new request (default: a new key)')
    .option('--wait', 'follow the deck until it ends')
    .option('--json', 'print {"workflowId", "runId", "existing", "uiUrl"} on one line')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const options = optionsOf<AgainOptions>(self);
      const invocation = await openConnected(options);
      const { withDecks } = await import('../with-decks.js');
      await withDecks(invocation, async (decks) => {
        const input = await decks.input(await decks.describe(workflowId));
        const request = options.request ?? freshRequest();
        const order = await checkedInput({ ...input, request }, invocation.settings, optionOf);
        await startDeck(decks, order, invocation, options);
      });
    });
}
