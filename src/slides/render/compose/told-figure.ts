/** The number that a sentence is about: drawn large next to the whole text, or above each of a few texts. */
import { sentences } from '../text/line-breaks';
import { asFigure, besideHero, type Figure } from './figures';
import type { Item, Sheet } from './sheet';

const DIGITS = String.raw`\d{1,3}(?:[.,\u00a0\u202f' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;
const SCALE =
  'thousand|million|billion|trillion|Mio\\.|Mrd\\.|Millionen|Milliarden|millions?|milliards?|millones|milhões|milioni|万亿|亿|万|倍';
const CURRENCY = 'euros?|dollars?|pounds?|francs?|yen|kronor|reais|pesos|元|円';
const number = new RegExp(
  String.raw`(?<![\p{Script=Latin}\d.,:/–-])(?<sign>[+−±~≈])?(?<money>[¥￥$€£])?(?<digits>${DIGITS})(?:\s?(?<share>[%％‰×]|percent\b|Prozent\b)|\s?(?<scale>${SCALE})(?:\s?(?<own>${CURRENCY}))?(?![\p{Script=Latin}])|\s?(?<coin>${CURRENCY})(?![\p{Script=Latin}]))?(?![\d\p{Script=Latin}]|[.,:/–-]\d)`,
  'giu',
);
/** The value before a change, which is not the one to show. */
const BEFORE = /(?:\b(?:from|von|vom|de|desde|dal)|从|由)\s*$/iu;
const REACHED = /^\D{0,24}(?:\b(?:to|auf|bis|à|a|al|para)\s+|至|到)[^\s\d]{0,2}\d/iu;
const LONGEST_VALUE = 20;
/** A longer text is not about one number. */
const LONGEST_TEXT = 500;
/** What is looked at before and after a number. */
const NEAR = 80;
const LONGEST_LABEL = 32;
/** Names of what was counted, up to the next mark; a label with another number would confuse. */
const LABEL = /^\s+([\p{Ll}\p{Lu}][\p{L}\s'’-]{1,60})/u;

interface Told extends Figure {
  weight: number;
}

/** The weightiest number of a text that has a unit, or thousands; of equal ones the first. */
function numberIn(text: string): Told | undefined {
  let best: Told | undefined;
  if (text.length > LONGEST_TEXT) return undefined;
  for (const match of text.matchAll(number)) {
    const { share, scale, coin, money, digits = '' } = match.groups!;
    const isLarge = /\d[.,\u00a0\u202f' ]\d{3}(?!\d)/.test(digits);
    const weight = share || scale ? 3 : coin || money ? 2 : isLarge ? 1 : 0;
    const end = match.index + match[0].length;
    const [before, after] = [text.slice(Math.max(0, match.index - NEAR), match.index), text.slice(end, end + NEAR)];
    const isOld = BEFORE.test(before) && REACHED.test(after);
    if (weight === 0 || isOld || match[0].length > LONGEST_VALUE || (best && best.weight >= weight)) continue;
    best = { value: match[0].replace(/\s+/gu, '\u00a0'), label: labelOf(after), text: [], weight };
  }
  return best;
}

function labelOf(after: string): string {
  if (REACHED.test(after)) return '';
  const words = LABEL.exec(after)?.[1]?.trim() ?? '';
  const end = after.slice(after.indexOf(words) + words.length);
  const isWhole = words.length <= LONGEST_LABEL && /^\s*(?:[.,;:!?)]|$)/.test(end);
  return isWhole && words.includes(' ') ? words : '';
}

/** A point with a number in its heading, or else in its text, below the heading. */
export function toldFigure(item: Item): Figure | undefined {
  const own = asFigure(item);
  if (own || item.number !== undefined || item.heading === '' || item.text.length !== 1) return own;
  const found = numberIn(item.text[0]!);
  return found && { value: found.value, label: item.heading, text: item.text };
}

/** A paragraph with the number that it is about, on the left. Returns whether it has one and fits. */
export function keyFigure(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  if (!item || items.length > 1 || item.text.length === 0) return false;
  const parts = item.text.flatMap((each) => sentences(each, sheet.type.language));
  const found = parts
    .map(numberIn)
    .reduce((one, other) => (other && (!one || other.weight > one.weight) ? other : one), undefined);
  return found !== undefined && besideHero(sheet, found, item);
}

export const hasKeyFigure = ({ text }: Item): boolean => text.some((each) => numberIn(each) !== undefined);
