const OPENING_FENCE = /^\s*(?:`{3,}|~{3,})/;
export const CLOSING_FENCE = /^\s*(?:`{3,}|~{3,})\s*$/;

/** The lines of a text, and the range of the document: language models often respond in a code fence. */
interface MarkdownLines {
  lines: string[];
  /** Index of the first line of the document, and of the first line after it. */
  start: number;
  end: number;
}

export function markdownLines(markdown: string): MarkdownLines {
  const lines = markdown.split(/\r\n|\r|\n/);
  let [start, end] = [0, lines.length];
  const skipBlank = () => {
    while (start < end && lines[start]!.trim() === '') start += 1;
    while (start < end && lines[end - 1]!.trim() === '') end -= 1;
    if (start < end) lines[start] = lines[start]!.replace(/^\ufeff+/, '');
  };
  skipBlank();
  while (start < end && OPENING_FENCE.test(lines[start]!)) {
    start += 1;
    if (start < end && CLOSING_FENCE.test(lines[end - 1]!)) end -= 1;
    skipBlank();
  }
  return { lines, start, end };
}

/** Returns only the document: without surrounding code fences, byte order marks and empty lines. */
export function unfenced(markdown: string): string {
  const { lines, start, end } = markdownLines(markdown);
  return `${lines.slice(start, end).join('\n')}\n`;
}

/** The document in the answer of a language model: without its thoughts and the words around the document. */
export function generatedDocument(answer: string): string {
  const text = answer.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  const { lines, start, end } = markdownLines(text);
  const title = lines.slice(0, end).findIndex((line) => /^#\s/.test(line));
  const before = lines.slice(start, Math.max(title, start));
  const wrapped = fencedFirst(text);
  if (wrapped !== undefined) return unfenced(wrapped);
  // Words to the reader are few, and no part of the document.
  if (before.length === 0 || before.length > MOST_WORDS_BEFORE || before.some(isHeading)) return unfenced(text);
  const isFenced = before.some((line) => OPENING_FENCE.test(line));
  const close = isFenced ? lines.findLastIndex((line) => CLOSING_FENCE.test(line)) : -1;
  return unfenced(lines.slice(title, close > title ? close : end).join('\n'));
}

/** The document in a fence that begins the text, and has words behind it; undefined for other texts. */
function fencedFirst(text: string): string | undefined {
  const lines = text.trimStart().split(/\r\n|\r|\n/);
  if (!OPENING_FENCE.test(lines[0]!)) return undefined;
  // Code within the document has two fences, so an odd number means that the one around it is not closed.
  const fences = lines.flatMap((line, at) => (OPENING_FENCE.test(line) ? [at] : []));
  return fences.length % 2 === 0 ? lines.slice(0, fences.at(-1)! + 1).join('\n') : undefined;
}

/** Lines. */
const MOST_WORDS_BEFORE = 10;
const isHeading = (line: string) => /^#{2,}\s|^(?:=+|-{3,})\s*$/.test(line);
