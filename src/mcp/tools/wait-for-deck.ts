import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { openStages, stages } from '../../core/stages';
import { isSilence } from '../../decks/errors';
import { type DeckRecord, recordOf } from '../../decks/record';
import { pause } from '../../io/pause';
import { type DeckAccess, deckIdOf } from '../access';
import { answer, answered, refusal } from '../answers';
import { deckAnswer, viewOf, wordsOf } from '../deck-answer';
import { deckId } from './arguments';

const LONGEST_S = 300;
/** Many clients give a tool a minute. */
const USUAL_S = 50;
const EVERY_MS = 1_000;

export function registerWaitForDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'wait_for_deck',
    {
      title: 'Wait for a deck',
      description:
        'Waits until the deck needs a person or has ended, at most so many seconds, and tells its progress meanwhile. ' +
        'After that time it answers how the deck stands; call it again to wait on.',
      inputSchema: z.strictObject({
        id: deckId,
        seconds: z.int().min(1).max(LONGEST_S).optional().describe(`Longest wait; ${USUAL_S} when left out.`),
      }),
      outputSchema: deckAnswer.extend({
        timeIsOver: z.boolean().describe('True: it neither ended nor needs anybody.'),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id, seconds = USUAL_S }, { signal, _meta, sendNotification }) =>
      answered(async () => {
        const workflowId = await deckIdOf(id, access);
        const deadline = Date.now() + seconds * 1000;
        const token = _meta?.progressToken;
        const tell = async ({ stage, summary }: DeckRecord) => {
          if (token === undefined || stage === undefined || signal.aborted) return;
          const params = {
            progressToken: token,
            progress: stages.indexOf(stage),
            total: openStages.length,
            message: summary ?? '',
          };
          await sendNotification({ method: 'notifications/progress', params });
        };
        const last = await access.open(async ({ decks }) => {
          let told = '';
          for (;;) {
            const record = await recordOf(decks, workflowId).catch((error) => unheard(error, deadline));
            if (record !== undefined && told !== `${record.stage} ${record.summary}`) {
              told = `${record.stage} ${record.summary}`;
              await tell(record);
            }
            const over = Date.now() + EVERY_MS > deadline;
            if (signal.aborted || (record !== undefined && (over || needsSomebody(record)))) return record;
            await pause(EVERY_MS, signal);
          }
        });
        if (last === undefined || signal.aborted) return refusal('The wait was ended; the deck goes on without it.');
        const view = viewOf(last);
        const timeIsOver = !needsSomebody(last);
        const words = wordsOf(view);
        return answer(timeIsOver ? `${words}\nThe time is over; the deck goes on.` : words, { ...view, timeIsOver });
      }),
  );
}

function needsSomebody({ status, attention, review }: DeckRecord): boolean {
  return status !== 'RUNNING' || attention !== undefined || review !== undefined;
}

/** A worker that is being restarted is back before the time is over. */
function unheard(error: unknown, deadline: number): undefined {
  if (isSilence(error) && Date.now() + EVERY_MS < deadline) return;
  throw error;
}
