import type { Block, Language, Point, Table } from '../outline/outline';
import { OUTLINE_LIMITS } from '../outline/outline-limits';
import type { DocumentTable, List, ListItem, Paragraph } from './imported-document';
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
}

/** Converts lower-level headings, and the paragraphs and list items between them, to points. */
export function piecesOf(section: Pick<Section, 'content' | 'sections'>, language: Language): Piece[] {
  return [
    ...contentPieces(section.content, language),
    ...section.sections.flatMap((child) => subsectionPieces(child, language)),
  ];
}

/** A small section becomes one point with its heading; a larger one, or one with tables, several points. */
function subsectionPieces(section: Section, language: Language): Piece[] {
  const tables = section.content.filter((block) => block.kind === 'table');
  const text = section.content.flatMap((block) => (block.kind === 'table' ? [] : textOf(block)));
  const point: Point = { kind: 'point', title: heading(section.heading), text: text.map(paragraph) };
  return [
    { block: point },
    ...tables.flatMap((table) => tablePieces({ caption: section.heading, ...table })),
    ...section.sections.flatMap((child) => subsectionPieces(child, language)),
  ];
}

function textOf(block: Paragraph | List): string[] {
  return block.kind === 'paragraph' ? [block.text] : block.items.map((item) => item.text);
}

function contentPieces(content: readonly Content[], language: Language): Piece[] {
  const pieces: Piece[] = [];
  content.forEach((block, at) => {
    const before = content[at - 1];
    const next = content[at + 1];
    if (block.kind === 'table') {
      const caption = before?.kind === 'paragraph' && announces(before) ? withoutEnd(before.text) : undefined;
      pieces.push(...tablePieces({ ...(caption === undefined ? {} : { caption }), ...block }));
    } else if (block.kind === 'list') {
      const lead = before?.kind === 'paragraph' && announces(before) ? before : undefined;
      pieces.push(...listPieces(block, lead, language));
    } else if (!(announces(block) && next && next.kind !== 'paragraph')) {
      pieces.push({ block: paragraphPoint(block, language) });
    }
  });
  return pieces;
}

/** Whether a paragraph such as "The main risks are:" introduces the next block. */
function announces(block: Paragraph): boolean {
  return /[:：]$/.test(block.text) && block.text.length <= 2 * BULLET.en;
}

/** A list with an introduction becomes one point; without one, every item becomes a point. */
function listPieces(list: List, lead: Paragraph | undefined, language: Language): Piece[] {
  const { items } = list;
  const short = lead !== undefined && lead.text.length <= BULLET[language];
  if (short && items.every((item) => item.level === 0 && item.lead === 0) && items.length > 1) {
    const text = items.map((item) => paragraph(item.text));
    return [{ block: { kind: 'point', title: heading(withoutEnd(lead.text)), text } }];
  }
  const pieces: Piece[] = lead ? [{ block: paragraphPoint(lead, language) }] : [];
  const outermost = items.reduce((least, item) => Math.min(least, item.level), Number.POSITIVE_INFINITY);
  for (const item of items) {
    const last = pieces.at(-1)?.block;
    if (item.level > outermost && last?.kind === 'point') last.text.push(paragraph(item.text));
    else pieces.push({ block: itemPoint(item, language) });
  }
  return pieces;
}

function itemPoint(item: ListItem, language: Language): Point {
  if (item.lead === 0 && item.text.length <= BULLET[language] && !splitAtColon(item.text, language)) {
    return { kind: 'point', title: heading(withoutEnd(item.text)), text: [] };
  }
  return paragraphPoint({ kind: 'paragraph', text: item.text, lead: item.lead }, language);
}

/** The heading of a paragraph's point: its bold start, the text before a colon, or its first sentence. */
function paragraphPoint({ text, lead }: Paragraph, language: Language): Point {
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
      return point(text.slice(0, lead), rest);
    }
  }
  const colon = splitAtColon(text, language);
  if (colon) return point(...colon);
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
