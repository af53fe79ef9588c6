import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
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
    .describe('retry the stage; skip it, or abandon the deck: for those a person is asked before they are sent.'),
  comment: z.string().max(2000).optional().describe('Why.'),
});

/**
 * Retrying costs at most what the deck may cost anyway. Skipping leaves out something that was ordered: a file, or the
 * saving of an approved edit, after which the deck would be made from a text that nobody approved. So a person says that,
 * as well as the end of a deck. Ids to go on with are not taken at all: with them every gate could be gone around.
 */
export function registerResolveDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'resolve_deck',
    {
      title: 'Help a deck that is stuck',
      description:
        'Says what to do about a deck that waits for help: retry the stage, or pass on that a person wants it skipped ' +
        'or the deck abandoned; those two ask the person through the client.',
      inputSchema: input,
      outputSchema: z.object({ id: z.string(), action: input.shape.action, stage: z.string(), message: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ id, action, comment }, { signal }) =>
      answered(async () => {
        const workflowId = await deckIdOf(id, access);
        let by = `assistant (${named(server)})`;
        const question = await access.open(async ({ decks }): Promise<Question> => {
          const { title, attention, summary } = await decks.progress(requireRunning(await decks.describe(workflowId)));
          if (attention === undefined)
            throw new DeckError('invalid-input', `${workflowId} does not wait for help: ${summary}.`);
          const what = action === 'skip' ? `Go on without the stage ${attention.stage}` : 'Give up the deck';
          return {
            message: `${what}: “${title}” (${workflowId})?\nIt is stuck at ${attention.stage}: ${attention.message}`,
            tick: action === 'skip' ? 'Yes, skip the stage' : 'Yes, give the deck up; it ends without a file',
            elsewhere: `The person can do it in a terminal: deck resolve ${workflowId} --${action}.`,
          };
        });
        if (action !== 'retry') by = await confirmed(server, access, question, signal);
        const done = await access.open(async ({ decks }) =>
          decks.resolve(requireRunning(await decks.describe(workflowId)), {
            action,
            by,
            ...(comment === undefined ? {} : { comment }),
          }),
        );
        return answer(`${done.message} (stage ${done.stage})`, { id: workflowId, ...done });
      }),
  );
}
