/**
 * READMEs of software: the name of the package if no heading is a title, other languages, sections for the people who
 * keep it up, and short sections such as the license on one page.
 */
import { headingLine } from './markdown-blocks';
import { LEFT_OUT } from './markdown-left-out';
import type { TidyLines } from './tidied-lines';
import { isBlank } from './tidied-plain';

const PACKAGE =
  /https?:\/\/(?:www\.)?(?:npmjs\.(?:com|org)\/package|pypi\.org\/project|crates\.io\/crates|packagist\.org\/packages(?=\/[^/\s]+)|img\.shields\.io\/(?:npm\/v|pypi\/v|crates\/v)|badge\.fury\.io\/(?:js|py|rb))\/((?:@[\w.-]{1,80}\/)?[\w.-]{2,80}?)(?:\.svg|\.png)?(?=[/?#)"'\s>]|$)/i;
/** Sections that only READMEs have; two of them make one. */
const OF_README =
  /^(?:install(?:ation|ing)?\b.*|(?:basic )?usage|quick ?start|getting started|api(?: reference)?|licen[cs]e|contribut\w*|安装|快速(?:上手|开始)|使用(?:方法)?|许可证?|开源协议|参与贡献|lizenz|verwendung)$/i;
/** Who pays and who helps: of use in the repository only. */
const UPKEEP =
  /^(?:(?:(?:our|gold|silver|bronze|platinum|special|project|top|all|thanks to)\s+){0,5}(?:sponsor(?:s|ing|ship)?|backers?|supporters?|contributors?|donat(?:e|ions?)|funding)|code contributors|star history|stargazers(?: over time)?|赞助(?:商|者)?|贡献者(?:们|列表)?|捐赠)$/i;
/** A few words each, which share a page. */
const SHORT =
  /^(?:licen[cs]e|licensing|copyright|contribut(?:ing|e|ion guide|ion)|changelog|change log|changes|release notes|security(?: policy)?|code of conduct|support|help|community|authors?(?: and contributors)?|maintainers?|credits?|acknowledge?ments?|links?|resources|related(?: projects)?|see also|versioning|start on web ide|许可证?|开源协议|协议|参与贡献|贡献|更新日志|链接|致谢|lizenz|mitwirken|danksagung)$/i;
const LONGEST_SHORT = 500;
const OTHER_LANGUAGES =
  /^\s*(?:read (?:this|it) in (?:other )?languages?|other languages?|translations?|其他语言)\s*[:：].{0,500}\]\(/i;
const LEAST_LANGUAGES = 3;
const LANGUAGE_LINK = /\[[^[\]]{1,60}\]\([^()\s]{0,300}readme[^()\s]{0,40}\)/gi;

export interface Section {
  at: number;
  /** The line after its last one. */
  end: number;
  level: number;
  text: string;
}

/** The name of the package that badges and links name; undefined if none does. */
export function packageName(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const name = PACKAGE.exec(line)?.[1];
    if (name !== undefined) return writtenAs(name, lines);
  }
  return undefined;
}

/** As the text writes it: “Rich is a library” for `rich`. */
function writtenAs(name: string, lines: readonly string[]): string {
  for (const line of lines) {
    const found = /^(?:#{2,4}\s+(\p{Lu}[\p{L}\d.-]+)\s|(?:\*\*)?(\p{Lu}[\p{L}\d.-]+)(?:\*\*)? is an? )/u
      .exec(line)
      ?.slice(1)
      .find(Boolean);
    if (found?.toLowerCase() === name.toLowerCase()) return found;
  }
  return name;
}

export function tidyReadme(text: TidyLines, name: string | undefined): void {
  withoutLanguages(text);
  const sections = sectionsOf(text);
  const isReadme = name !== undefined || new Set(sections.filter(isOfReadme).map((each) => each.text)).size > 1;
  if (!isReadme || sections.length === 0) return;
  if (name !== undefined) nameDeck(text, sections, name);
  withoutUpkeep(text.lines, sections);
  together(text, sectionsOf(text));
}

const isOfReadme = ({ text }: Section): boolean => OF_README.test(text);

function sectionsOf({ lines, isKept }: TidyLines): Section[] {
  const found = lines.flatMap((line, at) => {
    const heading = isKept[at] ? undefined : headingLine(line);
    return heading === undefined ? [] : [{ at, level: heading.level, text: plain(heading.source) }];
  });
  const sections = found.map((heading): Section => ({ ...heading, end: lines.length }));
  const open: Section[] = [];
  for (const section of sections) {
    while (open.length > 0 && open.at(-1)!.level >= section.level) open.pop()!.end = section.at;
    open.push(section);
  }
  return sections;
}

const plain = (heading: string): string => heading.replace(/\[([^[\]]*)\]\([^()]*\)|[*_`]/g, '$1').trim();

/** Lists of the same text in other languages. */
function withoutLanguages({ lines, isKept }: TidyLines): void {
  const areLinks = (line: string): boolean =>
    LANGUAGE_LINK.test(line) && line.replace(LANGUAGE_LINK, '').replace(/english|[^\p{L}]/giu, '').length <= 12;
  const found = lines.flatMap((line, at) => (!isKept[at] && line.length <= 4000 && areLinks(line) ? [at] : []));
  for (const [at, line] of lines.entries()) if (!isKept[at] && OTHER_LANGUAGES.test(line)) lines[at] = '';
  const count = found.reduce((all, at) => all + lines[at]!.match(LANGUAGE_LINK)!.length, 0);
  if (count >= LEAST_LANGUAGES) for (const at of found) lines[at] = '';
}

/** Without a title, the deck has the name of its package rather than that of its first chapter. */
function nameDeck({ lines, isKept }: TidyLines, sections: readonly Section[], name: string): void {
  const [first, second] = sections;
  if (first === undefined || second === undefined || first.level === 1) return;
  const room = lines.findIndex((line, at) => at < first.at && isBlank(line) && !isKept[at]);
  const words = lines.findIndex((line) => !isBlank(line));
  if (room !== -1 && room < words) lines[room] = `# ${name}`;
  else if (first.at === 0 && isBlank(lines[1])) lines.splice(0, 2, `# ${name}`, lines[0]!);
}

/** The line of the heading says what is left out. */
function withoutUpkeep(lines: string[], sections: readonly Section[]): void {
  for (const { at, end, level, text } of sections) {
    if (level < 2 || level > 3 || !UPKEEP.test(text)) continue;
    lines.fill('', at, end);
    lines[at] = `<!-- ${LEFT_OUT}: ${text} -->`;
  }
}

/** A section of which nothing is left. */
export function withoutEmpty({ lines, isKept }: TidyLines): void {
  for (const { at, end, level } of sectionsOf({ lines, isKept }).reverse()) {
    const below = lines.slice(at + 1, end).filter((line) => !isBlank(line));
    const isLink = lines[at]!.includes('](');
    if (!isLink && level > 1 && below.length > 0 && below.every((line) => line.startsWith(`<!-- ${LEFT_OUT}`)))
      lines[at] = '';
  }
}

/** Short sections below each other become one page, with the names of the first and the last of them. */
function together({ lines, isKept }: TidyLines, sections: readonly Section[]): void {
  const chapters = sections.filter(({ level }) => level === 2);
  const isShort = ({ at, end, text }: Section): boolean =>
    SHORT.test(text) &&
    !isKept.slice(at, end).some(Boolean) &&
    !lines.slice(at + 1, end).some((line) => /^\s*\||^ {0,3}#|^\s*[-*+]\s/.test(line)) &&
    lines.slice(at + 1, end).join('').length <= LONGEST_SHORT;
  for (let from = 0; from < chapters.length; from += 1) {
    let to = from;
    while (to < chapters.length && isShort(chapters[to]!)) to += 1;
    const run = chapters.slice(from, to);
    const room = run[0]?.at;
    for (const { at, end, text } of run) nameLink(lines, at, end, text);
    if (run.length > 1 && room !== undefined && isBlank(lines[room - 1])) {
      lines[room - 1] =
        `## ${run.length === 2 ? run.map(({ text }) => text).join(' · ') : `${run[0]!.text} – ${run.at(-1)!.text}`}`;
      for (const { at } of run) lines[at] = lines[at]!.replace(/^ {0,3}##/, '####');
    }
    from = Math.max(from, to);
  }
}

/** A section that only links to what its heading names is the heading with that link. */
function nameLink(lines: string[], at: number, end: number, text: string): void {
  const below = lines.slice(at + 1, end).filter((line) => !isBlank(line) && !line.startsWith('<!--'));
  const link = /^\[([^[\]]{1,100})\]\([^()\s]{1,500}\)$/.exec(below[0]?.trim() ?? '');
  if (below.length !== 1 || link === null || link[1]!.toLowerCase() !== text.toLowerCase()) return;
  lines[lines.indexOf(below[0]!, at)] = '';
  lines[at] = `## ${link[0]}`;
}
