import type { Activities } from './index';

/**
 * Activities that reach only the worker and its document store, and whose input is in the history before them. The worker
 * of the workflows has them, too.
 */
export const localActivityNames = ['preparePresentation', 'storeOutline'] as const satisfies (keyof Activities)[];

export type LocalActivityName = (typeof localActivityNames)[number];

export const localOf = (activities: Activities) =>
  Object.fromEntries(localActivityNames.map((name) => [name, activities[name]])) as Pick<Activities, LocalActivityName>;
