import type { Command } from 'commander';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { print, printJson } from '../terminal/terminal';

/** How long is waited for the worker to end the deck cleanly; it ends later all the same. */
const END_WITHIN_MS = 10_000;

export function registerCancel(program: Command): Command {
  return program
    .command('cancel')
    .description('end a deck cleanly; what it has made in the service stays, unless workflow.discardOnCancel is set')
    .argument('<id>', DECK_ID)
    .option('--json', 'print {"workflowId", "runId", "status"} on one line')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const invocation = await openConnected(optionsOf<CommonOptions>(self));
      const { withDecks } = await import('../connect/with-decks.js');
      await withDecks(invocation, async (decks) => {
        const before = await decks.describe(workflowId);
        if (before.status !== 'RUNNING') {
          throw new DeckError('conflict', `The deck ${workflowId} has already ended (${before.status.toLowerCase()}).`);
        }
        await decks.cancel(workflowId);
        const { status, runId } = await ended(decks, workflowId);
        if (invocation.json) printJson({ workflowId, runId, status });
        else if (status === 'RUNNING') print('Cancellation is asked for; the deck ends when its worker has seen it.');
        else print(`The deck has ended: ${status.toLowerCase()}.`);
      });
    });
}

/** The deck as it is when it has ended, or when waiting any longer helps nobody. */
async function ended(decks: Decks, workflowId: string): Promise<DescribedDeck> {
  const deadline = Date.now() + END_WITHIN_MS;
  for (;;) {
    const facts = await decks.describe(workflowId);
    if (facts.status !== 'RUNNING' || Date.now() > deadline) return facts;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
