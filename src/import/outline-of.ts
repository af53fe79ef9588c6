import type { Chapter, Language, Outline, Page } from '../outline/outline';
import { cleanText, detectLanguage, OUTLINE_LIMITS, outlineWords } from '../outline/outline-limits';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { numbered, pagesOf } from './pages';
import { piecesOf } from './points';
import { polished } from './polish';
import { depthOf, type Section, type SectionTree, sectionTree } from './sections';
import { sentencesOf, shortened, withoutEnd } from './sentence-split';

/**
 * keep: the document's words as they are. expand: the same, and points without text are for a writer to fill.
 * polish: numbering taken out of headings, typing put right, long text reduced to what a slide carries.
 */
export type ImportMode = 'keep' | 'expand' | 'polish';

export interface OutlineOfOptions {
  mode: ImportMode;
  /** Title of the deck where the document has none: what the person typed, or the name of the file. */
  title?: string;
}

/** A single level of headings makes chapters from this many pages a heading on; below, the headings are pages. */
const PAGES_A_CHAPTER = 1.5;
const LONGEST_TITLE = 120;
const OPENING = { en: 'Introduction', zh: '概述' } as const;

/**
 * The deck of a document: its headings are chapters, pages and points, its lists points, its tables tables.
 * @throws ImportError when it is too long for any deck or has nothing to show.
 */
export function outlineOf(document: ImportedDocument, { mode, title }: OutlineOfOptions): Outline {
  const tree = sectionTree(document);
  const language = languageOf(document);
  const chapters = chaptersOf(tree, language);
  const given = fileTitle(title);
  const fallback = given ?? chapters[0]?.pages[0]?.title ?? OPENING[language];
  const deckTitle = cleanText(
    shortened(tree.title ?? given ?? firstWords(document, language) ?? fallback, LONGEST_TITLE),
  );
  const named = chapters.map((chapter) => ({
    title: chapter.title === '' ? deckTitle : chapter.title,
    pages: numbered(
      chapter.pages.map((page) => (page.title === '' ? { ...page, title: deckTitle } : page)),
      language,
    ),
  }));
  if (named.length === 0) throw new ImportError('nothing-to-show', 'the document has headings but no text below them');
  const outline: Outline = { title: deckTitle, language, chapters: named };
  refuseTooLong(outline);
  return mode === 'polish' ? polished(outline) : outline;
}

function chaptersOf({ opening, sections }: SectionTree, language: Language): Chapter[] {
  const depth = depthOf(sections);
  const before = pagesOf(
    depth === 0 ? '' : OPENING[language],
    piecesOf({ content: opening, sections: [] }, language),
    language,
  );
  if (depth === 0) return before.length === 0 ? [] : [{ title: '', pages: renamed(before) }];
  if (depth === 1) return [...flatChapters(before, sections, language)];
  const chapters = sections.map((section) => ({
    title: shortened(section.heading, OUTLINE_LIMITS.heading),
    pages: chapterPages(section, language),
  }));
  const opened = before.length === 0 ? [] : [{ title: OPENING[language], pages: before }];
  return [...opened, ...chapters].filter((chapter) => chapter.pages.length > 0);
}

/** Text right below a chapter's heading comes first, on pages of the chapter's name. */
function chapterPages(section: Section, language: Language): Page[] {
  const own = pagesOf(section.heading, piecesOf({ content: section.content, sections: [] }, language), language);
  const pages = section.sections.flatMap((child) => sectionPages(child, language));
  return [...own, ...pages];
}

function sectionPages(section: Section, language: Language): Page[] {
  const pages = pagesOf(section.heading, piecesOf(section, language), language);
  // A heading without a word below it is still something the author wanted to say.
  return pages.length > 0 ? pages : [{ title: shortened(section.heading, OUTLINE_LIMITS.heading), blocks: [] }];
}

function flatChapters(before: Page[], sections: readonly Section[], language: Language): Chapter[] {
  const parts = sections.map((section) => ({ section, pages: sectionPages(section, language) }));
  const pages = parts.flatMap((part) => part.pages);
  if (pages.length < PAGES_A_CHAPTER * parts.length) return [{ title: '', pages: [...before, ...pages] }];
  const chapters = parts.map((part) => ({
    title: shortened(part.section.heading, OUTLINE_LIMITS.heading),
    pages: part.pages,
  }));
  return before.length === 0 ? chapters : [{ title: OPENING[language], pages: before }, ...chapters];
}

/** A document without headings has no names for its pages: each takes the name of its first point. */
function renamed(pages: Page[]): Page[] {
  return pages.map((page) => {
    const [first, ...others] = page.blocks;
    const isBare = first?.kind === 'point' && first.text.length === 0;
    if (first?.kind !== 'point' || first.title.length > 60 || (isBare && others.length === 0)) {
      return { ...page, title: '' };
    }
    // A point without text becomes the page's title and nothing else.
    if (isBare) return { title: first.title, blocks: others };
    return { ...page, title: first.title };
  });
}

function firstWords(document: ImportedDocument, language: Language): string | undefined {
  for (const block of document.blocks) {
    if (block.kind === 'heading') return block.text;
    if (block.kind === 'paragraph') return withoutEnd(sentencesOf(block.text, language)[0] ?? block.text);
    if (block.kind === 'list' && block.items[0]) return withoutEnd(block.items[0].text);
  }
  return undefined;
}

/** "Quarterly_report-v2.docx" as a person would write it; nothing where the name says nothing. */
function fileTitle(name: string | undefined): string | undefined {
  const words = cleanText(name ?? '')
    .replace(/^.*[\\/](?=[^\\/]*\.doc[xm]?$)/i, '')
    .replace(/\.doc[xm]?$/i, '')
    .replace(/_+/g, ' ')
    .trim();
  return words === '' || /^(?:document|untitled|new document|文档|无标题|新建)[\s\d()（）]*/i.test(words)
    ? undefined
    : words;
}

function languageOf(document: ImportedDocument): Language {
  const words = document.blocks.map((block) => {
    if (block.kind === 'list') return block.items.map((item) => item.text).join('\n');
    return block.kind === 'table' ? block.rows.flat().join('\n') : block.text;
  });
  return detectLanguage([document.title ?? '', ...words].join('\n'));
}

function refuseTooLong(outline: Outline): void {
  let nodes = 1 + outline.chapters.length;
  for (const page of outline.chapters.flatMap((chapter) => chapter.pages)) {
    nodes += 1;
    for (const block of page.blocks) nodes += 1 + (block.kind === 'point' ? block.text.length : block.rows.length);
  }
  if (nodes > OUTLINE_LIMITS.nodes || Buffer.byteLength(outlineWords(outline)) > 0.75 * OUTLINE_LIMITS.bytes) {
    throw new ImportError(
      'too-complex',
      `the document has ${nodes} headings, paragraphs and table rows; a deck holds at most ${OUTLINE_LIMITS.nodes}. Split it and import the parts one by one`,
    );
  }
}
