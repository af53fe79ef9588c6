import type { Command } from 'commander';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
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
      const [{ withDecks }, { documentStore }, { revokeLinks }] = await Promise.all([
        import('../connect/with-decks.js'),
        import('../../decks/documents/open-documents.js'),
        import('../../decks/links/revoked-links.js'),
      ]);
      await withDecks(invocation, (decks) => decks.describe(workflowId));
      const revokedAt = await revokeLinks(documentStore(invocation.settings).ledger, workflowId, 'deck links revoke');
      if (invocation.json) printJson({ workflowId, revokedAt });
      else say(`Revoked every link of ${id} that was issued before ${revokedAt}. For a new one: deck open ${id}`);
    });
  return links;
}
