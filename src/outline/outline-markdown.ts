import { writeCode } from './code-text';
import { LinkFinder } from './links';
import { escapeInline, linkedInline } from './markdown-inline';
import { MarkdownReader, type ReadingOptions } from './markdown-reader';
import { escapeCell } from './markdown-table';
import type { Outline, Point, Table } from './outline';
import { OutlineBuilder } from './outline-builder';
import { detectLanguage, OUTLINE_LIMITS, OutlineError, outlineWords, withoutContent } from './outline-limits';
import { writePicture } from './picture-line';
import { withPlacedNotesOf } from './placed-notes';
import { withNotesOf } from './speaker-notes';

export { detectLanguage, OUTLINE_LIMITS, OutlineError, withoutContent } from './outline-limits';

export interface ParseOptions extends ReadingOptions {
  /**
   * The outline that the text is an edit of. Parts that Markdown cannot express are kept from it, unless the text
   * states them.
   */
  before?: Outline | undefined;
}

/**
 * Parses `# Title`, `## Chapter`, `### Page`, `#### Point`, with paragraphs, bullets and tables below.
 * Lenient where people and language models differ: a surrounding code fence, CRLF, a BOM, front matter, underlined
 * headings, `##标题` and `##Chapter` without a space, missing levels, deeper headings, bullets instead of points, text
 * above the title. The first heading is the title if it has the first level. Otherwise the title is `options.title`,
 * that
 * of the front matter, or the text of the first heading, in this order. A number before a heading ("1.2", "第一章") is
 * part
 * of its text: only the author knows whether it is a number or a name ("2026 in review").
 * @throws OutlineError whose message names the line.
 */
export function parseOutline(markdown: string, options: ParseOptions = {}): Outline {
  refuseTooLarge(markdown);
  const builder = new OutlineBuilder();
  new MarkdownReader(builder, options).read(markdown);
  const { before } = options;
  if (!before) return builder.finish();
  const outline = builder.finish(tellsItsLanguage(before) ? undefined : before.language, before);
  return withNotesOf(before, withPlacedNotesOf(before, outline));
}

/**
 * Writes Markdown that `parseOutline` reads back to the same value. With `content: false` the paragraphs under the
 * points are omitted; tables, code and images stay, because they are structure. `notes: false` omits the comments with byline,
 * contents heading, ending, language, numbers, emphasis and node types, for other readers; `ParseOptions.before`
 * restores those.
 */
export function writeOutline(outline: Outline, opts: { content?: boolean; notes?: boolean } = {}): string {
  const shown = opts.content === false ? withoutContent(outline) : outline;
  const note = opts.notes === false ? () => [] : comment;
  const nodeType = ({ nodeType }: { nodeType?: string }) => (nodeType === undefined ? [] : note('type', nodeType));
  const marks = ({ number, marked }: Point) => [
    ...(number === undefined ? [] : note('number', String(number))),
    ...(marked ? note('mark', 'bold') : []),
  ];
  const parts = [writeHeading(1, shown.title)];
  if (!tellsItsLanguage(shown)) parts.push(...note('language', shown.language));
  if (shown.byline !== undefined) parts.push(...note('byline', shown.byline));
  if (shown.catalog !== undefined) parts.push(...note('catalog', shown.catalog));
  for (const chapter of shown.chapters) {
    parts.push(writeHeading(2, chapter.title), ...nodeType(chapter));
    for (const page of chapter.pages) {
      const links = new LinkFinder(page.links);
      parts.push(writeHeading(3, page.title, links), ...nodeType(page));
      for (const text of page.notes ?? []) parts.push(...note('speaker-notes', text));
      for (const block of page.blocks) {
        if (block.kind === 'point')
          parts.push(
            writeHeading(4, block.title, links),
            ...nodeType(block),
            ...marks(block),
            ...block.text.map((text) => writeParagraph(text, links)),
          );
        else if (block.kind === 'picture') parts.push(writePicture(block));
        else parts.push(block.kind === 'code' ? writeCode(block) : writeTable(block, links));
      }
    }
  }
  if (shown.ending !== undefined) parts.push(...note('ending', shown.ending));
  return `${parts.join('\n\n')}\n`;
}

/**
 * Writes Markdown in the code fence that clients of this interface expect, without the notes that only this service
 * reads.
 */
export function fencedOutline(outline: Outline): string {
  return fenced(writeOutline(outline, { notes: false }));
}

/** Wraps Markdown in a code fence, as language models do and readers of the stream expect. */
export function fenced(markdown: string): string {
  return `\`\`\`markdown\n${markdown}\`\`\`\n`;
}

/** Whether the language can be detected from the text alone. */
function tellsItsLanguage(outline: Outline): boolean {
  return detectLanguage(outlineWords(outline)) === outline.language;
}

/** Counts before splitting into lines, because millions of empty lines would exhaust the memory. */
function refuseTooLarge(markdown: string): void {
  const { bytes, lines: mostLines } = OUTLINE_LIMITS;
  if (markdown.length > bytes || new TextEncoder().encode(markdown).length > bytes) {
    throw new OutlineError(`the outline is larger than ${bytes / 1024 / 1024} MB`, {}, 'too-large');
  }
  for (const lineEnd of ['\n', '\r']) {
    let lines = 1;
    for (let at = markdown.indexOf(lineEnd); at !== -1; at = markdown.indexOf(lineEnd, at + 1)) {
      lines += 1;
      if (lines > mostLines) throw new OutlineError(`the outline has more than ${mostLines} lines`, {}, 'too-large');
    }
  }
}

function writeTable({ header, rows }: Table, links: LinkFinder): string {
  const cells = (row: string[]) => row.map((cell) => linkedInline(cell, links.in(cell), escapeCell));
  const lines = [cells(header), header.map(() => '---'), ...rows.map(cells)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes a heading with escaped text. */
export function writeHeading(level: number, text: string, links = new LinkFinder()): string {
  const escaped = linkedInline(text, links.in(text));
  // A trailing '#' would be read as the closing mark of the heading.
  const safe = escaped.endsWith('#') ? `${escaped.slice(0, -1)}\\#` : escaped;
  return `${'#'.repeat(level)} ${safe}`;
}

/** Escapes a paragraph whose first characters look like a heading, list, quotation, fence or comment. */
function writeParagraph(text: string, links: LinkFinder): string {
  const escaped = linkedInline(text, links.in(text));
  const ordered = /^\d{1,9}(?=[.)](?:\s|$))/.exec(escaped);
  if (ordered) return `${ordered[0]}\\${escaped.slice(ordered[0].length)}`;
  return /^(?:[#>|~•●▪◦]|[-+](?:[\s-]|$))/.test(escaped) ? `\\${escaped}` : escaped;
}

/** `>` is escaped so that the value cannot end the comment. */
function comment(name: string, value: string): string[] {
  return [`<!-- ${name}: ${escapeInline(value).replaceAll('>', '\\>')} -->`];
}
