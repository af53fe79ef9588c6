/** Keeps placeholders on the slide and off its footers. */
import type { Box } from '../render/deck/deck';
import type { Placeholder } from './placeholders';

interface Page {
  w: number;
  h: number;
}

/** Left free at an edge of the slide that a placeholder crosses, in points. */
const EDGE = 18;
/** Boxes that touch by less are apart. */
const TOUCH = 2;
/** What is left of a placeholder must be of use. */
const LEAST_SIDE = 20;

/** The placeholder without the parts that are outside the slide or under a footer; slides then give it this position. */
export function freed(holder: Placeholder, page: Page, footers: readonly Box[]): Placeholder {
  const { box } = holder;
  if (!box || holder.rotated) return holder;
  const area = footers.reduce<Box | undefined>((left, each) => left && without(left, each), onPage(box, page));
  return !area || isSame(area, box) ? holder : { ...holder, box: area, moved: true };
}

/** Undefined if most of its width is next to the slide, or all of its height above or below. */
function onPage(box: Box, page: Page): Box | undefined {
  const [x, right] = within(box.x, box.w, page.w);
  const [y, bottom] = within(box.y, box.h, page.h);
  const isInside = right - x >= box.w * 0.8 - TOUCH && bottom - y >= LEAST_SIDE && box.y >= -box.h * 0.2;
  return isInside ? { x, y, w: right - x, h: bottom - y } : undefined;
}

function within(from: number, size: number, end: number): [from: number, to: number] {
  return [from < -TOUCH ? EDGE : from, from + size > end + TOUCH ? end - EDGE : from + size];
}

/** The largest part of a box next to, above or below another one; all of it if they are apart. */
function without(box: Box, other: Box): Box {
  const [right, bottom] = [box.x + box.w, box.y + box.h];
  const [otherRight, otherBottom] = [other.x + other.w, other.y + other.h];
  const areApart =
    Math.min(right, otherRight) - Math.max(box.x, other.x) <= TOUCH ||
    Math.min(bottom, otherBottom) - Math.max(box.y, other.y) <= TOUCH;
  if (areApart) return box;
  const parts: Box[] = [
    { ...box, h: other.y - box.y },
    { ...box, y: otherBottom, h: bottom - otherBottom },
    { ...box, w: other.x - box.x },
    { ...box, x: otherRight, w: right - otherRight },
  ];
  const best = parts.filter(({ w, h }) => w >= LEAST_SIDE && h >= LEAST_SIDE).sort((a, b) => b.w * b.h - a.w * a.h)[0];
  return best ?? box;
}

const isSame = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
