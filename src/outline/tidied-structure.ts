/** Headings of people's Markdown: the title, the lines below it, contents lists, and the versions of a changelog. */
import { frontMatterAt } from './front-matter';
import { openingName } from './languages';
import { BYLINE_SEPARATOR } from './outline';
import { type Facts, factsIn, headerlessFacts } from './tidied-facts';
import type { TidyLines } from './tidied-lines';
import { isBlank } from './tidied-plain';

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const UNDERLINE = /^ {0,3}(=|-)\1+\s*$/;
const GENERIC =
  /^(?:\d[\d.]*\s+)?(?:abstract|summary|overview|introduction|motivation|background|preamble|摘要|概述|引言|前言|背景)$/i;
const NAME = /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:feature name|title|proposal|名称|标题)\s*[:：](?:\*\*)?\s*(.{2,200})$/i;
const CONTENTS = /^(?:table of contents|contents|toc|目录|目\s录)$/i;
const CONTENTS_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[^[\]]{1,300}\]\(#[^()\s]{0,300}\)\s*$/;
const CONTENTS_MARK = /^\s*(?:\[\[?_?toc_?\]?\]|\{:\s?toc\s?\}|\$\{toc\})\s*$/i;
const CONTENTS_COMMENT = /^\s{0,9}<!--\s{0,9}(?:\/?toc(?:stop)?\s{0,9}|(?:start|end) doctoc\b.{0,200})-->\s{0,9}$/i;
const LEAST_CONTENTS = 3;
const VERSION =
  /^(?:(?:version\s+|release\s+)?\[?v?\d{1,4}(?:\.[\dx]{1,4}){1,3}(?:-[\w.]{1,30})?\]?(?:\([^()\s]{1,300}\))?(?:\s*$|\s+[-–—/(]|\s*[(（]|\s+\d{4})|\[?unreleased\b|未发布)/i;
const LEAST_VERSIONS = 3;
const MOST_BYLINE_FACTS = 6;
const LONGEST_BYLINE_FACT = 70;
const LONGEST_BYLINE = 240;
/** A name of which the value alone says enough. */
const OBVIOUS =
  /^(?:date|authors?|by|written by|datum|autor(?:in|en)?|verfasser(?:in)?|auteure?s?|fecha|日期|作者|编制|汇报人|报告人)$/i;
const DATED =
  /^\*[^*]{3,70}\b(?:19|20)\d\d\*$|^\*?(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.? \p{Lu}\p{L}{2,9} \d{4}|\p{Lu}\p{L}{2,9} \d{1,2}, \d{4}|\d{4}年\d{1,2}月\d{1,2}日)(?:[,;，].{0,60})?\*?$/u;
const DOCUMENT_FACT =
  /\b(?:dates?|authors?|by|version|status|owner|editors?|place|location|present|attendees|participants|department|reviewers?|pr|datum|stand|autor(?:in|en)?|verfasser(?:in)?|abteilung|ort|teilnehmer|auteure?s?|lieu|fecha|minutes|excused|venue)\b|汇报人|报告人|单位|日期|时间|地点|作者|版本|编制|部门|状态|负责人|参会|出席/i;

/** One short line of words alone, such as what the thing is or who wrote when. */
const TAGLINE =
  /^(?![-*+]\s|\d{1,3}[.)]\s)(\*{0,2}|_)([^\s*_|<>`[\]!#>][^*_|<>`[\]!#]{2,88}[^\s*_|<>`[\]!:：;；,，?？])\1\s*$/u;
const QUOTED_TAGLINE = /^>\s*([^\s>*_|<`[\]!#-][^*_|<>`[\]!]{8,98}[^\s:：;；,，?？])\s*$/u;
/** Two sentences are a text. */
const SENTENCES = /[.!]\s+\S|[。！]\S/u;

interface Found {
  at: number;
  level: number;
  text: string;
}

export function tidyStructure({ lines, isKept }: TidyLines): void {
  const headings = (): Found[] =>
    lines.flatMap((line, at) => {
      const [, marks, text] = (isKept[at] ? null : HEADING.exec(line)) ?? [];
      return marks === undefined ? [] : [{ at, level: marks.length, text: text! }];
    });
  plainHeadings(lines, isKept);
  withoutContents(lines, isKept, headings());
  nameGeneric(lines, headings());
  asPages(lines, headings());
  boldTitle(lines, isKept, headings()[0]);
  demote(lines, headings());
  const title = titleAt(lines, headings()[0]);
  if (title === undefined) return;
  const text = bylineBelow(lines, isKept, title);
  const next = headings().find(({ at }) => at > title);
  const isIntroduced = next !== undefined && text !== undefined && text < next.at && next.level === 2;
  if (!isIntroduced || !isBlank(lines[text - 1])) return;
  if (/\p{Script=Han}/u.test(lines[title]!)) lines[text - 1] = '## 概述';
  else if (/\p{Script=Latin}/u.test(lines[title]!)) lines[text - 1] = `## ${openingName(lines.join('\n'))}`;
}

/** Underlined headings with marks in front. */
function plainHeadings(lines: string[], isKept: readonly boolean[]): void {
  const end = frontMatterAt(lines, 0, lines.length)?.end ?? 0;
  for (let at = Math.max(1, end); at < lines.length; at += 1) {
    const underline = isKept[at] || isKept[at - 1] ? undefined : UNDERLINE.exec(lines[at]!)?.[1];
    const words = lines[at - 1]!;
    if (underline === undefined || !/^ {0,3}[^\s#>|*+-]/.test(words) || at - 1 < end) continue;
    if (at - 2 >= end && !isBlank(lines[at - 2])) continue;
    lines[at - 1] = `${underline === '=' ? '#' : '##'} ${words.trim()}`;
    lines[at] = '';
  }
}

/** Bold words above everything else are the title. */
function boldTitle(lines: string[], isKept: readonly boolean[], heading: Found | undefined): void {
  const first = lines.findIndex((line) => !isBlank(line));
  if (heading === undefined || heading.level === 1 || first >= heading.at || isKept[first]) return;
  const words = /^\*\*([^*]{3,100})\*\*\s*\\?$/.exec(lines[first]!)?.[1];
  if (words !== undefined && !/[:：]$/.test(words)) lines[first] = `# ${words}`;
}

/** Below a title of its own, headings of the first level are chapters, and theirs are pages. */
function demote(lines: string[], [title, ...below]: readonly Found[]): void {
  const next = below[0];
  const isBook = title?.level === 1 && next?.level === 1 && below.some(({ level }) => level === 2);
  if (isBook)
    for (const { at } of below) if (/^ {0,3}#{1,5}\s/.test(lines[at]!)) lines[at] = `#${lines[at]!.trimStart()}`;
}

/** The line of the title, or the last line of front matter that has one. */
function titleAt(lines: readonly string[], first: Found | undefined): number | undefined {
  if (first?.level === 1) return first.at;
  const above = frontMatterAt(lines, 0, lines.length);
  return above?.title === undefined ? undefined : above.end - 1;
}

/** Of several chapters of the first level, one with a name that any document may have is not the title. */
function nameGeneric(lines: string[], headings: readonly Found[]): void {
  const chapters = headings.filter(({ level }) => level === 1);
  const [first] = chapters;
  if (first === undefined || chapters.length < 2) return;
  const above = frontMatterAt(lines, 0, lines.length);
  if (above?.title !== undefined) {
    if (above.end < first.at && isBlank(lines[above.end])) lines[above.end] = `# ${above.title}`;
    return;
  }
  if (!GENERIC.test(first.text)) return;
  const at = lines.slice(0, first.at).findIndex((line) => NAME.test(line));
  if (at !== -1) lines[at] = `# ${NAME.exec(lines[at]!)![1]!}`;
}

/** The deck has contents of its own. */
function withoutContents(lines: string[], isKept: readonly boolean[], headings: readonly Found[]): void {
  const ends = new Map(headings.map(({ at }, index) => [at, headings[index + 1]?.at ?? lines.length]));
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at];
    if (line !== undefined && !isKept[at]) {
      if (CONTENTS_MARK.test(line)) lines[at] = '';
      if (isBlank(line) || CONTENTS_ITEM.test(line)) continue;
    }
    if (CONTENTS_COMMENT.test(line ?? '')) continue;
    const run = lines.slice(from, at).filter((each) => !isBlank(each)).length;
    const heading = headings.find((each) => each.at === from - 1);
    const isNamed = heading !== undefined && CONTENTS.test(heading.text) && ends.get(heading.at)! <= at;
    if (run >= LEAST_CONTENTS || (run > 0 && isNamed)) {
      lines.fill('', isNamed ? from - 1 : from, at);
    }
    from = at + 1;
  }
}

/** The versions of a changelog are pages, and the kinds of changes are their points. */
function asPages(lines: string[], headings: readonly Found[]): void {
  const versions = headings.filter(({ level, text }) => level <= 3 && VERSION.test(text));
  const [first] = versions;
  if (first === undefined || versions.length < LEAST_VERSIONS || first.at === headings[0]!.at) return;
  const chapters = headings.filter(({ at, level }) => at >= first.at && level <= first.level);
  if (versions.length < 0.6 * chapters.length) return;
  for (const [index, heading] of headings.entries()) {
    if (heading.at < first.at) continue;
    const isVersion = versions.includes(heading);
    const end = headings[index + 1]?.at ?? lines.length;
    const isEmpty =
      lines.slice(heading.at + 1, end).every(isBlank) && (headings[index + 1]?.level ?? 0) <= heading.level;
    lines[heading.at] = isEmpty ? '' : `${isVersion ? '###' : '####'} ${heading.text}`;
  }
}

/** Facts, below a line that begins with a date if there is one. */
function documentFacts(lines: readonly string[], start: number): Facts {
  const dated = DATED.exec(lines[start]!)?.[0];
  const { facts, end } = factsIn(lines, dated === undefined ? start : start + 1);
  return dated === undefined
    ? { facts, end }
    : { facts: [{ name: 'date', value: dated.replaceAll('*', '').trim() }, ...facts], end: Math.max(end, start + 1) };
}

/** A short line between the title and the first heading; on a slide of its own it would be lost. */
function taglineAt(lines: readonly string[], at: number): string | undefined {
  const quoted = isBlank(lines[at + 1]) ? QUOTED_TAGLINE.exec(lines[at]!)?.[1] : undefined;
  if (quoted !== undefined && !SENTENCES.test(quoted)) return quoted;
  const [, , words] = TAGLINE.exec(lines[at]!) ?? [];
  const next = lines.slice(at + 1).find((line) => !isBlank(line));
  const isAlone = isBlank(lines[at + 1]) && next !== undefined && HEADING.test(next);
  return isAlone && words !== undefined && !SENTENCES.test(words) ? words : undefined;
}

/** Facts about the document below its title go to the cover. Returns the first line of text below them. */
function bylineBelow(lines: string[], isKept: readonly boolean[], title: number): number | undefined {
  const first = lines.findIndex((line, at) => at > title && !isBlank(line));
  if (first === -1 || isKept[first]) return undefined;
  let { facts, end } = headerlessFacts(lines, first) ?? documentFacts(lines, first);
  const more = facts.length === 0 ? -1 : lines.findIndex((line, at) => at >= end && !isBlank(line));
  if (more !== -1 && !isKept[more]) {
    const further = documentFacts(lines, more);
    if (further.facts.some(({ name }) => DOCUMENT_FACT.test(name)))
      ({ facts, end } = { facts: [...facts, ...further.facts], end: further.end });
  }
  const shown = facts.map(({ name, value }) => (OBVIOUS.test(name) ? value : `${name}: ${value}`));
  const isByline =
    facts.length > 0 &&
    facts.length <= MOST_BYLINE_FACTS &&
    facts.some(({ name }) => DOCUMENT_FACT.test(name)) &&
    shown.every((each) => each.length <= LONGEST_BYLINE_FACT) &&
    shown.join(BYLINE_SEPARATOR).length <= LONGEST_BYLINE;
  const tagline = isByline ? undefined : taglineAt(lines, first);
  if (!isByline && tagline === undefined) return first;
  if (tagline === undefined) lines.fill('', first, end);
  lines[first] = `<!-- byline: ${(tagline ?? shown.join(BYLINE_SEPARATOR)).replaceAll('>', '\\>')} -->`;
  const next = lines.findIndex((line, at) => at > first && at >= end && !isBlank(line));
  return next === -1 ? undefined : next;
}
