import type { LeftOut } from './left-out';
import { linkTarget, linkTargets } from './links';
import { headingLine } from './markdown-blocks';
import { plainInline } from './markdown-inline';
import { markdownLines } from './markdown-lines';
import { outlineIn } from './outline-facts';
import { pictureOn } from './picture-line';

/** Begins the comment that a section or an image of the source became. */
export const LEFT_OUT = 'left out';
const COMMENT = /^<!-- left out( image)?: (.{1,500}) -->$/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
const BULLET = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/;
const CODE_SPAN = /`[^`]*`/g;
/** How far from `](` the text and the target of a link are searched. */
const LONGEST_TEXT = 500;
const LONGEST_TARGET = 2_000;
/** Of one line, so that the time does not depend on its author. */
const MOST_LINKS = 1_000;

/** The letters and digits of a text, to compare texts that differ in marks, spaces and typography. Raised numbers may be notes. */
export function plainWords(text: string): string {
  return text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]+/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The parts of a Markdown text that are not on the slides: images, targets of links that a deck cannot have, deep list levels. */
export function markdownLeftOut(markdown: string): LeftOut[] {
  const { lines, start, end } = markdownLines(markdown);
  const kept = linkTargets(outlineIn(markdown));
  const isKept = (target: string): boolean => {
    const safe = linkTarget(target.replace(/^<|>$/g, ''));
    if (safe === undefined || kept.has(safe)) return safe !== undefined;
    // A parenthesis in the target is read as its end here.
    return target.includes('(') && [...kept].some((each) => each.startsWith(safe));
  };
  const parts: LeftOut[] = [];
  let heading: string | undefined;
  let fenced = false;
  /** Indentations of the bullets that a further one can be below. */
  let levels: number[] = [];
  for (let at = start; at < end; at += 1) {
    const line = lines[at]!;
    if (FENCE.test(line)) fenced = !fenced;
    if (fenced || line.trim() === '') continue;
    const place = { ...(heading === undefined ? {} : { heading }), line: at + 1 };
    if (pictureOn(line.trim()) !== undefined) continue;
    const [, image, text] = COMMENT.exec(line) ?? [];
    if (text !== undefined) parts.push({ kind: image ? 'image' : 'section', text, ...place });
    parts.push(...linksIn(line.replace(CODE_SPAN, ''), isKept).map((part): LeftOut => ({ ...part, ...place })));
    const found = headingLine(line);
    const bullet = BULLET.exec(line);
    if (found) heading = plainInline(found.source.slice(0, LONGEST_TARGET));
    if (bullet) {
      const indent = bullet[1]!.replaceAll('\t', '    ').length;
      levels = [...levels.filter((above) => above < indent), indent];
      const text = plainInline(line.slice(bullet[0].length, LONGEST_TARGET));
      if (levels.length > MOST_LEVELS) parts.push({ kind: 'nesting', text, ...place });
    } else if (!line.startsWith(' ')) levels = [];
  }
  return parts;
}

/** Levels of bullets that a slide shows: a point, its text, and the level below. */
const MOST_LEVELS = 3;

function linksIn(line: string, isKept: (target: string) => boolean): LeftOut[] {
  const parts: LeftOut[] = [];
  let seen = 0;
  for (let at = line.indexOf(']('); at !== -1 && seen < MOST_LINKS; at = line.indexOf('](', at + 2)) {
    seen += 1;
    const from = Math.max(0, at - LONGEST_TEXT);
    const open = line.slice(from, at).lastIndexOf('[');
    const target = line.slice(at + 2, at + 2 + LONGEST_TARGET).split(/[)\s]/, 1)[0]!;
    if (open === -1) continue;
    const isImage = line[from + open - 1] === '!';
    const text = plainInline(line.slice(from + open + 1, at));
    if (isImage) parts.push({ kind: 'image', text: text || target });
    else if (!target.startsWith('#') && !isKept(target)) parts.push({ kind: 'link', text: target });
  }
  return parts;
}
