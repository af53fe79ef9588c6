/** Blocks of people's Markdown in the form that outlines have: facts, definitions, alerts, leads, text after lists. */
import { LEFT_OUT } from './markdown-left-out';
import { isDelimiterRow } from './markdown-table';
import { factsIn, headerlessFacts, headlessTable } from './tidied-facts';
import type { TidyLines } from './tidied-lines';
import { isBlank } from './tidied-plain';

const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const ALERT = /^\s*>\s*\[!(note|tip|important|warning|caution)\]\s*$/i;
const QUOTE = /^\s*>\s?/;
const INNER_QUOTE = /^(\s{2,})>\s?/;
const FENCED_NOTE = /^:::+\s*\{?\.?(note|tip|info|important|warning|caution|danger)\}?\s*(.*)$/i;
const INDENTED_NOTE = /^(?:!!!|\?\?\?\+?)\s+(\w{2,20})(?:\s+"([^"]{0,200})")?\s*$/;
const TEMPLATE_TAG = /^\s*\{%.{0,500}%\}\s*$/;
const DEFINITION = /^\s{0,3}:\s+(\S.*)$/;
const LEAD =
  /^(\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?|)([✓×]\s)?(\*\*|__|\*|_)(?=\S)([^*_]{2,90})(?<=\S)\3(?!\p{L})(\s*[:：–—-]?)\s*(.*)$/u;
const NAMED_ITEM = /^(\s{0,3}[-*+]\s+)(\[[^[\]]{1,60}\]\([^()\s]{1,500}\)|`[^`]{1,60}`)\s*[-–—:]\s+(\S.*)$/;
const IMAGES = /^\s*(?:!\[[^[\]]{0,500}\]\((?!picture:)[^()]{0,1000}\)\s*){1,9}$/;
const CAPTION = /^\s*(?:\*[^*].{0,300}\*|_[^_].{0,300}_)\s*$/;
const LONGEST_ANNOUNCEMENT = 80;
/** Two columns of a text without tables. */
const COLUMNS = /^\s{0,8}(?![-*+>|#]|\d+[.)]\s)(\S(?:\S| {1,2}(?! )){0,40}) {3,}(\S.{0,120})$/;
const TABLE_CAPTION = /^(?:Table)?\s?:\s+(\S.{0,120})$/;
/** A time or a date at the start of a line. */
const TIMED =
  /^((?:\d{1,2}[:.]\d{2}|\d{1,2}\s?(?:am|pm|h|Uhr))(?:\s?[–-]\s?\d{1,2}[:.]\d{2})?|\d{4}-\d{2}-\d{2}|(?:19|20)\d{2})\s*(?:[–—:：-]\s*|\s)(?=\p{L})/u;
/** “2.1 Trips need a purpose”, below each other. */
const CLAUSE = /^\s{0,3}\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{L}/u;
/** An editor that breaks lines breaks longer ones only. */
const ITEM = /^(?![-*+>|#!<=:]|\d{1,9}[.)]\s|\*\*)[^|]{2,60}(?<![.,;:!?。，；：！？—-])$/;

/** The short sentence that announces an image, which the text loses with it. */
function announced(lines: string[], at: number): string | undefined {
  const above = isBlank(lines[at - 1]) ? at - 2 : at - 1;
  const words = lines[above]?.trim() ?? '';
  const isAlone = isBlank(lines[above - 1]) && !BULLET.test(words) && !/^[#|<>]/.test(words);
  if (!isAlone || !/[:：]$/.test(words) || words.length > LONGEST_ANNOUNCEMENT) return undefined;
  lines[above] = '';
  return words.slice(0, -1);
}

/** The text of an image without bytes, or its target. */
const altOf = (line: string): string =>
  /!\[([^[\]]{0,500})\]\(([^()\s]{0,300})/
    .exec(line)!
    .slice(1)
    .map((each) => each.replace(/-->/g, '').trim())
    .find(Boolean) ?? 'image';

export function tidyBlocks(text: TidyLines): void {
  const { lines, isKept } = text;
  notes(text);
  namedItems(text);
  const leads = new Set<number>();
  /** Whether the lines are below a heading that is a point already. */
  let inPoint = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (isKept[at] || isBlank(line)) continue;
    const level = HEADING.exec(line)?.[1]?.length;
    if (level !== undefined) {
      inPoint = level > 3;
      continue;
    }
    if (TEMPLATE_TAG.test(line)) lines[at] = '';
    else if (IMAGES.test(line)) {
      if (CAPTION.test(lines[at + 1] ?? '')) lines[at + 1] = '';
      lines[at] = `<!-- ${LEFT_OUT} image: ${announced(lines, at) ?? altOf(line)} -->`;
    } else if (!inPoint) {
      const begins = isBlank(lines[at - 1]) || HEADING.test(lines[at - 1]!);
      if (begins && nameTable(lines, at)) continue;
      const rows = begins ? headerlessFacts(lines, at) : undefined;
      if (begins && !rows && headlessTable(lines, at)) continue;
      const { facts, end } = rows ?? (begins && !BULLET.test(line) ? factsIn(lines, at) : { facts: [], end: at });
      if ((rows || facts.length > 1) && facts.length <= end - at) {
        const written = facts.map(({ name, value }) => `- **${name}**: ${value}`);
        lines.fill('', at, end);
        lines.splice(at, written.length, ...written);
        at = end - 1;
      } else if (begins && !BULLET.test(line) && DEFINITION.test(lines[at + 1] ?? '')) {
        lines[at] = `- **${line.trim()}**: ${DEFINITION.exec(lines[at + 1]!)![1]!}`;
        lines[at + 1] = '';
      } else if (begins && separateLines(lines, isKept, at)) continue;
      else if (lead(lines, at, begins)) leads.add(at);
    }
  }
  tidyLists(text, leads);
}

/** The caption below a table is the title of its slide. Returns whether the line is one. */
function nameTable(lines: string[], at: number): boolean {
  const caption = TABLE_CAPTION.exec(lines[at]!)?.[1];
  let top = at - 1;
  while (top > 0 && isBlank(lines[top])) top -= 1;
  if (caption === undefined || !/^\s*\|/.test(lines[top] ?? '')) return false;
  while (top >= 0 && lines[top]!.includes('|')) top -= 1;
  if (top < 0 || !isBlank(lines[top])) return false;
  lines[top] = `### ${caption.trim()}`;
  lines[at] = '';
  return true;
}

/** Short lines below each other are items if they form no sentence, and so are times. Returns whether they are. */
function separateLines(lines: string[], isKept: readonly boolean[], start: number): boolean {
  let end = start;
  while (end < lines.length && !isBlank(lines[end]) && !isKept[end]) end += 1;
  const run = lines.slice(start, end);
  const areTimes = run.length > 1 && run.every((line) => TIMED.test(line));
  const areItems = run.every((line, at) => ITEM.test(line) && (at === 0 || /^\s*[\p{Lu}\p{Script=Han}\d]/u.test(line)));
  const areColumns = run.length > 1 && run.every((line) => COLUMNS.test(line));
  const areClauses = run.length > 1 && run.every((line) => CLAUSE.test(line));
  if (!areTimes && !areColumns && !areClauses && (run.length < 2 || !areItems)) return false;
  for (const [at, line] of run.entries())
    lines[start + at] =
      `- ${areColumns ? line.replace(COLUMNS, '**$1**: $2') : line.trim().replace(TIMED, areTimes ? '**$1**: ' : '$&')}`;
  return true;
}

/** Items that all begin with a link or with code, and a dash behind it, are names and texts. */
function namedItems({ lines, isKept }: TidyLines): void {
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (end < lines.length && !isKept[end] && NAMED_ITEM.test(lines[end]!)) end += 1;
    const isWhole = !BULLET.test(lines[at - 1] ?? '') && !/^\s*\S/.test(lines[end] ?? '');
    if (end - at >= 2 && isWhole)
      for (let each = at; each < end; each += 1) lines[each] = lines[each]!.replace(NAMED_ITEM, '$1**$2**: $3');
    at = Math.max(at, end);
  }
}

/** Alerts of GitHub, `:::note` and `!!! note` become a point. */
function notes({ lines, isKept }: TidyLines): void {
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (isKept[at]) continue;
    const [, fenced, title = ''] = FENCED_NOTE.exec(line) ?? [];
    const [, indented, name = ''] = INDENTED_NOTE.exec(line) ?? [];
    const alert = ALERT.exec(line)?.[1];
    const kind = alert ?? fenced ?? indented;
    if (kind === undefined) continue;
    const words: string[] = [];
    let end = at + 1;
    if (fenced === undefined) {
      const inside = alert === undefined ? /^(?: {4}|\t)/ : QUOTE;
      for (; inside.test(lines[end] ?? ''); end += 1) words.push(lines[end]!.replace(inside, '').trim());
    } else {
      while (end < lines.length && !/^:::+\s*$/.test(lines[end]!) && !isKept[end]) {
        words.push(lines[end]!.trim());
        end += 1;
      }
      if (!/^:::+\s*$/.test(lines[end] ?? '')) continue;
      end += 1;
    }
    lines.fill('', at + 1, end);
    const heading = title || name || `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}`;
    lines[at] = `- **${heading}**: ${words.filter(Boolean).join(' ')}`;
  }
}

/** Bold words that begin a paragraph or an item are the heading of a point. Returns whether a paragraph became one. */
function lead(lines: string[], at: number, begins: boolean): boolean {
  const [, bullet, sign = '', mark, words, separator, rest] = LEAD.exec(lines[at]!) ?? [];
  if (words === undefined || (bullet === '' && !begins)) return false;
  const name = sign + words.replace(/[.:：。]$/u, '').trim();
  const isItalic = mark!.length === 1;
  if (rest === '') {
    if (bullet !== '' || isItalic || !/\p{L}/u.test(name)) return false;
    const below = lines[at + 1];
    if (!isBlank(below)) {
      // A question and its answer.
      if (!/[?？]$/.test(name) || /^[\s>|#*+-]/.test(below!)) return false;
      lines[at] = `- **${name}** ${below}`;
      lines[at + 1] = '';
      return true;
    }
    const next = lines.findIndex((line, index) => index > at && !isBlank(line));
    if (next === -1 || HEADING.test(lines[next]!)) return false;
    if (!isDelimiterRow(lines[next + 1])) {
      lines[at] = `#### ${name}`;
      return false;
    }
    let end = next;
    while (end < lines.length && lines[end]!.includes('|')) end += 1;
    while (end < lines.length && isBlank(lines[end])) end += 1;
    if (end === lines.length || HEADING.test(lines[end]!)) lines[at] = `### ${name}`;
    return false;
  }
  const isEnded = /[.:：。?？!！]$/u.test(words);
  const isApart = isEnded || separator!.trim() !== '';
  const isName = bullet !== '' && !isItalic && words.length <= 30 && /^\p{Lu}/u.test(rest!) && /^\s/.test(separator!);
  if (!isApart && !isName) return false;
  lines[at] = `${bullet === '' ? '- ' : bullet}**${name}**: ${rest}`;
  return bullet === '';
}

/** A quotation within an item is text of it; a paragraph below a list does not belong to its last item. */
function tidyLists({ lines, isKept }: TidyLines, leads: ReadonlySet<number>): void {
  let page = '';
  let inList = false;
  let inPoint = false;
  /** The last line of a quotation within an item. */
  let quote = -2;
  for (const [at, line] of lines.entries()) {
    if (isKept[at] || isBlank(line)) continue;
    const heading = HEADING.exec(line);
    if (heading) {
      const level = heading[1]!.length;
      if (level <= 3) page = heading[2]!.trim();
      inPoint = level > 3;
      inList = false;
    } else if (BULLET.test(line)) inList = !leads.has(at);
    else if (INNER_QUOTE.test(line) && inList) {
      const [mark, indent] = INNER_QUOTE.exec(line)!;
      lines[at] = `${indent}${quote === at - 1 ? '  ' : '- '}${line.slice(mark.length).trim()}`;
      quote = at;
    } else if (inList && !inPoint && page !== '' && isBlank(lines[at - 1]) && /^[^\s|#<]/.test(line)) {
      const isAnnouncement = /[:：]$/.test(line) && line.length <= LONGEST_ANNOUNCEMENT && isBlank(lines[at + 1]);
      if (isAnnouncement && BULLET.test(lines.slice(at + 1).find((each) => !isBlank(each)) ?? '')) {
        lines[at] = `#### ${line.replace(/[:：]$/, '')}`;
      } else lines[at - 1] = `#### ${page}`;
      inList = false;
    }
  }
}
