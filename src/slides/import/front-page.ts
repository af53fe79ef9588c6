import type { DocumentBlock, ImportedDocument } from './imported-document';

const MOST_LINES = 6;
const LONGEST_LINE = 100;
const LONGEST_BYLINE = 240;
const CONTENTS = /^(?:table of contents|contents|inhaltsverzeichnis|inhalt|sommaire|目录|目\s+录)$/i;
/** What word processors print for a field that was never updated. */
const PLACEHOLDER = /(?:update (?:the |this )?field|right-click|更新域)/i;
const ENTRY = /[.\s]\d{1,3}$/;
const SENTENCE = /[.!?;:。！？；：]$/u;
const FACT =
  /\b(?:19|20)\d\d\b|\b(?:version|draft|author|prepared|confidential|revision)\b|^by\s|日期|作者|版本|编制|报告人/iu;

/** Whether a line is the heading or the placeholder of a table of contents. */
export function isContentsLine(text: string): boolean {
  return CONTENTS.test(text) || (/contents|目录/i.test(text) && PLACEHOLDER.test(text));
}

/** Removes a table of contents that is not formatted as one. The deck has its own. */
export function withoutContents(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  const kept: DocumentBlock[] = [];
  let inside = false;
  for (const block of blocks) {
    const text = block.kind === 'heading' || block.kind === 'paragraph' ? block.text : undefined;
    if (text !== undefined && isContentsLine(text)) {
      inside = true;
      continue;
    }
    inside &&= block.kind === 'paragraph' && (ENTRY.test(block.text) || PLACEHOLDER.test(block.text));
    if (!inside) kept.push(block);
  }
  return kept;
}

/**
 * Moves the lines of the title page, such as author, date and version, from the text to the cover.
 * @param marked the lines with a style for it
 */
export function withByline(document: ImportedDocument, marked: ReadonlySet<DocumentBlock>): ImportedDocument {
  if (document.title === undefined) return document;
  const words = document.blocks.filter((block) => block.kind !== 'picture');
  const first = words.findIndex((block) => !isShortLine(block));
  const run = words.slice(0, Math.max(0, first));
  // Short lines up to the first heading are a title page. Otherwise, only lines that look like one.
  const isPage = words[first]?.kind === 'heading' && run.length <= MOST_LINES;
  const lines: readonly DocumentBlock[] = isPage
    ? run
    : run.filter((block) => marked.has(block) || FACT.test(textOf(block)));
  const byline = lines.map(textOf);
  const isUsed = byline.length > 0 && byline.length <= MOST_LINES && byline.join('').length <= LONGEST_BYLINE;
  return isUsed ? { ...document, byline, blocks: document.blocks.filter((block) => !lines.includes(block)) } : document;
}

function isShortLine(block: DocumentBlock): boolean {
  return block.kind === 'paragraph' && block.text.length <= LONGEST_LINE && !SENTENCE.test(block.text);
}

function textOf(block: DocumentBlock): string {
  return block.kind === 'paragraph' ? block.text : '';
}
