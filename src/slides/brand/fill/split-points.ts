/** Distributes points over slides, so that each fits its placeholder. Nothing is dropped. */
import { type Item, subLevel } from '../../render/compose/sheet';
import { halves } from '../../render/compose/split';
import type { Placeholder } from '../placeholders';
import type { Para, Ruler } from '../ruler';
import { fitText, scalesFor } from './fit-text';
import type { FilledText } from './planned-slide';

/** A point, or lines of code in this size in points. */
export interface Point extends Item {
  code?: number;
}

interface Part {
  items: Point[];
  filled: FilledText;
}

/** Between text and the code below it, in points. */
const CODE_GAP = 8;

/** A heading has its texts one level below it. */
export function parasOf(items: readonly Point[]): Para[] {
  return items.flatMap(({ heading, text, code }, index): Para[] => {
    if (code !== undefined) {
      const isBelow = index > 0;
      return text.map((each, line) => ({
        text: each,
        level: 0,
        code,
        ...(isBelow && line === 0 ? { before: CODE_GAP } : {}),
      }));
    }
    const from = heading === '' ? 0 : 1;
    const texts = text.map((each) => ({
      text: each.replace(subLevel, ''),
      level: from + (subLevel.test(each) ? 1 : 0),
    }));
    if (heading === '') return texts;
    return [{ text: heading, level: 0, ...(texts.length > 0 ? { bold: true } : {}) }, ...texts];
  });
}

/** Text that continues on another slide is not shrunk as much as text that fits on one. */
const SPLIT_SCALE = 0.8;
/** Splitting stops here; a piece this short fits every usable placeholder. */
const SHORTEST = 20;

export function splitPoints(ruler: Ruler, holder: Placeholder, items: Point[]): Part[] {
  const whole = fitText(ruler, holder, parasOf(items));
  if (whole) return [{ items, filled: whole }];
  const pieces = items.flatMap((item) => fitting(ruler, holder, item));
  const groups = evened(ruler, holder, pieces, packed(ruler, holder, pieces));
  const filled = groups.map((group) => fitText(ruler, holder, parasOf(group), SPLIT_SCALE) ?? smallest(holder, group));
  // The parts of a page have one size.
  const scale = Math.min(...filled.map((each) => each.scale));
  return groups.map((group, index) => ({ items: group, filled: { ...filled[index]!, scale } }));
}

const fits = (ruler: Ruler, holder: Placeholder, items: readonly Point[]): boolean => {
  const paras = parasOf(items);
  const scale = scalesFor(holder, paras).findLast((each) => each >= SPLIT_SCALE) ?? 1;
  return ruler.fits(paras, holder, scale);
};

function smallest(holder: Placeholder, items: Point[]): FilledText {
  const paras = parasOf(items);
  return { holder, paras, scale: scalesFor(holder, paras).at(-1)! };
}

/** An item that is too long for a slide, in pieces. */
function fitting(ruler: Ruler, holder: Placeholder, item: Point): Point[] {
  if (fits(ruler, holder, [item])) return [item];
  const { heading, text, code } = item;
  // A heading that leaves no room for its text is text itself; repeated with every piece, it would never fit.
  const sample = [{ heading, text: ['m'.repeat(SHORTEST)] }];
  if (heading !== '' && (text.length === 0 || !fits(ruler, holder, sample))) {
    return fitting(ruler, holder, { heading: '', text: [heading, ...text] });
  }
  if (text.length < 2 && (text[0] ?? '').length <= SHORTEST) return [item];
  return halves([item], ruler.language)
    .flat()
    .filter((each) => each.text.some(Boolean))
    .flatMap((each) => fitting(ruler, holder, code === undefined ? each : { ...each, code }));
}

/** As many as fit on each slide. */
function packed(ruler: Ruler, holder: Placeholder, items: readonly Point[]): Point[][] {
  const groups: Point[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && fits(ruler, holder, [...last, item])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** The same number of slides with similar numbers of items, if they fit. */
function evened(ruler: Ruler, holder: Placeholder, items: readonly Point[], groups: Point[][]): Point[][] {
  const size = Math.ceil(items.length / groups.length);
  const even = groups
    .map((_, index) => items.slice(index * size, (index + 1) * size))
    .filter((each) => each.length > 0);
  return even.length === groups.length && even.every((each) => fits(ruler, holder, each)) ? even : groups;
}
