import type { Gate } from '../core/messages';
import { factsOf, steps } from '../core/stages';

/** The gate that a deck at this stage stands before, or has passed last. */
export function gateAt(stage: string | undefined): Gate {
  const { step = 'prepare' } = factsOf(stage) ?? {};
  return step === 'none' || steps.indexOf(step) > steps.indexOf('review') ? 'content' : 'outline';
}
