import { escapeInline } from './markdown-inline';
import { MarkdownReader } from './markdown-reader';
import { escapeCell } from './markdown-table';
import type { Block, Outline } from './outline';
import { OutlineBuilder } from './outline-builder';
import { detectLanguage, OUTLINE_LIMITS, OutlineError, outlineWords, withoutContent } from './outline-limits';

export { detectLanguage, OUTLINE_LIMITS, OutlineError, withoutContent } from './outline-limits';

/**
 * Reads `# Title`, `## Chapter`, `### Page`, `#### Point`, with paragraphs, bullets and tables below.
 *
 * Tolerant where people and language models differ: a code fence around the whole, CRLF, a BOM, `##标题` without a
 * space, missing levels, deeper headings, bullets instead of points. A number in front of a heading ("1.2", "第一章")
 * belongs to its text: only the author knows whether it is a number or a name ("2026 in review").
 *
 * @throws OutlineError with a sentence that names the line.
 */
export function parseOutline(markdown: string): Outline {
  if (Buffer.byteLength(markdown) > OUTLINE_LIMITS.bytes) {
    throw new OutlineError(`the outline is larger than ${OUTLINE_LIMITS.bytes / 1024 / 1024} MB`);
  }
  refuseTooManyLines(markdown);
  const builder = new OutlineBuilder();
  new MarkdownReader(markdown, builder).read();
  return builder.finish();
}

/**
 * Markdown that `parseOutline` reads back to the same value. With `content: false` the paragraphs under the points are
 * left out; tables stay, they are structure.
 */
export function writeOutline(outline: Outline, opts: { content?: boolean } = {}): string {
  const shown = opts.content === false ? withoutContent(outline) : outline;
  const parts = [heading(1, shown.title)];
  if (detectLanguage(outlineWords(shown)) !== shown.language) parts.push(comment('language', shown.language));
  if (shown.catalog !== undefined) parts.push(comment('catalog', shown.catalog));
  for (const chapter of shown.chapters) {
    parts.push(heading(2, chapter.title), ...nodeType(chapter));
    for (const page of chapter.pages) {
      parts.push(heading(3, page.title), ...nodeType(page));
      for (const block of page.blocks) parts.push(...writeBlock(block));
    }
  }
  if (shown.ending !== undefined) parts.push(comment('ending', shown.ending));
  return `${parts.join('\n\n')}\n`;
}

/** Counts before the text is cut into lines: millions of empty lines would cost memory just to be refused. */
function refuseTooManyLines(markdown: string): void {
  for (const lineEnd of ['\n', '\r']) {
    let lines = 1;
    for (let at = markdown.indexOf(lineEnd); at !== -1; at = markdown.indexOf(lineEnd, at + 1)) {
      lines += 1;
      if (lines > OUTLINE_LIMITS.lines)
        throw new OutlineError(`the outline has more than ${OUTLINE_LIMITS.lines} lines`);
    }
  }
}

function writeBlock(block: Block): string[] {
  if (block.kind === 'point') {
    return [heading(4, block.title), ...nodeType(block), ...block.text.map(escapeParagraph)];
  }
  const rows = [block.header, block.header.map(() => '---'), ...block.rows.map((row) => row.map(escapeCell))];
  rows[0] = block.header.map(escapeCell);
  return [rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

function heading(level: number, text: string): string {
  const escaped = escapeInline(text);
  // A last '#' would be read as the closing mark of the heading.
  const safe = escaped.endsWith('#') ? `${escaped.slice(0, -1)}\\#` : escaped;
  return `${'#'.repeat(level)} ${safe}`;
}

/** A paragraph whose first characters cannot be taken for a heading, list, quotation, fence or comment. */
function escapeParagraph(text: string): string {
  const escaped = escapeInline(text);
  const ordered = /^\d{1,9}(?=[.)](?:\s|$))/.exec(escaped);
  if (ordered) return `${ordered[0]}\\${escaped.slice(ordered[0].length)}`;
  return /^(?:[#>|~•●▪◦]|[-+](?:[\s-]|$))/.test(escaped) ? `\\${escaped}` : escaped;
}

/** `>` is escaped so that the value cannot end the comment. */
function comment(name: string, value: string): string {
  return `<!-- ${name}: ${escapeInline(value).replaceAll('>', '\\>')} -->`;
}

function nodeType(node: { nodeType?: string }): string[] {
  return node.nodeType === undefined ? [] : [comment('type', node.nodeType)];
}
