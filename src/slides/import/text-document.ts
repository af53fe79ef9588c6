/** A text without markup as a document: paragraphs, lists, and headings as people type them. */

import { markdownLines } from '../../outline/markdown-lines';
import { detectLanguage, OUTLINE_LIMITS } from '../../outline/outline-limits';
import { isContentsLine } from './front-page';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { joined, sentencesOf } from './sentence-split';
import { documentBlocks } from './word-blocks';
import type { WordElement } from './word-elements';

const BULLET = /^(\s*)[-*+•●▪◦·‣∙■□◆➢✓]\s+(?=\S)/u;
const NUMBER = /^\s*(?:[\d０-９]+[.、)）．]|[（(]|[一二三四五六七八九十]+、|第[一二三四五六七八九十\d]+[章节篇部编])/u;
const END = /[.!?:;,…。！？：；，、]["'”’)）]*$/u;
const MARKED = new RegExp(`${BULLET.source}|${NUMBER.source}`, 'u');
/** A longer line is not a title. */
const LONGEST_TITLE = { en: 100, zh: 40 } as const;
/** Of a line above a list that is its heading. */
const LONGEST_LABEL = { en: 50, zh: 20 } as const;
/** An editor that breaks lines breaks longer ones only. */
const SHORTEST_BROKEN_LINE = 55;
/** Of a paragraph; a longer one is divided between its sentences. */
const LONGEST_PARAGRAPH = OUTLINE_LIMITS.paragraph / 2;

/**
 * @param title of the deck, if there is one; otherwise, a first line that reads as a title is one
 * @throws ImportError if there is no text, or too much
 */
export function textDocument(text: string, title: string | undefined): ImportedDocument {
  const { bytes, lines: mostLines } = OUTLINE_LIMITS;
  const { lines, start, end } = markdownLines(text);
  if (Buffer.byteLength(text) > bytes || lines.length > mostLines) {
    throw new ImportError(
      'too-large',
      `the text is larger than ${bytes / 1024 / 1024} MB or ${mostLines} lines. Split it and import the parts separately`,
    );
  }
  const language = detectLanguage(text);
  const paragraphs: string[] = [];
  let above = '';
  const headings = new Set<string>();
  for (const [at, line] of lines.slice(start, end).entries()) {
    if (above === '' && isLabel(line, language) && MARKED.test(lines[start + at + 1] ?? '')) headings.add(line.trim());
    const isBroken = language === 'en' && above.length >= SHORTEST_BROKEN_LINE && !END.test(above);
    if (isBroken && line.trim() !== '' && !BULLET.test(line) && !NUMBER.test(line)) {
      paragraphs[paragraphs.length - 1] += ` ${line.trim()}`;
    } else if (line.trim() !== '') paragraphs.push(line.trimEnd());
    above = line.trim();
  }
  const [first = '', ...rest] = paragraphs;
  const readsAsTitle =
    first.length <= LONGEST_TITLE[language] && ![BULLET, NUMBER, END].some((form) => form.test(first));
  const isTitle =
    rest.length > 0 && !isContentsLine(first) && (title === undefined ? readsAsTitle : first.trim() === title);
  const children = (isTitle ? rest : paragraphs).flatMap((each) => parts(each, language));
  const elements = children.map((each) => paragraph(headings.has(each) ? `**${each}**` : each));
  const document = documentBlocks({ type: 'document', children: elements }, () => 'body');
  if (document.blocks.length === 0) throw new ImportError('nothing-to-show', 'there is no text');
  return isTitle ? { title: plain(first), ...document } : document;
}

/** Whether a line of its own is a name rather than a sentence or an item. */
const isLabel = (line: string, language: 'en' | 'zh'): boolean =>
  line.trim() !== '' && line.length <= LONGEST_LABEL[language] && !END.test(line) && !MARKED.test(line);

/** A paragraph is read up to a limit, so a longer one becomes several. */
function parts(paragraph: string, language: 'en' | 'zh'): string[] {
  if (paragraph.length <= LONGEST_PARAGRAPH) return [paragraph];
  const pieces = sentencesOf(paragraph, language).flatMap(cut);
  const result: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    size += piece.length + 1;
    if (size > LONGEST_PARAGRAPH) {
      result.push([]);
      size = piece.length;
    }
    result.at(-1)!.push(piece.trim());
  }
  return result.map((each) => joined(each, language));
}

/** A sentence in pieces, between its words if it has any. */
function cut(sentence: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (sentence.length - from > LONGEST_PARAGRAPH) {
    const most = from + LONGEST_PARAGRAPH;
    const space = sentence.lastIndexOf(' ', most);
    const end = space > from ? space : /[\ud800-\udbff]/.test(sentence[most - 1]!) ? most - 1 : most;
    pieces.push(sentence.slice(from, end));
    from = end;
  }
  return [...pieces, sentence.slice(from)];
}

const BOLD = /\*\*([^*]+)\*\*/;
const plain = (line: string): string => line.split(BOLD).join('').trim();

function paragraph(line: string): WordElement {
  const bullet = BULLET.exec(line);
  const words = bullet ? line.slice(bullet[0].length) : line.trim();
  const runs = words.split(BOLD).map((value, at): WordElement => {
    return { type: 'run', isBold: at % 2 === 1, children: [{ type: 'text', value }] };
  });
  const level = bullet && (bullet[1]!.replaceAll('\t', '    ').length >= 2 ? '1' : '0');
  return { type: 'paragraph', children: runs, ...(level ? { numbering: { level, isOrdered: false } } : {}) };
}
