import { type Gate, type Stage, stages } from '../presentation/messages';

/** The gate that a deck at this stage stands before, or has passed last. */
export function gateAt(stage: string | undefined): Gate {
  return stages.indexOf(stage as Stage) > stages.indexOf('edit') ? 'content' : 'outline';
}
