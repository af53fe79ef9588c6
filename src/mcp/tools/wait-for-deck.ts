import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { pause } from '../../base/io/pause';
import { openStages, stages } from '../../core/stages';
import { isSilence } from '../../decks/errors';
import { type DeckRecord, recordOf } from '../../decks/record';
import { type DeckAccess, deckIdOf } from '../access';
import { answer, answered, refusal } from '../answers';
import { deckAnswer, viewOf, wordsOf } from '../deck-answer';
import { deckId } from './arguments';

const LONGEST_S = 300;
/** Many clients have a tool timeout of one minute. */
const USUAL_S = 50;
const EVERY_MS = 1_000;

export function registerWaitForDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'wait_for_deck',
    {
      title: 'Wait for a deck',
      description:
        'Waits until the deck needs a person or is complete, up to the given number of seconds, and reports progress ' +
        'meanwhile. After that time it returns the current status; call it again to keep waiting.',
      inputSchema: z.strictObject({
        id: deckId,
        seconds: z.int().min(1).max(LONGEST_S).optional().describe(`Maximum seconds to wait (default: ${USUAL_S}).`),
      }),
      outputSchema: deckAnswer.extend({
        timeIsOver: z.boolean().describe('True if the timeout expired before the deck completed or needed a person.'),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id, seconds = USUAL_S }, { signal, _meta, sendNotification }) =>
      answered(async () => {
        const workflowId = deckIdOf(id, access);
        const deadline = Date.now() + seconds * 1000;
        const token = _meta?.progressToken;
        const report = async ({ stage, summary }: DeckRecord) => {
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
            const record = await recordOf(decks, workflowId).catch((error) => noResponseYet(error, deadline));
            if (record !== undefined && told !== `${record.stage} ${record.summary}`) {
              told = `${record.stage} ${record.summary}`;
              await report(record);
            }
            const over = Date.now() + EVERY_MS > deadline;
            if (signal.aborted || (record !== undefined && (over || needsPersonOrEnded(record)))) return record;
            await pause(EVERY_MS, signal);
          }
        });
        if (last === undefined || signal.aborted) return refusal('The wait was cancelled; the deck continues.');
        const view = viewOf(last);
        const timeIsOver = !needsPersonOrEnded(last);
        const words = wordsOf(view);
        return answer(timeIsOver ? `${words}\nThe timeout expired; the deck continues.` : words, {
          ...view,
          timeIsOver,
        });
      }),
  );
}

function needsPersonOrEnded({ status, attention, review }: DeckRecord): boolean {
  return status !== 'RUNNING' || attention !== undefined || review !== undefined;
}

/** Ignores a missing response while there is time left, because a restarting worker responds again soon. */
function noResponseYet(error: unknown, deadline: number): undefined {
  if (isSilence(error) && Date.now() + EVERY_MS < deadline) return;
  throw error;
}
