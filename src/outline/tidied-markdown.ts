/**
 * Markdown as people write it, for readers of the outline's grammar: HTML, badges, alerts, references, footnotes, facts,
 * changelogs. Every line keeps its number. Linear time.
 */
import { tidyBlocks } from './tidied-blocks';
import { tidyHtml } from './tidied-html';
import { type References, raised, tidyInline } from './tidied-inline';
import { type TidyLines, tidyLines } from './tidied-lines';
import { packageName, tidyReadme, withoutEmpty } from './tidied-readme';
import { tidyStructure } from './tidied-structure';
import { tidyTex } from './tidied-tex';

const DEFINITION = /^ {0,3}\[([^[\]^][^[\]]{0,199})\]:\s+<?([^\s<>]{1,1000})>?(?:\s+["'(].{0,300})?\s*$/;
const FOOTNOTE = /^ {0,3}\[\^([^[\]\s]{1,50})\]:\s*(.*)$/;
/** More are an apparatus of a book, which no slide has room for. */
const MOST_FOOTNOTES = 99;
const LONGEST_FOOTNOTE = 240;

export function tidiedMarkdown(markdown: string): string {
  const text = tidyLines(markdown);
  const name = packageName(text.lines);
  const references = takeReferences(text);
  tidyTex(text);
  tidyHtml(text, (line) => tidyInline(line, references));
  tidyReadme(text, name);
  tidyStructure(text);
  tidyBlocks(text);
  withoutEmpty(text);
  return text.lines.join('\n');
}

/** Takes definitions out of the text. A footnote goes to the end of the section that refers to it. */
function takeReferences({ lines, isKept }: TidyLines): References {
  const targets = new Map<string, string>();
  const footnotes = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    if (isKept[at]) continue;
    const [, label, target] = DEFINITION.exec(line) ?? [];
    const [, note, words] = FOOTNOTE.exec(line) ?? [];
    if (label !== undefined) targets.set(label.toLowerCase(), target!);
    else if (note !== undefined && footnotes.size < MOST_FOOTNOTES) {
      const number = raised(String(footnotes.size + 1));
      footnotes.set(note.toLowerCase(), number);
      texts.set(note.toLowerCase(), `${number} ${words!.slice(0, LONGEST_FOOTNOTE)}`);
    } else continue;
    lines[at] = '';
  }
  if (footnotes.size > 0) placeFootnotes({ lines, isKept }, texts);
  return { targets, footnotes };
}

function placeFootnotes({ lines, isKept }: TidyLines, texts: Map<string, string>): void {
  let waiting: string[] = [];
  let blank: number | undefined;
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at] ?? '#';
    if (!isKept[at] && line.startsWith('#')) {
      if (waiting.length > 0 && blank !== undefined) {
        lines[blank] = `#### ${waiting.join('; ')}`;
        waiting = [];
      }
      blank = undefined;
    } else if (line.trim() === '') blank ??= at;
    else {
      blank = undefined;
      if (isKept[at]) continue;
      for (const [, label] of line.matchAll(/\[\^([^[\]\s]{1,50})\]/g)) {
        const text = texts.get(label!.toLowerCase());
        texts.delete(label!.toLowerCase());
        if (text !== undefined) waiting.push(text);
      }
    }
  }
}
