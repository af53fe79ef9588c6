/** Turns an outline into a deck: decides its slides, their order and their text. Deterministic. */
import type { Outline, Page } from '../outline/outline';
import { marksOf } from '../outline/point-marks';
import { catalogue } from './compose/catalogue';
import { sentence } from './compose/notes';
import {
  chapterNumbers,
  hasNestedNumbers,
  pageNames,
  partOf,
  withoutInnerNumbers,
  withoutNestedNumber,
  withoutNumbers,
  withWrittenNumbers,
} from './compose/numbering';
import { PageComposer, type PageInput } from './compose/page';
import { proTemplate } from './compose/pro/stages';
import { fill, type Item } from './compose/sheet';
import { siblingsOf } from './compose/siblings';
import { sourceOf } from './compose/sources';
import { chapter, cover, type Drawn, ending, layouts } from './compose/stages';
import type { Arrangement, Deck, Fonts } from './deck/deck';
import type { Template } from './templates/template';
import { cleanText } from './text/characters';
import { Typesetter } from './text/measure';

const words = {
  en: { untitled: 'Untitled', catalogue: 'Contents', ending: 'Thank you' },
  zh: { untitled: '未命名', catalogue: '目录', ending: '谢谢' },
};

/** A longer heading is treated as text. */
const longestHeading = { en: 90, zh: 36 };

export function composeDeck(outline: Outline, plain: Template, layout: Arrangement = 'standard'): Deck {
  const opening = openingOf(outline, plain, layout);
  const { template, type, title, headings, language } = opening;
  const numbered = hasNestedNumbers(headingsOf(outline));
  const chapters = outline.chapters.map((each, index) => {
    const inputs = each.pages.map((page) => pageInput(page, language, numbered));
    const titles = withoutInnerNumbers(inputs.map((page) => page.title));
    const pages = siblingsOf(continued(inputs.map((page, at): PageInput => ({ ...page, title: titles[at]! }))));
    const name = headings[index] || unnamed(opening, index);
    return { title: name, pages, pageTitles: pageNames(name, titles) };
  });
  const names = chapters.map((each) => each.title);
  const numbers = chapterNumbers(outline.chapters.map((each) => cleanText(each.title)));
  const drawn: Drawn[] = [coverOf(opening, names)];
  if (names.length > 1) {
    const heading = cleanText(outline.catalog ?? '') || words[language].catalogue;
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
  const expected = chapters.reduce((sum, { pages }) => sum + pages.length, 0);
  const composer = new PageComposer(template, type, layout, expected);
  for (const [index, { title: name, pages, pageTitles }] of chapters.entries()) {
    const slides: Drawn[] = [];
    for (const page of pages) {
      const earlier = [...drawn.slice(-2), ...slides.slice(-2)].slice(-2).map((one) => one.slide);
      slides.push(...composer.compose(page, earlier));
    }
    starts.push({ title: name, from: drawn.length });
    // No divider for a deck with one chapter, or for a chapter of one slide.
    if (names.length > 1 && slides.length > 1) {
      const notes = [name, ...pageTitles].map((each) => sentence(each, language));
      drawn.push(chapter(template, type, { number: numbers[index], title: name, pages: pageTitles, notes }));
    }
    drawn.push(...slides);
  }
  const end = cleanText(outline.ending ?? '') || words[language].ending;
  drawn.push(ending(template, type, end, title, [sentence(end, language)]));
  drawn.forEach(({ slide, canvas }, index) => {
    if (slide.layout !== 'page') return;
    fill(canvas, template.page.footer, title, 'Footer', 'ornament');
    fill(canvas, template.page.number, String(index + 1), 'Slide number', 'page-number');
  });
  link(drawn, starts);
  return deckOf(opening, drawn, starts);
}

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
  const names = opening.headings.map((heading, index) => heading || unnamed(opening, index));
  return deckOf(opening, [coverOf(opening, names)], []);
}

interface Opening {
  template: Template;
  type: Typesetter;
  fonts: Fonts;
  language: Outline['language'];
  title: string;
  byline?: string;
  /** The chapter headings; empty where a chapter has no name. */
  headings: string[];
}

function openingOf(outline: Outline, plain: Template, layout: Arrangement): Opening {
  const { language } = outline;
  const byline = cleanText(outline.byline ?? '');
  const template = layout === 'pro' ? proTemplate(plain) : plain;
  const fonts = fontsFor(template.fonts, language);
  return {
    template,
    type: new Typesetter(fonts, language),
    fonts,
    language,
    title: cleanText(outline.title) || words[language].untitled,
    ...(byline === '' ? {} : { byline }),
    headings: withoutNumbers(outline.chapters.map((each) => cleanText(each.title))),
  };
}

/** The cover names author and date, or else the chapters. The notes have all of the byline. */
function coverOf({ template, type, title, language, byline }: Opening, names: string[]): Drawn {
  const notes = [title, ...(byline === undefined ? [] : [byline])].map((each) => sentence(each, language));
  return cover(template, type, title, byline?.split(' · ') ?? names, notes);
}

const unnamed = ({ language }: Opening, index: number): string => `${words[language].untitled} ${index + 1}`;

function deckOf(
  { template, type, fonts, language, title, byline }: Opening,
  drawn: Drawn[],
  chapters: Deck['chapters'],
): Deck {
  const author = authorOf(byline);
  return {
    title,
    ...(author === undefined ? {} : { author }),
    language,
    style: {
      name: language === 'zh' ? template.name : template.english,
      palette: template.palette,
      fonts,
      dark: template.dark ?? false,
      grounds: template.grounds ?? [],
    },
    layouts: layouts(template, type),
    slides: drawn.map((each) => each.slide),
    chapters,
    overflow: drawn.flatMap((each) => each.canvas.overflow),
  };
}

/** The first part of a byline that is not a date or a version. */
const authorOf = (byline: string | undefined): string | undefined =>
  byline?.split(' · ').find((part) => part !== '' && !/\d/.test(part));

/** Old-style serif digits look misplaced between hanzi, so Chinese headings use the digits of the body face. */
const fontsFor = (fonts: Fonts, language: 'en' | 'zh'): Fonts =>
  language === 'zh' ? { ...fonts, heading: fonts.body } : fonts;

/** All headings below the title. */
function headingsOf({ chapters }: Outline): string[] {
  return chapters.flatMap(({ title, pages }) => [
    title,
    ...pages.flatMap((page) => [
      page.title,
      ...page.blocks.flatMap((block) => (block.kind === 'point' ? [block.title] : [])),
    ]),
  ]);
}

/** Lets the parts of a page, "Upgrade (1/2)" and "Upgrade (2/2)", count their points as one list. */
function continued(pages: PageInput[]): PageInput[] {
  let before = 0;
  let name: string | undefined;
  return pages.map((page) => {
    const part = partOf(page.title);
    before = part.number > 1 && part.name === name ? before : 0;
    const result = before === 0 ? page : { ...page, before };
    name = part.name;
    before += page.items.length;
    return result;
  });
}

function pageInput(page: Page, language: 'en' | 'zh', numbered: boolean): PageInput {
  const items: Item[] = [];
  const tables: PageInput['tables'] = [];
  const sources: string[] = [];
  const plain = (heading: string): string => (numbered ? withoutNestedNumber(heading) : heading);
  const named = plain(cleanText(page.title));
  for (const block of page.blocks) {
    if (block.kind === 'table') {
      const header = block.header.map(cleanText);
      // A table without rows has only column names to show.
      if (block.rows.length === 0) items.push(...header.filter(Boolean).map((each) => ({ heading: each, text: [] })));
      else if (header.length > 0) tables.push({ header, rows: block.rows.map((row) => row.map(cleanText)) });
      continue;
    }
    const whole = plain(cleanText(block.title));
    const text = block.text.map(cleanText).filter(Boolean);
    const source = sourceOf(whole, text);
    if (source !== undefined) {
      sources.push(source);
      continue;
    }
    // The slide already has its title.
    const heading = whole === partOf(named).name ? '' : whole;
    const marks = marksOf(block);
    if (heading.length > longestHeading[language]) items.push({ heading: '', text: [heading, ...text], ...marks });
    else if (heading || text.length > 0) items.push({ heading, text, ...marks });
  }
  const title = named || items.find((item) => item.heading)?.heading || words[language].untitled;
  return { title, items: withWrittenNumbers(items), tables, ...(sources.length === 0 ? {} : { sources }) };
}
