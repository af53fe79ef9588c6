import { linesOfCode } from '../../outline/code-text';
import { withLinks } from '../../outline/links';
import { BYLINE_SEPARATOR, type Chapter, type Language, type Outline, type Page } from '../../outline/outline';
import { cleanText, detectLanguage, OUTLINE_LIMITS, outlineWords } from '../../outline/outline-limits';
import { compared } from './compared';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { numbered, pagesOf } from './pages';
import { piecesOf } from './points';
import { polished } from './polish';
import { depthOf, type Section, type SectionTree, sectionTree } from './sections';
import { sentencesOf, shortened, withoutEnd } from './sentence-split';

/**
 * keep: the document's text unchanged. expand: the same, and a writer fills points without text. polish: removes
 * numbering from headings, corrects typography, and shortens long text to what a slide can hold.
 */
export type ImportMode = 'keep' | 'expand' | 'polish';

interface OutlineOfOptions {
  mode: ImportMode;
  /** Deck title for a document without one: from the user, or the file name. */
  title?: string;
}

/**
 * With a single level of headings, the headings become chapters from this many pages per heading on; otherwise pages.
 */
const PAGES_A_CHAPTER = 1.5;
const LONGEST_TITLE = 120;
const OPENING = { en: 'Introduction', zh: '概述' } as const;

/**
 * Converts a document to a deck: headings become chapters, pages and points, lists become points, tables stay tables.
 * @throws ImportError if it is too long for a deck or has nothing to show.
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
  const outline = compared({ title: deckTitle, language, ...bylineOf(document), chapters: named });
  refuseTooLong(outline);
  return withLinks(mode === 'polish' ? polished(outline) : outline, document.links ?? []);
}

function bylineOf({ byline = [] }: ImportedDocument): Pick<Outline, 'byline'> {
  return byline.length === 0 ? {} : { byline: cleanText(byline.join(BYLINE_SEPARATOR)) };
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

/** Text directly below a chapter's heading comes first, on pages with the chapter's name. */
function chapterPages(section: Section, language: Language): Page[] {
  const own = pagesOf(section.heading, piecesOf({ content: section.content, sections: [] }, language), language);
  const pages = section.sections.flatMap((child) => sectionPages(child, language));
  return [...own, ...pages];
}

function sectionPages(section: Section, language: Language): Page[] {
  const pages = pagesOf(section.heading, piecesOf(section, language), language);
  // A heading without text is still kept, because the author wrote it.
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

/** Without headings, pages have no names: each takes the name of its first point. */
function renamed(pages: Page[]): Page[] {
  return pages.map((page) => {
    const [first, ...others] = page.blocks;
    const isBare = first?.kind === 'point' && first.text.length === 0;
    if (first?.kind !== 'point' || first.title.length > 60 || (isBare && others.length === 0)) {
      return { ...page, title: '' };
    }
    // A point without text becomes only the page's title.
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

/** Formats a file name such as "Quarterly_report-v2.docx" as a title; undefined if the name has no meaning. */
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
    if (block.kind === 'code' || block.kind === 'picture') return '';
    if (block.kind === 'list') return block.items.map((item) => item.text).join('\n');
    return block.kind === 'table' ? block.rows.flat().join('\n') : block.text;
  });
  return detectLanguage([document.title ?? '', ...words].join('\n'));
}

function refuseTooLong(outline: Outline): void {
  let nodes = 1 + outline.chapters.length;
  let code = 0;
  for (const page of outline.chapters.flatMap((chapter) => chapter.pages)) {
    nodes += 1;
    for (const block of page.blocks) {
      if (block.kind === 'code') {
        nodes += linesOfCode(block).length;
        code += Buffer.byteLength(block.text);
      } else if (block.kind === 'picture') nodes += 1;
      else nodes += 1 + (block.kind === 'point' ? block.text.length : block.rows.length);
    }
  }
  if (nodes > OUTLINE_LIMITS.nodes || Buffer.byteLength(outlineWords(outline)) + code > 0.75 * OUTLINE_LIMITS.bytes) {
    throw new ImportError(
      'too-complex',
      `the document has ${nodes} headings, paragraphs and table rows; a deck can have at most ${OUTLINE_LIMITS.nodes}. Split it and import the parts separately`,
    );
  }
}
