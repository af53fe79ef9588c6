import type { Gate } from '../core/messages';
import { type Stage, stages } from '../core/stages';

/** The gate that a deck at this stage stands before, or has passed last. */
export function gateAt(stage: string | undefined): Gate {
  return stages.indexOf(stage as Stage) > stages.indexOf('edit') ? 'content' : 'outline';
}
