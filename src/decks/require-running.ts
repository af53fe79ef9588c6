import { CliError, exitCodes } from '../cli/exit';
import type { DeckFacts } from './decks';

/** Decisions are for decks that have not ended. */
export function requireRunning(facts: DeckFacts): DeckFacts {
  if (facts.status === 'RUNNING') return facts;
  const how = facts.status === 'COMPLETED' ? '' : ` (${facts.status.toLowerCase().replace('_', ' ')})`;
  throw new CliError(
    exitCodes.failure,
    `The deck ${facts.workflowId} has already ended${how}; see deck status ${facts.workflowId}.`,
  );
}
