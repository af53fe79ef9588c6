import { given } from '../../core/given';
import { codeText } from '../../outline/code-text';
import { type Block, type Language, type Point, SUB_LEVEL, type Table } from '../../outline/outline';
import { OUTLINE_LIMITS } from '../../outline/outline-limits';
import { pictureOf } from '../../outline/picture-line';
import type { DocumentCode, DocumentPicture, DocumentTable, List, ListItem, Paragraph } from './imported-document';
import type { Content, Section } from './sections';
import {
  BULLET,
  HEADLINE,
  joined,
  openingClause,
  sentencesOf,
  shortened,
  splitAtColon,
  withoutEnd,
} from './sentence-split';

/** A block of a page; for a table also its caption. */
export interface Piece {
  block: Block;
  caption?: string;
  /** Source lines and footnotes, which are shown on the same slide. */
  notes?: Point[];
}

/** Converts lower-level headings, and the paragraphs and list items between them, to points. */
export function piecesOf(section: Pick<Section, 'content' | 'sections'>, language: Language): Piece[] {
  return [
    ...contentPieces(section.content, language),
    ...section.sections.flatMap((child) => subsectionPieces(child, language)),
  ];
}

/** A small section becomes one point with its heading; tables and code follow it. */
function subsectionPieces(section: Section, language: Language): Piece[] {
  const others = section.content.filter(
    (block) => block.kind === 'table' || block.kind === 'code' || block.kind === 'picture',
  );
  const text = section.content.flatMap((block) =>
    block.kind === 'paragraph' || block.kind === 'list' ? textOf(block) : [],
  );
  const notes = section.content.flatMap((block) => (block.kind === 'note' ? [notePoint(block.text)] : []));
  const point: Point = { kind: 'point', title: heading(section.heading), text: text.map(paragraph) };
  return [
    { block: point, ...(notes.length === 0 ? {} : { notes }) },
    ...others.flatMap((block) =>
      block.kind === 'table' ? tablePieces({ caption: section.heading, ...block }) : apartPieces(block),
    ),
    ...section.sections.flatMap((child) => subsectionPieces(child, language)),
  ];
}

function textOf(block: Paragraph | List): string[] {
  if (block.kind === 'paragraph') return [block.text];
  const outermost = levelAbove(block.items);
  return block.items.map((item) => (item.level > outermost ? SUB_LEVEL : '') + item.text);
}

function levelAbove(items: readonly ListItem[]): number {
  return items.reduce((least, item) => Math.min(least, item.level), Number.POSITIVE_INFINITY);
}

/** A footnote or a source. A long one has its start as title. */
function notePoint(text: string): Point {
  const title = heading(text);
  return { kind: 'point', title, text: title === text ? [] : [paragraph(text)] };
}

function contentPieces(all: readonly Content[], language: Language): Piece[] {
  const pieces: Piece[] = [];
  const content = all.filter((block) => block.kind !== 'note');
  let waiting: Point[] = [];
  for (const block of all) {
    if (block.kind === 'note') waiting.push(notePoint(block.text));
    else pieces.push(...piecesOfBlock(block, content, language));
    const last = pieces.at(-1);
    if (last === undefined || waiting.length === 0) continue;
    last.notes = [...(last.notes ?? []), ...waiting];
    waiting = [];
  }
  // Notes without anything else are the content.
  return [...pieces, ...waiting.map((block) => ({ block }))];
}

type Shown = Exclude<Content, { kind: 'note' }>;

function piecesOfBlock(block: Shown, content: readonly Shown[], language: Language): Piece[] {
  const at = content.indexOf(block);
  const before = content[at - 1];
  const next = content[at + 1];
  const lead = before?.kind === 'paragraph' && announces(before) ? before : undefined;
  if (block.kind === 'table') return tablePieces({ ...given({ caption: lead && withoutEnd(lead.text) }), ...block });
  if (block.kind === 'code' || block.kind === 'picture') return apartPieces(block);
  if (block.kind === 'list') return listPieces(block, lead, language);
  const isLead = announces(block) && (next?.kind === 'list' || next?.kind === 'table');
  return isLead ? [] : [{ block: paragraphPoint(block, language, isLabel) }];
}

/** Whether a paragraph such as "The main risks are:" introduces the next block. */
function announces(block: Paragraph): boolean {
  return /[:：]$/.test(block.text) && block.text.length <= 2 * BULLET.en;
}

/** A list with an introduction becomes one point; without one, every item becomes a point. */
function listPieces(list: List, lead: Paragraph | undefined, language: Language): Piece[] {
  const { items } = list;
  const short = lead !== undefined && lead.text.length <= BULLET[language];
  const outermost = levelAbove(items);
  if (short && items.every((item) => item.level <= outermost + 1 && item.lead === 0) && items.length > 1) {
    const text = textOf(list).map(paragraph);
    return [{ block: { kind: 'point', title: heading(withoutEnd(lead.text)), text } }];
  }
  const pieces: Piece[] = lead ? [{ block: paragraphPoint(lead, language) }] : [];
  let number = 0;
  for (const item of items) {
    const last = pieces.at(-1)?.block;
    if (item.level > outermost && last?.kind === 'point') {
      last.text.push(paragraph((item.level > outermost + 1 ? SUB_LEVEL : '') + item.text));
    } else {
      number = item.ordered ? number + 1 : 0;
      pieces.push({ block: { ...itemPoint(item, language), ...(number === 0 ? {} : { number }) } });
    }
  }
  return pieces;
}

function itemPoint(item: ListItem, language: Language): Point {
  if (item.lead === 0 && item.text.length <= BULLET[language] && !splitAtColon(item.text, language)) {
    return { kind: 'point', title: heading(withoutEnd(item.text)), text: [] };
  }
  return paragraphPoint({ kind: 'paragraph', text: item.text, lead: item.lead }, language);
}

/** In a text, only a short name before a colon is a heading: "Finding 3: …", but not "The port has terminals: …". */
function isLabel(words: string, language: Language): boolean {
  return language === 'zh' ? words.length <= 10 : words.split(' ').length <= 3;
}

/**
 * The heading of a paragraph's point: its bold start, the text before a colon, or its first sentence.
 * @param mayLead whether words before a colon are a heading
 */
function paragraphPoint(
  { text, lead }: Paragraph,
  language: Language,
  mayLead: (words: string, language: Language) => boolean = () => true,
): Point {
  const point = (title: string, rest: string): Point => ({
    kind: 'point',
    title: heading(withoutEnd(title)),
    text: rest === '' ? [] : [paragraph(rest)],
  });
  if (lead >= 2 && lead < text.length && lead <= BULLET[language]) {
    const rest = text.slice(lead).replace(/^[\s:：.。–—-]+/u, '');
    // Bold text inside a sentence is emphasis, not a heading.
    if (
      rest !== '' &&
      (/[:：.。–—]\s*$/.test(text.slice(0, lead)) || /^\s*[:：.。–—]|^\s+\p{Lu}/u.test(text.slice(lead)))
    ) {
      return { ...point(text.slice(0, lead), rest), marked: true };
    }
  }
  const colon = splitAtColon(text, language);
  if (colon && mayLead(colon[0], language)) return point(...colon);
  const sentences = sentencesOf(text, language);
  const first = sentences[0] ?? text;
  if (sentences.length === 1 && text.length <= BULLET[language]) return point(text, '');
  if (sentences.length > 1 && first.length <= HEADLINE[language])
    return point(first, joined(sentences.slice(1), language));
  const clause = openingClause(first, language);
  if (clause !== undefined) return point(clause, text);
  return text.length <= OUTLINE_LIMITS.heading
    ? { kind: 'point', title: heading(first), text: rest(sentences, language) }
    : point(shortened(first, HEADLINE[language]), text);
}

function rest(sentences: readonly string[], language: Language): string[] {
  return sentences.length > 1 ? [paragraph(joined(sentences.slice(1), language))] : [];
}

function apartPieces(block: DocumentCode | DocumentPicture): Piece[] {
  if (block.kind === 'picture') return [{ block: pictureOf(block.hash, block.alt, block.caption) }];
  const { text } = block;
  const lines = text.split('\n').map((line) => line.slice(0, OUTLINE_LIMITS.paragraph));
  const code = codeText(lines);
  return code === '' ? [] : [{ block: { kind: 'code', text: code } }];
}

/** Splits a table with too many columns into parts that all start with the first column. */
function tablePieces({ rows, caption }: DocumentTable): Piece[] {
  const width = rows[0]?.length ?? 0;
  const own = OUTLINE_LIMITS.columns - 1;
  const parts = width <= OUTLINE_LIMITS.columns ? 1 : Math.ceil((width - 1) / own);
  return Array.from({ length: parts }, (_, part) => {
    const pick = (row: string[]) =>
      (parts === 1 ? row : [row[0] ?? '', ...row.slice(1 + part * own, 1 + (part + 1) * own)]).map(heading);
    const [header = [], ...body] = rows.map(pick);
    const block: Table = { kind: 'table', header, rows: body };
    return caption === undefined ? { block } : { block, caption };
  });
}

function heading(text: string): string {
  return shortened(text, OUTLINE_LIMITS.heading);
}

function paragraph(text: string): string {
  return shortened(text, OUTLINE_LIMITS.paragraph);
}
