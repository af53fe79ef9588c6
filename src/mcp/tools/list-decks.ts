import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { oneLine } from '../../base/text/unprintable';
import { given } from '../../core/given';
import { frameWords } from '../../core/remarks';
import { stages } from '../../core/stages';
import { presentationInput } from '../../decks/input/input';
import { findDecksWithHealth, warningsOf } from '../../decks/list';
import { deckStatuses } from '../../decks/words';
import { healthLine } from '../../temporal/execution-words';
import type { DeckAccess } from '../access';
import { answer, answered } from '../answers';

const input = z.strictObject({
  stage: z.enum(stages).optional(),
  status: z.enum(deckStatuses).optional(),
  attention: z.boolean().optional().describe('True: only parked decks.'),
  uid: presentationInput.shape.uid.optional().describe('Only decks of this user.'),
  search: z.string().min(1).max(200).optional().describe('Text in the title or the ID.'),
  limit: z.int().min(1).max(100).optional().describe('Maximum number of decks (default: 20).'),
});

const listed = z.object({
  id: z.string(),
  status: z.string(),
  title: z.string().optional(),
  uid: z.string().optional(),
  channel: z.string().optional(),
  stage: z.string().optional(),
  openPrompts: z.int().optional().describe('Of a complete deck: prompts that no one has answered, so it is a frame.'),
  attention: z.string().optional(),
  reviewDue: z.string().optional(),
  trouble: z.string().optional().describe('Failures that are being retried, or why the deck is stalled.'),
  startedAt: z.string(),
  closedAt: z.string().optional(),
});

export function registerListDecks(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'list_decks',
    {
      title: 'List decks',
      description:
        'Lists decks, newest first, for example those awaiting review (stage review) or parked ones (attention).',
      inputSchema: input,
      outputSchema: z.object({ decks: z.array(listed) }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ limit = 20, attention = false, uid, stage, status, search }) =>
      answered(async () => {
        const filter = {
          limit,
          attention,
          ...(access.user ?? (uid === undefined ? {} : { uid })),
          ...given({ stage, status, search }),
        };
        const found = await access.open(({ decks }) => findDecksWithHealth(decks.cluster, filter));
        const decks = found.decks.map(({ workflowId, execution, ...deck }) =>
          listed.parse({ id: workflowId, ...deck, ...(execution ? { trouble: healthLine(execution) } : {}) }),
        );
        const lines = decks.map(({ id, title = '', stage: at, status: how, openPrompts, attention: why, trouble }) =>
          [
            `${id}: “${title}”`,
            openPrompts === undefined ? (at ?? how.toLowerCase()) : frameWords(openPrompts),
            ...(why === undefined ? [] : [`parked: ${why}`]),
            ...(trouble === undefined ? [] : [trouble]),
          ].join(', '),
        );
        const texts = lines.length === 0 ? ['No matching decks.'] : lines.map(oneLine);
        return answer([...texts, ...warningsOf(found)].join('\n'), { decks });
      }),
  );
}
