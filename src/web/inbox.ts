import { z } from 'zod';
import { given } from '../core/given';
import { adviceFor, suggestionsFor } from '../core/remedies';
import { resolveSchemas } from '../core/resolve-message';
import { requireRunning } from '../decks/require-running';
import type { Remedy } from './api';
import type { DeckSnapshot, ReviewedDecks } from './reviewed-decks';

/** What an operator can do with a parked deck on the page; IDs are provided on the command line. */
export const resolutionSchema = z.strictObject({
  workflowId: z.string().min(1).max(1000),
  action: z.enum(['retry', 'skip', 'abandon']),
  paidCalls: resolveSchemas.resolveMessage.shape.paidCalls,
  newJob: resolveSchemas.resolveMessage.shape.newJob,
  by: resolveSchemas.resolveMessage.shape.by,
  since: resolveSchemas.resolveMessage.shape.since,
});

/** Resolves a parked deck. @throws DeckError if the deck is not parked or cannot do this */
export async function resolveParked(
  decks: ReviewedDecks,
  { workflowId, by = 'operator', paidCalls, newJob, ...resolution }: z.output<typeof resolutionSchema>,
): Promise<{ message: string }> {
  const { message } = await decks.resolve(requireRunning(await decks.describe(workflowId)), {
    ...{ by, ...resolution },
    ...given({ paidCalls, newJob }),
  });
  return { message };
}

/** How an operator can resolve a parked deck on the page, the suggested way first. */
export function remedyOf({ progress }: DeckSnapshot): Remedy {
  const { stage, attention, exports, paidCalls } = progress;
  if (attention === undefined) return {};
  const ways = suggestionsFor({ stage, attention, exports, paidCalls }).filter(({ action }) => action !== 'provide');
  return { advice: adviceFor(stage, attention.type), ways: ways as NonNullable<Remedy['ways']> };
}
