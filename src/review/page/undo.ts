/** What can be undone: states, oldest first, and where among them the present is. */
export interface Past<T> {
  states: readonly T[];
  at: number;
  /** Typing on in the same place is one step, not one a letter. */
  place?: string;
}

/** Enough for an afternoon; an outline shares all but its changed headings with the state before. */
const MOST = 500;

export const pastOf = <T>(state: T): Past<T> => ({ states: [state], at: 0 });
export const present = <T>({ states, at }: Past<T>): T => states[at]!;
export const canUndo = <T>({ at }: Past<T>) => at > 0;
export const canRedo = <T>({ states, at }: Past<T>) => at < states.length - 1;

export function step<T>(past: Past<T>, state: T, place?: string): Past<T> {
  const same = place !== undefined && place === past.place && past.at > 0;
  const kept = past.states.slice(Math.max(0, past.at + 1 - MOST), same ? past.at : past.at + 1);
  const states = [...kept, state];
  return { states, at: states.length - 1, ...(place === undefined ? {} : { place }) };
}

export const undo = <T>(past: Past<T>): Past<T> => (canUndo(past) ? { states: past.states, at: past.at - 1 } : past);
export const redo = <T>(past: Past<T>): Past<T> => (canRedo(past) ? { states: past.states, at: past.at + 1 } : past);
