/** Whether the chapters of a deck begin with slides of their own. */

/** In a shorter deck, such slides would be as many as a third of the content. */
export const LEAST_PAGES = 8;

/** @param pages of each chapter */
export const hasDividers = (pages: readonly number[]): boolean =>
  pages.length > 1 && pages.reduce((sum, count) => sum + count, 0) >= LEAST_PAGES;
