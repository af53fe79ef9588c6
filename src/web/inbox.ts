import { z } from 'zod';
import { resolveSchemas } from '../core/resolve-message';
import { requireRunning } from '../decks/require-running';
import type { ReviewedDecks } from './reviewed-decks';

/** What an operator can do with a parked deck on the page; IDs are provided on the command line. */
export const resolutionSchema = z.strictObject({
  workflowId: z.string().min(1).max(1000),
  action: z.enum(['retry', 'skip', 'abandon']),
  by: resolveSchemas.resolveMessage.shape.by,
  since: resolveSchemas.resolveMessage.shape.since,
});

/** Resolves a parked deck. @throws DeckError if the deck is not parked or cannot do this */
export async function resolveParked(
  decks: ReviewedDecks,
  { workflowId, by = 'operator', ...resolution }: z.output<typeof resolutionSchema>,
): Promise<{ message: string }> {
  const { message } = await decks.resolve(requireRunning(await decks.describe(workflowId)), { by, ...resolution });
  return { message };
}
