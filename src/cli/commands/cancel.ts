import type { Command } from 'commander';
import type { Decks } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import type { ListedDeck } from '../../decks/listed-deck';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, printJson } from '../terminal/terminal';

/** How long to wait for the worker. The deck is cancelled even if the worker takes longer. */
const MAX_WAIT_MS = 10_000;

export function registerCancel(program: Command): Command {
  return program
    .command('cancel')
    .description('cancel a deck; resources at the generation service are kept unless workflow.discardOnCancel is set')
    .argument('<id>', DECK_ID)
    .option('--json', 'print {"workflowId", "runId", "status"} as one line of JSON')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const invocation = await openConnected(optionsOf<CommonOptions>(self));
      await withDecks(invocation, async (decks) => {
        const before = await decks.describe(workflowId);
        if (before.status !== 'RUNNING') {
          throw new DeckError(
            'conflict',
            `The deck ${workflowId} has already completed (${before.status.toLowerCase()}).`,
          );
        }
        await decks.cancel(workflowId);
        const { status, runId } = await untilClosed(decks, workflowId);
        if (invocation.json) printJson({ workflowId, runId, status });
        else if (status === 'RUNNING')
          print('Cancellation requested. The deck is cancelled when a worker processes it.');
        else print(`The deck is ${status.toLowerCase()}.`);
      });
    });
}

/** The deck once it has closed, or after {@link MAX_WAIT_MS}. */
async function untilClosed(decks: Decks, workflowId: string): Promise<ListedDeck> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const facts = await decks.describe(workflowId);
    if (facts.status !== 'RUNNING' || Date.now() > deadline) return facts;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
