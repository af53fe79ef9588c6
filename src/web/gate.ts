import type { Gate } from '../core/review-message';
import { factsOf, steps } from '../core/stages';

/** The next gate of a deck at this stage, or its last one. */
export function gateAt(stage: string | undefined): Gate {
  const { step = 'prepare' } = factsOf(stage) ?? {};
  return step === 'none' || steps.indexOf(step) > steps.indexOf('review') ? 'content' : 'outline';
}
