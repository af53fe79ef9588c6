/** Rules about titles, placeholders, references and alternative text. */

import { counted } from '../../base/text/counted';
import type { BrandPackage } from '../brand/package';
import { relationshipsOf } from '../brand/relationships';
import { below } from '../brand/xml';
import { type Editability, type Finding, finding } from './finding';
import { missingImages } from './missing-images';
import type { CheckedDeck, Item } from './slides';
import { CONTENT_WORDS, isOuter, isTitle, placeOf, type SlideCheck, textIn, titleOf, wordsIn } from './text-rules';

const WITHOUT_CONTENT = ['dt', 'ftr', 'sldNum', 'sldImg', 'hdr'];
const LABEL_WORDS = 2;

export function titles(check: SlideCheck): Finding[] {
  const { slide, own } = check;
  const title = titleOf(own);
  if (!title) return [finding('missing-title', 'The slide has no title.', { slide: slide.number })];
  const content = own.filter((item) => item !== title).reduce((sum, item) => sum + wordsIn(textIn(item)), 0);
  const text = textIn(title);
  if (isOuter(check) || isContents(check) || content < CONTENT_WORDS || wordsIn(text) > LABEL_WORDS) return [];
  return [
    finding('label-title', `The title “${text}” names a topic but says nothing about it.`, placeOf(slide, title)),
  ];
}

const CONTENTS = /^(?:agenda|(?:table of )?contents|目录|议程)$/i;

/** A slide with several links to other slides is a table of contents. */
export function isContents({ slide, own }: SlideCheck): boolean {
  const title = titleOf(own);
  const jumps = [...below(slide.root)].filter(({ attributes }) => attributes.action?.includes('hlinksldjump'));
  return jumps.length > 1 || (title !== undefined && CONTENTS.test(textIn(title)));
}

export function duplicateTitles(checks: readonly SlideCheck[]): Finding[] {
  const first = new Map<string, number>();
  return checks.flatMap(({ slide, own }) => {
    const title = titleOf(own);
    if (!title) return [];
    const text = textIn(title).toLowerCase();
    const before = first.get(text);
    if (before === undefined) first.set(text, slide.number);
    return before === undefined
      ? []
      : [finding('duplicate-title', `Slide ${before} has the same title.`, placeOf(slide, title))];
  });
}

export function placeholders({ slide, own }: SlideCheck): Finding[] {
  const isEmpty = (item: Item): boolean =>
    item.kind === 'shape' &&
    item.placeholder !== undefined &&
    !WITHOUT_CONTENT.includes(item.placeholder) &&
    textIn(item) === '' &&
    item.fill !== 'image';
  const empty = own
    .filter((item) => isEmpty(item) && !isTitle(item))
    .map((item) => finding('empty-placeholder', 'The placeholder is empty.', placeOf(slide, item)));
  const filled = own.some(
    (item) =>
      item.placeholder !== undefined && !isTitle(item) && !WITHOUT_CONTENT.includes(item.placeholder) && !isEmpty(item),
  );
  const loose = own.filter((item) => item.placeholder === undefined && textIn(item) !== '');
  if (filled || loose.length === 0) return empty;
  const boxes = counted(loose.length, 'text box', 'text boxes');
  return [
    ...empty,
    finding('loose-text', `The text is in ${boxes} and in no body placeholder.`, { slide: slide.number }),
  ];
}

export function alternativeText({ slide, own }: SlideCheck): Finding[] {
  return own
    .filter((item) => ['image', 'chart', 'other'].includes(item.kind) && !item.decorative && item.alt === '')
    .map((item) =>
      finding(
        'alt-text',
        `The ${item.kind === 'other' ? 'object' : item.kind} has no alternative text.`,
        placeOf(slide, item),
      ),
    );
}

/** A slide that is an image says itself which of its images are missing; an empty placeholder is another finding. */
export const missingOnes = ({ own }: SlideCheck): Finding[] => own.flatMap(({ alt }) => missingImages(alt));

export function references({ deck, slide }: SlideCheck): Finding[] {
  const { missing, dead } = brokenReferences(deck.file, slide.part);
  return [
    ...missing.map((part) => finding('missing-part', `Its part ${part} is missing.`, { slide: slide.number })),
    ...dead.map((target) =>
      finding('dead-link', `The link ${JSON.stringify(target.slice(0, 80))} leads nowhere.`, { slide: slide.number }),
    ),
  ];
}

/** Relationships of a slide whose target is missing, and links that lead nowhere. */
function brokenReferences(file: BrandPackage, part: string): { missing: string[]; dead: string[] } {
  const missing: string[] = [];
  const dead: string[] = [];
  for (const { kind, target, external } of relationshipsOf(file, part)) {
    if (external) {
      if (kind === 'hyperlink' && !isAddress(target)) dead.push(target);
    } else if (target !== '' && !file.has(target)) missing.push(target);
  }
  return { missing, dead };
}

/** Addresses, and relative paths to files next to the presentation. */
function isAddress(target: string): boolean {
  const trimmed = target.trim();
  if (trimmed === '' || /^https?:\/*$/i.test(trimmed)) return false;
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? URL.canParse(trimmed) : true;
}

const MOST_FONTS = 3;

export function fontCount(checks: readonly SlideCheck[]): Finding[] {
  const fonts = new Set(
    checks.flatMap(({ own }) =>
      own.flatMap((item) => item.paragraphs.flatMap(({ runs }) => runs.map((run) => run.typeface))),
    ),
  );
  fonts.delete('');
  if (fonts.size <= MOST_FONTS) return [];
  return [finding('fonts', `The deck uses ${fonts.size} fonts: ${[...fonts].sort().join(', ')}.`)];
}

/**
 * Share of text frames with several paragraphs below which text counts as fragments. Titles, footers and slide numbers
 * are one paragraph by their nature, so they are not counted.
 */
const WHOLE_TEXTS = 0.3;

/** The ladder of SlidesGen-Bench: the first step that a deck misses ends it. */
export function editabilityOf({ file, slides }: CheckedDeck): Editability {
  const own = slides.flatMap((slide) => slide.items.filter((item) => !item.inherited));
  const texts = own.filter(
    (item) => textIn(item) !== '' && !isTitle(item) && !WITHOUT_CONTENT.includes(item.placeholder ?? ''),
  );
  const whole = texts.filter((item) => item.paragraphs.filter(({ text }) => text.trim() !== '').length > 1);
  const share = texts.length === 0 ? 0 : whole.length / texts.length;
  if (texts.length === 0) return { level: 0, next: 'no slide has text that can be selected, except titles' };
  if (share < WHOLE_TEXTS) {
    return {
      level: 0,
      next: `${Math.round(share * 100)} % of the text frames have more than one paragraph; 30 % are needed`,
    };
  }
  if (!own.some((item) => item.kind === 'shape' && item.placeholder === undefined))
    return { level: 1, next: 'no slide has a vector shape' };
  const layouts = new Set(slides.map((slide) => slide.layoutPart));
  if (layouts.size < 2) return { level: 2, next: 'all slides use the same layout' };
  if (slides.every((slide) => slide.groups === 0)) return { level: 2, next: 'no objects are grouped' };
  if (!own.some((item) => item.kind === 'chart')) return { level: 3, next: 'no slide has a native chart' };
  const media = file.names.some((name) => /^ppt\/media\/.*\.(?:mp4|mov|wmv|m4a|mp3|wav)$/i.test(name));
  if (!media && slides.every((slide) => !slide.motion))
    return { level: 4, next: 'there is no transition, animation or media' };
  return { level: 5, next: '' };
}
