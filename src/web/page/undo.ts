/** Undo history: states, oldest first, and the index of the present one. */
interface Past<T> {
  states: readonly T[];
  at: number;
  /** Consecutive edits in the same place are one step, so undo does not go letter by letter. */
  place?: string | undefined;
}

/** Cheap enough: an outline shares all unchanged headings with the previous state. */
const MAX_STATES = 500;

export const pastOf = <T>(state: T): Past<T> => ({ states: [state], at: 0 });
export const present = <T>({ states, at }: Past<T>): T => states[at]!;
export const canUndo = <T>({ at }: Past<T>) => at > 0;
export const canRedo = <T>({ states, at }: Past<T>) => at < states.length - 1;

export function step<T>(past: Past<T>, state: T, place?: string): Past<T> {
  const same = place !== undefined && place === past.place && past.at > 0;
  const kept = past.states.slice(Math.max(0, past.at + 1 - MAX_STATES), same ? past.at : past.at + 1);
  const states = [...kept, state];
  return { states, at: states.length - 1, place };
}

export const undo = <T>(past: Past<T>): Past<T> => (canUndo(past) ? { states: past.states, at: past.at - 1 } : past);
export const redo = <T>(past: Past<T>): Past<T> => (canRedo(past) ? { states: past.states, at: past.at + 1 } : past);
