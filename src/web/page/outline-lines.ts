import { addAfter, endOf, indexOf, insertAt, isTitle, LEVELS, type Outline, rename } from './outline';

/** An edited outline and the heading to continue in. */
interface Edited {
  outline: Outline;
  id: number;
}

/**
 * Splits a heading at the caret. The second part keeps the text and the headings inside it. The rest of the title
 * becomes the first chapter.
 */
export function splitAt(outline: Outline, id: number, start: number, end = start): Edited {
  const at = indexOf(outline, id);
  const { text } = outline.nodes[at]!;
  const [first, second] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()];
  const added = addAfter(outline, id);
  if (isTitle(outline, at)) {
    return { outline: rename(rename(added.outline, id, first), added.id, second), id: added.id };
  }
  const from = indexOf(added.outline, added.id);
  const nodes = added.outline.nodes.toSpliced(from, 1).toSpliced(at, 0, added.outline.nodes[from]!);
  return { outline: rename(rename({ ...added.outline, nodes }, added.id, first), id, second), id };
}

interface Line {
  /** 0 for the outermost lines of a list. */
  depth: number;
  text: string;
}

/** Bullets and numbers at the start of a pasted line, such as `-`, `•`, `1.`, `a)` or `（一）`. */
const MARKER =
  /^(?:[-*+–—]\s+|[•‣◦▪●○]\s*|\d{1,3}(?:[.)]\s+|、\s*)|[a-z]\)\s+|[（(][\d一二三四五六七八九十]{1,3}[)）]\s*)(?=\S)/u;

/** The lines of a pasted list, without its bullets, numbers, task boxes and heading marks. */
export function pastedLines(pasted: string): Line[] {
  const lines = pasted.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const open: number[] = [];
  return lines.map((line) => {
    const [, hashes = ''] = /^\s*(#{1,6})\s/.exec(line) ?? [];
    const indent = hashes === '' ? line.length - line.trimStart().length + tabsIn(line) * 3 : hashes.length - 100;
    while (open.length > 0 && open.at(-1)! >= indent) open.pop();
    open.push(indent);
    const bare = line.trim().replace(/^#{1,6}\s+/, '');
    const text = bare.replace(MARKER, '').replace(/^\[[ xX]\]\s+/, '');
    return { depth: open.length - 1, text: text.trim() };
  });
}

const tabsIn = (line: string) => /^\s*/.exec(line)![0].split('\t').length - 1;

/**
 * Pastes several lines into a heading: the first at the caret, the others as headings below it. Indented lines go one
 * level down. Undefined for a single line, which a browser pastes itself.
 */
export function pasteAt(
  outline: Outline,
  id: number,
  pasted: string,
  start: number,
  end = start,
): (Edited & { added: number }) | undefined {
  const [first, ...others] = pastedLines(pasted);
  if (first === undefined || others.length === 0) return undefined;
  const at = indexOf(outline, id);
  const { level, text } = outline.nodes[at]!;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const title = isTitle(outline, at);
  const base = title ? LEVELS.chapter : level;
  let edited = rename(outline, id, before + first.text);
  let last = id;
  let place = title ? at + 1 : endOf(edited, at);
  for (const { depth, text: words } of others) {
    const added = insertAt(edited, place, Math.min(LEVELS.point, base + Math.max(0, depth - (title ? 1 : 0))));
    edited = rename(added.outline, added.id, words);
    last = added.id;
    place += 1;
  }
  if (after.trim() !== '') edited = rename(edited, last, `${edited.nodes[indexOf(edited, last)]!.text}${after}`);
  return { outline: edited, id: last, added: others.length };
}
