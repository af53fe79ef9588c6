/**
 * Markdown as people write it, for readers of the outline's grammar: HTML, badges, alerts, reference links and emoji
 * codes. Every line keeps its number. Linear time.
 */

const FENCE = /^\s*(`{3,}|~{3,})/;
const HTML_LINE =
  /^ {0,3}<\/?(?:a|b|br|center|details|div|em|figure|h[1-6]|hr|img|p|picture|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul|ol|li|video)\b/i;
const TAG = /<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,2000})?\/?>/gi;
const HEADING = /<h([1-6])\b[^<>]{0,500}>([^\n]{0,500}?)<\/h\1>/i;
const ALT = /<img\b[^<>]{0,1000}\balt\s*=\s*["']([^"'<>]{2,120})["']/i;
const LINKED_IMAGE =
  /\[!\[[^[\]]{0,200}\](?:\([^()]{0,500}\)|\[[^[\]]{0,200}\])\](?:\([^()]{0,500}\)|\[[^[\]]{0,200}\])/g;
const BADGE = /!\[[^[\]]{0,200}\]\([^()\s]{0,300}(?:shields\.io|badge|coveralls|codecov|travis-ci)[^()]{0,300}\)/g;
const DEFINITION = /^ {0,3}\[([^[\]^][^[\]]{0,199})\]:\s+<?([^\s<>]{1,1000})>?(?:\s+["'(].{0,300})?\s*$/;
const REFERENCE = /(?<!!)\[([^[\]]{1,300})\](?:\[([^[\]]{0,200})\])?(?![(:\]])/g;
const EMOJI_CODE = /(?<=^|\s):[a-z][a-z\d_+-]{1,30}:(?=\s|[.,!?]|$)/g;
const ALERT = /^\s*>\s*\[!(note|tip|important|warning|caution)\]\s*$/i;
const QUOTE = /^\s*>\s?/;
/** Fewer words in HTML are labels of links. */
const LEAST_WORDS = 4;

export function tidiedMarkdown(markdown: string): string {
  const lines = markdown.split(/\r\n|\r|\n/);
  const isCode = codeLines(lines);
  const targets = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const [, label, target] = (isCode[at] ? null : DEFINITION.exec(line)) ?? [];
    if (label !== undefined) targets.set(label.toLowerCase(), target!);
  }
  let hasTitle = lines.some((line, at) => !isCode[at] && (/^#\s/.test(line) || /^=+\s*$/.test(line)));
  let inHtml = false;
  const result = lines.map((line, at) => {
    if (isCode[at]) {
      inHtml = false;
      return line;
    }
    inHtml = line.trim() !== '' && (inHtml || HTML_LINE.test(line));
    if (!inHtml) return targets.size > 0 && DEFINITION.test(line) ? '' : inline(line, targets);
    const [, level, words] = HEADING.exec(line) ?? [];
    const title = words === undefined ? (hasTitle ? undefined : ALT.exec(line)?.[1]) : textIn(words);
    if (title !== undefined && title !== '' && (words === undefined || !hasTitle || level !== '1')) {
      const isTitle = !hasTitle;
      hasTitle = true;
      return isTitle ? `# ${title}` : `${'#'.repeat(Math.max(2, Number(level)))} ${title}`;
    }
    const text = textIn(line);
    const isLinks = (line.match(/<a\b/gi)?.length ?? 0) > 1;
    return !isLinks && text.split(' ').length >= LEAST_WORDS ? text : '';
  });
  return withCallouts(result, isCode).join('\n');
}

function codeLines(lines: readonly string[]): boolean[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return mark !== undefined;
    }
    if (mark?.startsWith(fence)) fence = undefined;
    return true;
  });
}

const textIn = (html: string): string => html.replace(TAG, ' ').replace(/\s+/g, ' ').trim();

/** The parts of a line outside code. */
function inline(line: string, targets: ReadonlyMap<string, string>): string {
  if (!/[<[:]/.test(line)) return line;
  const parts = line.split(/(`[^`]*`)/);
  const tidy = parts.map((part, at) => {
    if (at % 2 === 1) return part;
    const plain = part
      .replace(LINKED_IMAGE, '')
      .replace(BADGE, '')
      .replace(/<br\s*\/?>/gi, ' ')
      .replace(/<\/?(?:a|b|center|em|font|i|img|kbd|p|small|span|strong|sub|sup|u)\b[^<>]{0,1000}>/gi, '')
      .replace(EMOJI_CODE, '');
    return plain.replace(REFERENCE, (whole, text: string, label = text) => {
      const target = targets.get((label === '' ? text : label).toLowerCase());
      return target === undefined ? whole : `[${text}](${target})`;
    });
  });
  const result = tidy.join('');
  return result === line ? line : result.replace(/(?<=\S) {2,}(?=\S)/g, ' ').trimEnd();
}

/** An alert of GitHub becomes a point: `> [!NOTE]` with the quoted lines below it. */
function withCallouts(lines: string[], isCode: readonly boolean[]): string[] {
  for (const [at, line] of lines.entries()) {
    const kind = isCode[at] ? undefined : ALERT.exec(line)?.[1]?.toLowerCase();
    if (kind === undefined) continue;
    const words: string[] = [];
    for (let next = at + 1; QUOTE.test(lines[next] ?? ''); next += 1) {
      words.push(lines[next]!.replace(QUOTE, '').trim());
      lines[next] = '';
    }
    lines[at] = `- **${kind.charAt(0).toUpperCase()}${kind.slice(1)}**: ${words.filter(Boolean).join(' ')}`;
  }
  return lines;
}
