import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { deckId } from './tools/arguments';

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'review_outline',
    {
      title: 'Review an outline together',
      description: 'Reads the outline of a deck and suggests changes. The decision stays with the person.',
      argsSchema: { id: deckId },
    },
    ({ id }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text:
              `Read the text of the deck ${id} with read_outline. Tell me in a few lines what it covers, what is missing, ` +
              'what is repeated and what is in the wrong order, and suggest changes. Edit it with review_deck only if I ' +
              'agree. I approve it myself: when I say that it is good, call review_deck with approve, and I will be asked.',
          },
        },
      ],
    }),
  );
}
