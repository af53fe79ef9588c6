import { cleanText } from './outline-limits';

const FENCE = /^---\s*$/;
const CLOSING_FENCE = /^(?:---|\.\.\.)\s*$/;
const KEY = /^[\p{L}_][\p{L}\p{N}_.-]*[ \t]*:(?:\s|$)/u;
/** Other lines of a YAML block: lists, indented lines, comments, empty lines. */
const FURTHER = /^(?:- |-$|[ \t]|#|$)/;
const TITLE = /^title[ \t]*:/i;
const BYLINE = /^(?:authors?|date)[ \t]*:/i;
const QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')(?:\s+#.*)?$/;
/** Longer than any permitted title. */
const LONGEST_LINE = 2_000;

/** A YAML block above a text, as static site generators and note programs write it. */
interface FrontMatter {
  /** Index of the first line after it. */
  end: number;
  title: string | undefined;
  /** Author and date, in their order. */
  byline: string[];
}

/**
 * Returns the front matter that starts at a line, if any. Two rules around anything other than keys and values are just
 * rules, with text between them.
 */
export function frontMatterAt(lines: readonly string[], start: number, end: number): FrontMatter | undefined {
  if (!FENCE.test(lines[start] ?? '')) return undefined;
  let title: string | undefined;
  const byline: string[] = [];
  for (let at = start + 1; at < end; at += 1) {
    const line = lines[at]!;
    if (CLOSING_FENCE.test(line)) return at === start + 1 ? undefined : { end: at + 1, title, byline };
    const isKey = KEY.test(line);
    if (!isKey && (at === start + 1 || !FURTHER.test(line))) return undefined;
    if (isKey && TITLE.test(line)) title ??= scalarOf(line);
    else if (isKey && BYLINE.test(line)) byline.push(scalarOf(line)?.replace(/^\[(.*)\]$/, '$1') ?? '');
  }
  return undefined;
}

/** The value of `title: …`, with or without quotes; multi-line values are not supported. */
function scalarOf(line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const value = line.slice(line.indexOf(':') + 1).trim();
  const [quoted, double, single = ''] = QUOTED.exec(value) ?? [];
  if (quoted === undefined) return /^["'>|]/.test(value) ? undefined : cleanText(value) || undefined;
  return cleanText(double === undefined ? single.replaceAll("''", "'") : unescaped(double)) || undefined;
}

/** Resolves the YAML escapes that JSON shares; others stay as they are. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}
