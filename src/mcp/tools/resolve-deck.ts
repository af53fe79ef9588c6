import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { given } from '../../core/given';
import { resolveSchemas } from '../../core/resolve-message';
import { DeckError } from '../../decks/errors';
import { requireRunning } from '../../decks/require-running';
import { type DeckAccess, deckIdOf } from '../access';
import { answer, answered } from '../answers';
import { confirmed, type Question } from '../confirmation';
import { deckId, named } from './arguments';

const input = z.strictObject({
  id: deckId,
  action: z
    .enum(['retry', 'skip', 'abandon'])
    .describe('retry the stage, skip it, or abandon the deck. A person must confirm skip and abandon.'),
  comment: resolveSchemas.resolveMessage.shape.comment,
});

/**
 * A retry stays within the deck's paid-call limit. Skipping drops a requested part: a file, or the saving of an
 * approved edit, after which the deck would be created from a text that no one approved. So a person must confirm it,
 * like abandoning the deck. The action `provide` is not available, because ids could bypass every gate.
 */
export function registerResolveDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'resolve_deck',
    {
      title: 'Resolve a parked deck',
      description:
        'Tells a parked deck how to proceed: retry the stage, skip it, or abandon the deck. For skip and abandon, the ' +
        'client asks the person to confirm.',
      inputSchema: input,
      outputSchema: z.object({ id: z.string(), action: input.shape.action, stage: z.string(), message: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ id, action, comment }, { signal }) =>
      answered(async () => {
        const workflowId = deckIdOf(id, access);
        let since: string | undefined;
        let by = `assistant (${named(server)})`;
        const question = await access.open(async ({ decks }): Promise<Question> => {
          const { title, attention, summary } = await decks.progress(requireRunning(await decks.describe(workflowId)));
          if (attention === undefined) throw new DeckError('invalid-input', `${workflowId} is not parked: ${summary}.`);
          since = attention.at;
          const what = action === 'skip' ? `Skip the stage ${attention.stage} of` : 'Abandon';
          return {
            message: `${what} “${title}” (${workflowId})?\nIt is parked at stage ${attention.stage}: ${attention.message}`,
            tick: action === 'skip' ? 'Yes, skip the stage' : 'Yes, abandon the deck; it ends without a file',
            elsewhere: `The person can do it in a terminal: deck resolve ${workflowId} --${action}.`,
          };
        });
        if (action !== 'retry') by = await confirmed(server, access, question, signal);
        const done = await access.open(async ({ decks }) =>
          decks.resolve(requireRunning(await decks.describe(workflowId)), {
            action,
            by,
            ...given({ since, comment }),
          }),
        );
        return answer(`${done.message} (stage ${done.stage})`, { id: workflowId, ...done });
      }),
  );
}
