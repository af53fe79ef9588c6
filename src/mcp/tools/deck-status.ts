import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { recordOf } from '../../decks/record';
import { type DeckAccess, deckIdOf } from '../access';
import { answer, answered } from '../answers';
import { deckAnswer, viewOf, wordsOf } from '../deck-answer';
import { deckId } from './arguments';

export function registerDeckStatus(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'deck_status',
    {
      title: 'Get the status of a deck',
      description: 'Returns the stage of a deck, what it waits for, its problems with suggested fixes, and its files.',
      inputSchema: z.strictObject({ id: deckId }),
      outputSchema: deckAnswer,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id }) =>
      answered(async () => {
        const workflowId = deckIdOf(id, access);
        const view = viewOf(await access.open(({ decks }) => recordOf(decks, workflowId)));
        return answer(wordsOf(view), view);
      }),
  );
}
