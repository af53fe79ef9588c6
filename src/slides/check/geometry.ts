import type { Box } from '../render/deck/deck';

/** English Metric Units, the integers of the format, in a point. */
export const EMU = 12_700;

/** Pairs of objects are compared among the first of a slide, so that no file makes a rule slow. */
export const MOST_COMPARED = 1000;

export const rightOf = ({ x, w }: Box): number => x + w;
export const bottomOf = ({ y, h }: Box): number => y + h;

/** Width and height of the area that two boxes share; both are positive if they overlap. */
export const shared = (a: Box, b: Box): { w: number; h: number } => ({
  w: Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x),
  h: Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y),
});

export const contains = (outer: Box, inner: Box, by = 0.5): boolean =>
  inner.x >= outer.x - by &&
  inner.y >= outer.y - by &&
  rightOf(inner) <= rightOf(outer) + by &&
  bottomOf(inner) <= bottomOf(outer) + by;

/** Distance by which a box leaves a page; 0 or less if it is inside. */
export const beyond = ({ x, y, w, h }: Box, page: { w: number; h: number }): number =>
  Math.max(-x, -y, x + w - page.w, y + h - page.h);
