const OPENING_FENCE = /^\s*(?:`{3,}|~{3,})/;
export const CLOSING_FENCE = /^\s*(?:`{3,}|~{3,})\s*$/;

/** The lines of a text, and the range of the document: language models often respond in a code fence. */
export interface MarkdownLines {
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
