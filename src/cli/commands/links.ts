import type { Command } from 'commander';
import { documentStore } from '../../decks/documents/open-documents';
import { revokeLinks } from '../../decks/links/revoked-links';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import { openConnected, optionsOf } from '../invocation/invocation';
import { printJson, say } from '../terminal/terminal';

export function registerLinks(program: Command): Command {
  const links = program.command('links').description('links that let people review a deck, look at it or download it');
  links
    .command('revoke')
    .description('end every link of a deck that was issued before')
    .argument('<id>', DECK_ID)
    .option('--json', 'print {"workflowId", "revokedAt"} as one line of JSON')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const invocation = await openConnected(optionsOf(self));
      await withDecks(invocation, (decks) => decks.describe(workflowId));
      const revokedAt = await revokeLinks(documentStore(invocation.settings).ledger, workflowId, 'deck links revoke');
      if (invocation.json) printJson({ workflowId, revokedAt });
      else say(`Revoked every link of ${id} that was issued before ${revokedAt}. For a new one: deck open ${id}`);
    });
  return links;
}
