/** Rules about colors and the use of the space. */

import { counted } from '../../base/text/counted';
import { type Color, mixed } from '../brand/theme';
import type { Box } from '../render/deck/deck';
import { contrast } from '../render/deck/hsl';
import type { Paint } from './colors';
import { type Finding, finding } from './finding';
import { bottomOf, contains, MOST_COMPARED, rightOf } from './geometry';
import type { Item, Run } from './slides';
import { CONTENT_WORDS, isFooter, isOuter, placeOf, type SlideCheck, textIn, titleOf, wordsIn } from './text-rules';

/** WCAG 2.2, 1.4.3: 18 pt, or 14 pt bold, is large text. */
const CONTRAST = 4.5;
const CONTRAST_OF_LARGE = 3;
const isLarge = ({ size, bold }: Run): boolean => size >= 18 || (bold && size >= 14);

export function readability({ slide, own, ink }: SlideCheck): Finding[] {
  return own.flatMap((item) => {
    const place = ink.get(item)?.box ?? (item.paragraphs.length > 0 ? item.box : undefined);
    if (!place) return [];
    const grounds = groundsAt(slide.background, slide.items, item, place);
    if (!grounds) return [];
    let worst: { ratio: number; needed: number; color: string; ground: string } | undefined;
    for (const run of item.paragraphs.flatMap((each) => each.runs)) {
      if (!run.color || run.text.trim() === '') continue;
      // Pale letters behind the content are decoration, such as a large chapter number.
      if (run.color.alpha < 0.4) continue;
      const needed = isLarge(run) ? CONTRAST_OF_LARGE : CONTRAST;
      for (const ground of grounds) {
        const color = mixed(ground, run.color.hex, run.color.alpha);
        const ratio = contrast(color, ground);
        if (ratio < needed - 0.05 && ratio < (worst?.ratio ?? Number.POSITIVE_INFINITY))
          worst = { ratio, needed, color, ground };
      }
    }
    if (!worst) return [];
    const { ratio, needed, color, ground } = worst;
    return [
      finding(
        'contrast',
        `${color} on ${ground} has a contrast of ${ratio.toFixed(1)} to 1; ${needed} to 1 are needed.`,
        { ...placeOf(slide, item), ...(ratio >= 3 ? { severity: 'warning' } : {}) },
      ),
    ];
  });
}

/** The colors under a place, from the back to the object itself; undefined where an image is under it. */
function groundsAt(background: Paint, items: readonly Item[], item: Item, place: Box): string[] | undefined {
  let grounds = over(background, ['#FFFFFF']);
  for (const each of items) {
    const isOwn = each === item;
    const covers = each.box !== undefined && (isOwn || contains(each.box, place, 2));
    // Rotated shapes cover less than their box.
    if (covers && !(each.rotated && !isOwn)) grounds = over(each.fill, grounds);
    if (isOwn) break;
  }
  return grounds;
}

function over(paint: Paint, under: string[] | undefined): string[] | undefined {
  if (paint === 'none') return under;
  if (paint === 'image') return undefined;
  const solid = paint.colors.every(({ alpha }) => alpha > 0.99);
  if (solid) return paint.colors.map(({ hex }) => hex);
  return under && paint.colors.flatMap(({ hex, alpha }: Color) => under.map((each) => mixed(each, hex, alpha)));
}

const EMPTY_SHARE = 0.37;

/** The highest strip below the title without an object, on slides that have more than a title. Openings and the ending may be empty. */
export function emptyBand(check: SlideCheck): Finding[] {
  const { deck, slide, own, ink } = check;
  const title = titleOf(own);
  const page = deck.page.w * deck.page.h;
  const spans = own.flatMap((item): [number, number][] => {
    if (item === title || isFooter(item)) return [];
    const box =
      item.fill === 'none' ? (ink.get(item)?.box ?? (item.kind === 'shape' ? undefined : item.box)) : item.box;
    return box && box.w * box.h < page * 0.9 ? [[box.y, bottomOf(box)]] : [];
  });
  const count = own.reduce((sum, item) => sum + (item === title ? 0 : wordsIn(textIn(item))), 0);
  if (!title || isOuter(check) || count < CONTENT_WORDS || spans.length === 0) return [];
  const head = ink.get(title)?.box ?? title.box;
  let end = head && head.y < deck.page.h / 3 ? bottomOf(head) : 0;
  let gap = 0;
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    gap = Math.max(gap, from - end);
    end = Math.max(end, to);
  }
  gap = Math.max(gap, deck.page.h - end);
  if (gap <= deck.page.h * EMPTY_SHARE) return [];
  const share = Math.round((100 * gap) / deck.page.h);
  return [finding('empty-band', `${share} % of the height is empty in one strip.`, { slide: slide.number })];
}

/** Two millimeters. */
const NEAR = 5.67;
const SAME = 0.5;
/** Icons and bullets are centered on their text. */
const SMALL = 48;

/** Objects of the same kind and size whose left or top edges differ by less than two millimeters. */
export function alignment({ slide, own }: SlideCheck): Finding[] {
  let first: string | undefined;
  let others = 0;
  const placed = own
    .filter(({ box, rotated, kind }) => box && !rotated && kind !== 'line' && Math.max(box.w, box.h) >= SMALL)
    .slice(0, MOST_COMPARED);
  for (const [at, one] of placed.entries()) {
    for (const other of placed.slice(at + 1)) {
      const [a, b] = [one.box!, other.box!];
      if (one.kind !== other.kind || Math.abs(a.w - b.w) > NEAR || Math.abs(a.h - b.h) > NEAR) continue;
      const apart = rightOf(a) < b.x || rightOf(b) < a.x || bottomOf(a) < b.y || bottomOf(b) < a.y;
      const near = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)].some((each) => each > SAME && each < NEAR);
      if (!apart || !near) continue;
      if (first === undefined) first = `“${one.name}” and “${other.name}”`;
      else others += 1;
    }
  }
  if (first === undefined) return [];
  const more = others === 0 ? '' : ` and ${counted(others, 'more pair')}`;
  return [finding('near-alignment', `The edges of ${first} almost align${more}.`, { slide: slide.number })];
}

export function themeColors({ slide, own }: SlideCheck): Finding[] {
  const count = own.reduce((sum, item) => sum + item.fixedColors, 0);
  if (count === 0) return [];
  const [noun, verb] = count === 1 ? ['color', 'is'] : ['colors', 'are'];
  return [finding('off-theme-color', `${count} ${noun} ${verb} not from the theme.`, { slide: slide.number })];
}
