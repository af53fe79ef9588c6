/** Rules about where text is and how much there is of it. */
import { counted } from '../../base/text/counted';
import { type Finding, finding } from './finding';
import { beyond, contains, MOST_COMPARED, shared } from './geometry';
import type { Ink } from './ink';
import type { CheckedDeck, CheckedSlide, Item } from './slides';

interface InkOf {
  get(item: Item): Ink | undefined;
}

export interface SlideCheck {
  deck: CheckedDeck;
  slide: CheckedSlide;
  /** Objects of the slide itself. */
  own: Item[];
  ink: InkOf;
}

/** Points that other programs may measure differently. */
const TOLERANCE = 2;
/** Text in a font that is not known is measured in a similar one. */
const UNKNOWN_FONT = 1.15;
const KNOWN_FONT = 1.03;
const SLIGHT = 8;
/** A quarter of an inch. */
const MARGIN = 18;
const LEAST_SIZE = 12;
/** Dates, footers, sources and captions may be smaller. */
const LEAST_DETAIL = 9;
const DETAIL_CHARACTERS = 120;
const MOST_WORDS = 120;

/** A slide with fewer words in addition to its title, such as an ending, is not judged by its content. */
export const CONTENT_WORDS = 12;

export const isFooter = (item: Item): boolean => ['dt', 'ftr', 'sldNum'].includes(item.placeholder ?? '');
export const isTitle = (item: Item): boolean => ['title', 'ctrTitle'].includes(item.placeholder ?? '');
export const textIn = (item: Item): string =>
  item.paragraphs
    .map(({ text }) => text)
    .join('\n')
    .trim();
export const titleOf = (own: readonly Item[]): Item | undefined =>
  own.find((item) => isTitle(item) && textIn(item) !== '');
/** Openings of the deck and of its chapters, and the ending, have little text. */
export const isOuter = ({ deck, slide }: SlideCheck): boolean =>
  ['title', 'secHead'].includes(slide.layoutType ?? '') || (slide.number > 1 && slide.number === deck.slides.length);
export const placeOf = (slide: CheckedSlide, item: Item): { slide: number; shape: string } => ({
  slide: slide.number,
  shape: item.name,
});
const rounded = (points: number): string => `${Math.round(points)} pt`;

export function overflow({ slide, own, ink }: SlideCheck): Finding[] {
  return own.flatMap((item) => {
    const text = ink.get(item);
    if (!text) return [];
    const found: Finding[] = [];
    const allowed = text.room * (text.exact ? KNOWN_FONT : UNKNOWN_FONT) + TOLERANCE;
    if (item.frame.autofit !== 'grow' && text.height > allowed) {
      const shrinks = item.frame.autofit === 'shrink' && item.frame.scale === 1;
      // One line that is a little higher than its frame, such as a slide number, is drawn as if it fitted.
      const isSlight = isFooter(item) && text.height - allowed <= SLIGHT;
      found.push(
        finding('text-overflow', `The text needs ${rounded(text.height)}; its frame has ${rounded(text.room)}.`, {
          ...placeOf(slide, item),
          ...(isSlight ? { severity: 'note' } : shrinks ? { severity: 'warning' } : {}),
        }),
      );
    }
    if (text.torn && text.exact)
      found.push(finding('torn-word', 'A word is wider than the frame.', placeOf(slide, item)));
    return found;
  });
}

export function overlap({ slide, own, ink }: SlideCheck): Finding[] {
  const texts = own.slice(0, MOST_COMPARED).flatMap((item) => {
    const text = ink.get(item);
    return text ? [{ item, box: text.box }] : [];
  });
  return texts.flatMap((one, at) => {
    const crossed = texts.slice(at + 1).flatMap((other) => {
      const { w, h } = shared(one.box, other.box);
      return w > TOLERANCE && h > TOLERANCE ? [{ name: other.item.name, by: Math.min(w, h) }] : [];
    });
    const [first] = crossed;
    if (!first) return [];
    const more = crossed.length === 1 ? '' : ` and ${counted(crossed.length - 1, 'more text')}`;
    return [
      finding(
        'text-overlap',
        `It crosses the text of “${first.name}” by ${rounded(first.by)}${more}.`,
        placeOf(slide, one.item),
      ),
    ];
  });
}

/** Text whose middle lies behind an opaque shape or image of the same slide. */
export function hiddenText({ slide, own, ink }: SlideCheck): Finding[] {
  const items = own.slice(0, MOST_COMPARED);
  return items.flatMap((item, at) => {
    const text = ink.get(item);
    if (!text) return [];
    const cover = items.slice(at + 1).find(({ box, fill, rotated, kind }) => {
      const opaque = kind === 'image' || (typeof fill !== 'string' && fill.colors.every(({ alpha }) => alpha > 0.9));
      return opaque && !rotated && box !== undefined && contains(box, text.box);
    });
    if (!cover) return [];
    return [
      finding('hidden-text', `The text is behind “${cover.name}”.`, {
        ...placeOf(slide, item),
        // A title behind a image of the slide is for the outline view and for screen readers.
        ...(isTitle(item) && cover.kind === 'image' ? { severity: 'note' } : {}),
      }),
    ];
  });
}

export function outside({ deck, slide, own, ink }: SlideCheck): Finding[] {
  return own.flatMap((item) => {
    const text = ink.get(item);
    const box = text?.box ?? (['image', 'chart', 'table'].includes(item.kind) ? item.box : undefined);
    if (!box || item.rotated) return [];
    const over = beyond(box, deck.page);
    // An image that fills the slide may be cut at its edges.
    if (over > 1 && !(item.kind === 'image' && box.w >= deck.page.w && box.h >= deck.page.h)) {
      return isTitle(item) && over >= Math.min(box.w, box.h)
        ? []
        : [finding('outside-slide', `It is ${rounded(over)} beyond the edge of the slide.`, placeOf(slide, item))];
    }
    // Footers and page numbers are in the margin.
    if (text && !isFooter(item) && -over < MARGIN - 0.5)
      return [finding('margin', `The text is ${rounded(-over)} from the edge of the slide.`, placeOf(slide, item))];
    return [];
  });
}

export function sizes({ slide, own }: SlideCheck): Finding[] {
  return own.flatMap((item) => {
    const runs = item.paragraphs.flatMap((each) => each.runs).filter((run) => /[\p{L}\p{N}]/u.test(run.text));
    if (runs.length === 0) return [];
    const least = Math.min(...runs.map((run) => run.size)) * item.frame.scale;
    const isDetail = isFooter(item) || textIn(item).length <= DETAIL_CHARACTERS;
    if (least >= (isDetail ? LEAST_DETAIL : LEAST_SIZE) - 0.01) return [];
    return [finding('text-size', `The text has ${Math.round(least * 10) / 10} pt.`, placeOf(slide, item))];
  });
}

export function words({ slide, own }: SlideCheck): Finding[] {
  const count = own.reduce((sum, item) => sum + wordsIn(textIn(item)), 0);
  if (count <= MOST_WORDS) return [];
  return [finding('words', `The slide has ${counted(count, 'word')}.`, { slide: slide.number })];
}

/** A Chinese word has 1.6 characters on average. */
export function wordsIn(text: string): number {
  const hanzi = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const others = text
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,-]*/gu);
  return Math.round(hanzi / 1.6) + (others?.length ?? 0);
}

/** Characters that stand for a lost one, or that have no meaning. Symbol fonts use the private area. */
export function glyphs({ slide, own }: SlideCheck): Finding[] {
  return own.flatMap((item) => {
    const lost = new Set<string>();
    for (const { text, typeface } of item.paragraphs.flatMap((each) => each.runs)) {
      const isSymbols = /wingdings|webdings|symbol/i.test(typeface);
      for (const character of text.match(/\ufffd|\p{Co}|\p{Cn}/gu) ?? [])
        if (character === '\ufffd' || !isSymbols) lost.add(character);
    }
    if (lost.size === 0) return [];
    const codes = [...lost].map((each) => `U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
    return [finding('missing-glyph', `No font can draw ${codes.join(', ')}.`, placeOf(slide, item))];
  });
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;

export function direction({ slide, own }: SlideCheck): Finding[] {
  return own.flatMap((item) => {
    const wrong = item.paragraphs.some(({ text, rightToLeft }) => {
      const letters = text.match(/\p{L}/gu)?.length ?? 0;
      return !rightToLeft && (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters / 2;
    });
    if (!wrong) return [];
    return [
      finding(
        'right-to-left',
        'Its text is read from right to left, but set from left to right.',
        placeOf(slide, item),
      ),
    ];
  });
}
