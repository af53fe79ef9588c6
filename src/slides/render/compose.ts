/** Turns an outline into a deck: decides its slides, their order and their text. Deterministic. */

import { given } from '../../core/given';
import { hasDividers } from '../../outline/dividers';
import { deckTag, isRightToLeft } from '../../outline/languages';
import type { Outline } from '../../outline/outline';
import { outlineWords } from '../../outline/outline-limits';
import { isFrame } from '../../outline/prompts';
import { catalogue } from './compose/catalogue';
import { closingOf } from './compose/closing';
import { type ChapterContent, chapterHeadings, chaptersOf, titleOf, unnamed, words } from './compose/content';
import { fixedWords } from './compose/fixed-words';
import { sentence } from './compose/notes';
import { chapterNumbers } from './compose/numbering';
import { PageComposer } from './compose/page';
import { proTemplate } from './compose/pro/stages';
import { fill } from './compose/sheet';
import { siblingsOf } from './compose/siblings';
import { chapter, cover, type Drawn, ending, layouts } from './compose/stages';
import { tableLook } from './compose/table';
import type { Arrangement, Deck, Fonts } from './deck/deck';
import { mirroredDeck } from './deck/mirror';
import { picturesOf } from './deck/picture-shape';
import type { Pictures } from './deck/pictures';
import type { Template } from './templates/template';
import { cleanText } from './text/characters';
import { fontsFor } from './text/faces';
import { Typesetter } from './text/measure';

/** A byline that names the people that the deck is for. */
const FOR = /^(?:for|für|para|pour|per|voor|dla) |^给/i;
/** Of a byline that the last slide repeats. */
const LONGEST_BYLINE = 60;

/** @param files of the outline's images; an image without a file is drawn as an empty box */
export function composeDeck(
  outline: Outline,
  plain: Template,
  layout: Arrangement = 'standard',
  files: Pictures = new Map(),
): Deck {
  const opening = openingOf(outline, plain, layout);
  const { template, type, title, language } = opening;
  const chapters = chaptersOf(outline).map((each) => ({ ...each, pages: siblingsOf(each.pages) }));
  const names = chapters.map((each) => each.title);
  const numbers = chapterNumbers(outline.chapters.map((each) => cleanText(each.title)));
  const drawn: Drawn[] = [coverOf(opening, names)];
  if (names.length > 1) {
    const heading = cleanText(outline.catalog ?? '') || fixedWords(language, opening.tag).catalogue;
    drawn.push(
      ...catalogue(
        template,
        type,
        heading,
        chapters.map((each, at) => ({ number: numbers[at], title: each.title, pages: each.pageTitles })),
      ),
    );
  }
  const starts: Deck['chapters'] = [];
  const counts = chapters.map(({ pages }) => pages.length);
  const expected = counts.reduce((sum, count) => sum + count, 0);
  const composer = new PageComposer(template, type, layout, expected, files);
  for (const [index, { title: name, pages, pageTitles }] of chapters.entries()) {
    const slides: Drawn[] = [];
    for (const page of pages) {
      const earlier = [...drawn.slice(-2), ...slides.slice(-2)].slice(-2).map((one) => one.slide);
      slides.push(...composer.compose(page, earlier));
    }
    starts.push({ title: name, from: drawn.length });
    // A chapter of one slide has no divider.
    if (hasDividers(counts) && slides.length > 1) {
      const notes = [name, ...pageTitles].map((each) => sentence(each, language));
      drawn.push(chapter(template, type, { number: numbers[index], title: name, pages: pageTitles, notes }));
    }
    drawn.push(...slides);
  }
  drawn.push(lastSlide(opening, cleanText(outline.ending ?? ''), chapters, composer));
  drawn.forEach(({ slide, canvas }, index) => {
    if (slide.layout !== 'page') return;
    fill(canvas, template.page.footer, title, 'Footer', 'ornament');
    fill(canvas, template.page.number, String(index + 1), 'Slide number', 'page-number');
  });
  link(drawn, starts);
  return deckOf(opening, drawn, starts, files);
}

/** Its words are those that the outline asks for, or else what the text itself closes with. */
function lastSlide(opening: Opening, own: string, chapters: readonly ChapterContent[], composer: PageComposer): Drawn {
  const { template, type, title, language, tag, byline = title } = opening;
  const below = byline.length > LONGEST_BYLINE || FOR.test(byline) ? title : byline;
  const shown = (text: string): Drawn => ending(template, type, text, below, [sentence(text, language)]);
  const closing = own === '' ? closingOf(chapters, language, tag) : undefined;
  if (closing && 'items' in closing) {
    const [only, ...others] = composer.compose({ ...closing, tables: [] }, []);
    if (only && others.length === 0) return only;
  } else if (closing) {
    const whole = shown(closing.sentence);
    if (!isCut(whole)) return whole;
  }
  return shown(own || fixedWords(language, tag).ending);
}

const isCut = ({ slide }: Drawn): boolean =>
  slide.shapes.some((shape) => shape.kind === 'text' && shape.paragraphs.some(({ text }) => text.endsWith('…')));

/** Lets each entry of the contents lead to its chapter. */
function link(drawn: Drawn[], chapters: Deck['chapters']): void {
  const entries = drawn
    .filter(({ slide }) => slide.kind === 'catalogue')
    .flatMap(({ slide }) => slide.shapes.filter((shape) => shape.kind === 'text' && shape.name === 'Chapter'));
  entries.forEach((entry, index) => {
    if (entry.kind === 'text') entry.link = chapters[index]!.from;
  });
}

/** Only the cover, as in `composeDeck`; its cost does not depend on the length of the deck. */
export function composeCover(outline: Outline, plain: Template, layout: Arrangement = 'standard'): Deck {
  const opening = openingOf(outline, plain, layout);
  const names = opening.headings.map((heading, index) => heading || unnamed(opening.language, index));
  return deckOf(opening, [coverOf(opening, names)], []);
}

interface Opening {
  template: Template;
  type: Typesetter;
  fonts: Fonts;
  language: Outline['language'];
  tag: string;
  title: string;
  byline?: string;
  /** Tells the reader of the cover that the deck is not finished. */
  mark?: string;
  /** The chapter headings; empty where a chapter has no name. */
  headings: string[];
}

function openingOf(outline: Outline, plain: Template, layout: Arrangement): Opening {
  const { language } = outline;
  const byline = cleanText(outline.byline ?? '');
  const template = layout === 'pro' ? proTemplate(plain) : plain;
  const tag = deckTag(outlineWords(outline), language);
  const fonts = fontsFor(template.fonts, language, tag);
  return {
    template,
    type: new Typesetter(fonts, language, isRightToLeft(tag), tag),
    fonts,
    language,
    tag,
    title: titleOf(outline),
    ...(byline === '' ? {} : { byline }),
    ...(isFrame(outline) ? { mark: words[language].frame } : {}),
    headings: chapterHeadings(outline),
  };
}

/** The cover names author and date, or else the chapters; that of a frame says so. The notes have all of the byline. */
function coverOf({ template, type, title, language, byline, mark }: Opening, names: string[]): Drawn {
  const notes = [title, byline, mark].flatMap((each) => (each === undefined ? [] : [sentence(each, language)]));
  const lines = byline?.split(' · ');
  const others = names.filter((name) => name !== title);
  return cover(template, type, title, mark === undefined ? (lines ?? others) : [mark, ...(lines ?? [])], notes);
}

function deckOf(
  { template, type, fonts, language, tag, title, byline }: Opening,
  drawn: Drawn[],
  chapters: Deck['chapters'],
  files: Pictures = new Map(),
): Deck {
  const shown = new Set(drawn.flatMap(({ slide }) => picturesOf(slide)).map(({ hash }) => hash));
  const author = authorOf(byline);
  const deck: Deck = {
    title,
    ...given({ author }),
    language,
    tag,
    style: {
      name: language === 'zh' ? template.name : template.english,
      palette: template.palette,
      fonts,
      dark: template.dark ?? false,
      grounds: template.grounds ?? [],
      tables: tableLook(template),
    },
    layouts: layouts(template, type),
    slides: drawn.map((each) => each.slide),
    chapters,
    overflow: drawn.flatMap((each) => each.canvas.overflow),
    pictures: new Map([...files].filter(([hash]) => shown.has(hash))),
  };
  return isRightToLeft(tag) ? mirroredDeck(deck) : deck;
}

/** The first part of a byline that is not a date, a version, a sentence or the people that the deck is for. */
const authorOf = (byline: string | undefined): string | undefined =>
  byline
    ?.split(' · ')
    .find((part) => /^\S+(?: \S+){0,4}$/.test(part) && !FOR.test(part) && !/[\d:：。]|\.$/.test(part));
