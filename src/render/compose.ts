/** Turns an outline into a deck: decides its slides, their order and their text. Deterministic. */
import type { Outline, Page } from '../outline/outline';
import { catalogue } from './compose/catalogue';
import { sentence } from './compose/notes';
import { pageNames, withoutInnerNumbers, withoutNumbers } from './compose/numbering';
import { PageComposer, type PageInput } from './compose/page';
import { proTemplate } from './compose/pro/stages';
import { fill, type Item } from './compose/sheet';
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
  const chapters = outline.chapters.map((each, index) => {
    const inputs = each.pages.map((page) => pageInput(page, language));
    const titles = withoutInnerNumbers(inputs.map((page) => page.title));
    const pages = inputs.map((page, at): PageInput => ({ ...page, title: titles[at]! }));
    const name = headings[index] || unnamed(opening, index);
    return { title: name, pages, pageTitles: pageNames(name, titles) };
  });
  const names = chapters.map((each) => each.title);
  const drawn: Drawn[] = [coverOf(opening, names)];
  if (names.length > 1) {
    const heading = cleanText(outline.catalog ?? '') || words[language].catalogue;
    drawn.push(
      ...catalogue(
        template,
        type,
        heading,
        chapters.map((each) => ({ title: each.title, pages: each.pageTitles })),
      ),
    );
  }
  const composer = new PageComposer(template, type, layout);
  for (const [index, { title: name, pages, pageTitles }] of chapters.entries()) {
    // No divider for a deck with one chapter, or for a chapter whose only page has the same name.
    const named = pages.length === 1 && pages[0]!.title === name;
    if (names.length > 1 && !named) {
      const notes = [name, ...pageTitles].map((each) => sentence(each, language));
      drawn.push(chapter(template, type, { number: index + 1, title: name, pages: pageTitles, notes }));
    }
    for (const page of pages)
      drawn.push(
        ...composer.compose(
          page,
          drawn.slice(-2).map((one) => one.slide),
        ),
      );
  }
  const end = cleanText(outline.ending ?? '') || words[language].ending;
  drawn.push(ending(template, type, end, title, [sentence(end, language)]));
  drawn.forEach(({ slide, canvas }, index) => {
    if (slide.layout !== 'page') return;
    fill(canvas, template.page.footer, title, 'Footer', 'ornament');
    fill(canvas, template.page.number, String(index + 1), 'Slide number', 'page-number');
  });
  return deckOf(opening, drawn);
}

/** Only the cover, as in `composeDeck`; its cost does not depend on the length of the deck. */
export function composeCover(outline: Outline, plain: Template, layout: Arrangement = 'standard'): Deck {
  const opening = openingOf(outline, plain, layout);
  const names = opening.headings.map((heading, index) => heading || unnamed(opening, index));
  return deckOf(opening, [coverOf(opening, names)]);
}

interface Opening {
  template: Template;
  type: Typesetter;
  fonts: Fonts;
  language: Outline['language'];
  title: string;
  /** The chapter headings; empty where a chapter has no name. */
  headings: string[];
}

function openingOf(outline: Outline, plain: Template, layout: Arrangement): Opening {
  const { language } = outline;
  const template = layout === 'pro' ? proTemplate(plain) : plain;
  const fonts = fontsFor(template.fonts, language);
  return {
    template,
    type: new Typesetter(fonts, language),
    fonts,
    language,
    title: cleanText(outline.title) || words[language].untitled,
    headings: withoutNumbers(outline.chapters.map((each) => cleanText(each.title))),
  };
}

function coverOf({ template, type, title, language }: Opening, names: string[]): Drawn {
  return cover(template, type, title, names, [sentence(title, language)]);
}

const unnamed = ({ language }: Opening, index: number): string => `${words[language].untitled} ${index + 1}`;

function deckOf({ template, type, fonts, language, title }: Opening, drawn: Drawn[]): Deck {
  return {
    title,
    language,
    style: { name: template.name, palette: template.palette, fonts, dark: template.dark ?? false },
    layouts: layouts(template, type),
    slides: drawn.map((each) => each.slide),
    overflow: drawn.flatMap((each) => each.canvas.overflow),
  };
}

/** Old-style serif digits look misplaced between hanzi, so Chinese headings use the digits of the body face. */
const fontsFor = (fonts: Fonts, language: 'en' | 'zh'): Fonts =>
  language === 'zh' ? { ...fonts, heading: fonts.body } : fonts;

function pageInput(page: Page, language: 'en' | 'zh'): PageInput {
  const items: Item[] = [];
  const tables: PageInput['tables'] = [];
  for (const block of page.blocks) {
    if (block.kind === 'table') {
      const header = block.header.map(cleanText);
      // A table without rows has only column names to show.
      if (block.rows.length === 0) items.push(...header.filter(Boolean).map((each) => ({ heading: each, text: [] })));
      else if (header.length > 0) tables.push({ header, rows: block.rows.map((row) => row.map(cleanText)) });
      continue;
    }
    const heading = cleanText(block.title);
    const text = block.text.map(cleanText).filter(Boolean);
    if (heading.length > longestHeading[language]) items.push({ heading: '', text: [heading, ...text] });
    else if (heading || text.length > 0) items.push({ heading, text });
  }
  const title = cleanText(page.title) || items.find((item) => item.heading)?.heading || words[language].untitled;
  return { title, items, tables };
}
