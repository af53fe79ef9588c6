/** Rules about what the text says: open prompts, repetitions, announcements without their object, marks of Markdown. */
import { promptIn } from '../../outline/prompts';
import { isContents } from './file-rules';
import { type Finding, finding } from './finding';
import type { Item } from './slides';
import {
  CONTENT_WORDS,
  isFooter,
  isOuter,
  isTitle,
  placeOf,
  type SlideCheck,
  textIn,
  titleOf,
  wordsIn,
} from './text-rules';

const MARKUP =
  /!?\[[^[\]]{0,200}\]\((?:https?:|mailto:)|<\/?(?:div|img|span|p|br|table|td|tr|h[1-6])(?:\s[^<>]{0,300})?\/?>|\*\*[^*\s]|\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|^#{2,6} /m;
const MONOSPACED = /mono|courier|consol|menlo|code/i;
const COLON = /[:：]$/u;
const CAPTION = /^(?:table|figure|fig\.|chart|图|表)\s?\d{1,3}\s*[:：.]/iu;
/** Shorter texts, such as labels, may be repeated. */
const LEAST_REPEATED = 30;
const LEAST_REPEATED_HAN = 12;
const HAN = /\p{Script=Han}/u;
const SOURCE = /^(?:sources?|notes?|(?:数据)?来源|注)\s*[:：]/iu;
/** Points by which texts of one row may differ. */
const LEVEL = 4;
/** A title below this share of the page is the statement of its slide. */
const TITLE_ABOVE = 0.3;
/** Numbers and quotations are as large as this. */
const DISPLAY = 36;
/** At least as many shapes without text are a drawing. */
const DRAWING = 3;
const LEAST_WORDS = 6;

const linesOf = (item: Item): string[] => item.paragraphs.map(({ text }) => text.trim()).filter((text) => text !== '');
const isCode = ({ paragraphs }: Item): boolean =>
  paragraphs.some(({ runs }) => runs.some(({ typeface }) => MONOSPACED.test(typeface)));
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const textsOf = (own: readonly Item[]): Item[] => own.filter((item) => !isFooter(item) && !isCode(item));
const isObject = ({ kind, fill }: Item): boolean => (kind !== 'shape' && kind !== 'line') || fill === 'image';

export function content(check: SlideCheck): Finding[] {
  const { slide, own } = check;
  const texts = textsOf(own);
  const at = (item: Item) => placeOf(slide, item);
  const isList = isOuter(check) || isContents(check);
  const objects = own.some((item) => isObject(item) || isCode(item));
  const found = texts.flatMap((item): Finding[] => {
    const lines = linesOf(item);
    const prompt = lines.find((line) => promptIn(line) !== undefined);
    const markup = MARKUP.exec(lines.join('\n'))?.[0];
    const caption = lines.find((line) => CAPTION.test(line));
    return [
      ...(prompt === undefined ? [] : [finding('unfilled-prompt', `It still asks for ${quoted(prompt)}.`, at(item))]),
      ...(markup === undefined ? [] : [finding('markup-in-text', `The text has ${quoted(markup)}.`, at(item))]),
      ...(caption === undefined || objects || isList || isTitle(item)
        ? []
        : [finding('caption-without-object', `${quoted(caption)} has no object on the slide.`, at(item))]),
    ];
  });
  return [...found, ...repeated(texts, at), ...dangling(texts, objects, at)];
}

type At = (item: Item) => { slide: number; shape: string };

/** A sentence that is on the slide twice, or a body that only says the title again. */
function repeated(texts: readonly Item[], at: At): Finding[] {
  const title = texts.find(isTitle);
  const heading = title && plain(textIn(title));
  const bodies = texts.filter((item) => item !== title && textIn(item) !== '');
  const [only] = bodies;
  if (bodies.length === 1 && heading !== '' && only && plain(textIn(only)) === heading)
    return [finding('repeated-text', 'The text only repeats the title.', at(only))];
  const seen = new Set(heading === undefined ? [] : [heading]);
  for (const item of bodies) {
    for (const line of linesOf(item)) {
      const words = plain(line);
      if (words.length < LEAST_REPEATED) continue;
      if (seen.has(words)) return [finding('repeated-text', `${quoted(line)} is on the slide twice.`, at(item))];
      seen.add(words);
    }
  }
  return [];
}

/** The last text of a slide announces something that is not there. */
function dangling(texts: readonly Item[], objects: boolean, at: At): Finding[] {
  const bodies = texts.filter((item) => !isTitle(item) && textIn(item) !== '');
  const lowest = Math.max(...bodies.map(({ box }) => box?.y ?? 0));
  const rightmost = Math.max(...bodies.map(({ box }) => box?.x ?? 0));
  const last = bodies.find(
    ({ box }) => bodies.length === 1 || (box && box.y > lowest - LEVEL && box.x > rightmost - LEVEL),
  );
  const line = last && linesOf(last).at(-1)!;
  if (objects || !last || !COLON.test(line!)) return [];
  return [finding('dangling-colon', `Nothing follows ${quoted(line!)}.`, at(last))];
}

/** A slide in the middle of the deck without a statement, a number or an object that would fill it. */
export function nearEmpty(check: SlideCheck): Finding[] {
  const { deck, slide, own } = check;
  const title = titleOf(own);
  const { box } = title ?? {};
  const middle = box === undefined ? 0 : (box.y + box.h / 2) / deck.page.h;
  if (slide.number === 1 || isOuter(check) || isContents(check) || middle > TITLE_ABOVE) return [];
  const rest = own.filter((item) => item !== title && !isFooter(item));
  const drawn = rest.filter((item) => textIn(item) === '' && item.placeholder === undefined);
  const isLarge = ({ paragraphs }: Item) => paragraphs.some(({ runs }) => runs.some(({ size }) => size >= DISPLAY));
  if (drawn.length >= DRAWING || rest.some((item) => isObject(item) || isCode(item) || isLarge(item))) return [];
  const lines = rest.flatMap(linesOf);
  const count = lines.reduce((sum, line) => sum + wordsIn(line), 0);
  if (lines.length > 1 || count >= LEAST_WORDS || count + wordsIn(title ? textIn(title) : '') >= CONTENT_WORDS)
    return [];
  const has = count === 0 ? 'nothing' : count === 1 ? 'one word' : `${count} words`;
  return [finding('near-empty', `The slide has ${has} besides its title.`, { slide: slide.number })];
}

/** A sentence on several slides. Titles may be repeated in summaries, and what is on each slide belongs to the page. */
export function repeatedAcross(checks: readonly SlideCheck[]): Finding[] {
  const titles = checks.map(({ own }) =>
    plain(
      titleOf(own)
        ?.paragraphs.map(({ text }) => text)
        .join(' ') ?? '',
    ),
  );
  const known = new Set(titles);
  const places = new Map<string, { check: number; item: Item; line: string }[]>();
  for (const [check, each] of checks.entries()) {
    if (isOuter(each) || isContents(each)) continue;
    for (const item of textsOf(each.own).filter((text) => !isTitle(text) && !isSmall(text))) {
      for (const line of linesOf(item)) {
        const words = plain(line);
        if (words.length < (HAN.test(words) ? LEAST_REPEATED_HAN : LEAST_REPEATED)) continue;
        if (known.has(words) || SOURCE.test(line)) continue;
        const before = places.get(words) ?? [];
        if (before.at(-1)?.check !== check) before.push({ check, item, line });
        places.set(words, before);
      }
    }
  }
  const found = new Map<number, Finding>();
  for (const [first, ...others] of places.values()) {
    const { y } = first!.item.box ?? {};
    if (others.length > 1 && others.every(({ item }) => item.box?.y === y)) continue;
    for (const { check, item, line } of others) {
      const { slide } = checks[check]!;
      if (found.has(check) || part(titles[check]!) === part(titles[first!.check]!)) continue;
      const message = `${quoted(line)} is on slide ${checks[first!.check]!.slide.number} too.`;
      found.set(check, finding('repeated-text', message, placeOf(slide, item)));
    }
  }
  return [...found.values()];
}

/** A title without the number of a page that continues another: “Costs (2/3)”. */
const part = (title: string): string => title.replace(/ \d+ \d+$/, '');
const isSmall = ({ paragraphs }: Item): boolean => paragraphs.every(({ runs }) => runs.every(({ size }) => size < 12));

const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
