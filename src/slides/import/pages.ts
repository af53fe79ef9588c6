import type { Language, Page } from '../../outline/outline';
import { OUTLINE_LIMITS } from '../../outline/outline-limits';
import type { Piece } from './points';
import { BULLET, shortened } from './sentence-split';

/** What fits on one slide without crowding: points, and characters in all of them. */
const MOST_POINTS = 5;
const MOST_BARE_POINTS = 6;
const MOST_TEXT = { en: 900, zh: 360 } as const;
/** Of a page with an image. */
const MOST_BESIDE_PICTURE = 4;
const MOST_PICTURES = 2;

/**
 * Distributes the pieces of a section evenly over as many pages as needed; each table gets a separate page. Code stays
 * among the points around it.
 */
export function pagesOf(heading: string, pieces: readonly Piece[], language: Language): Page[] {
  if (pieces.length === 0) return [];
  const title = shortened(heading, OUTLINE_LIMITS.heading);
  const pages: Page[] = [];
  let points: Piece[] = [];
  const closePoints = () => {
    for (const part of evenParts(points, language)) pages.push({ title, blocks: blocksOf(part) });
    points = [];
  };
  for (const piece of pieces) {
    if (piece.block.kind !== 'table') {
      points.push(piece);
      continue;
    }
    closePoints();
    pages.push({ title: tableTitle(piece.caption, title, language), blocks: blocksOf([piece]) });
  }
  closePoints();
  return numbered(pages, language);
}

/** Source lines and footnotes come last, because the slide shows them below everything else. */
function blocksOf(pieces: readonly Piece[]): Page['blocks'] {
  return [...pieces.map(({ block }) => block), ...pieces.flatMap(({ notes = [] }) => notes)];
}

function tableTitle(caption: string | undefined, title: string, language: Language): string {
  return caption !== undefined && caption.length <= BULLET[language] ? caption : title;
}

/** Numbers pages with the same title, so that they can be distinguished in a list of titles. */
export function numbered(pages: Page[], language: Language): Page[] {
  const totals = new Map<string, number>();
  for (const { title } of pages) totals.set(title, (totals.get(title) ?? 0) + 1);
  const seen = new Map<string, number>();
  return pages.map((page) => {
    const total = totals.get(page.title)!;
    if (total === 1) return page;
    const number = (seen.get(page.title) ?? 0) + 1;
    seen.set(page.title, number);
    const count = language === 'zh' ? `（${number}/${total}）` : ` (${number}/${total})`;
    return { ...page, title: shortened(page.title, OUTLINE_LIMITS.heading - count.length) + count };
  });
}

function evenParts(pieces: readonly Piece[], language: Language): Piece[][] {
  if (pieces.length === 0) return [];
  const sizeOf = (piece: Piece): number => sizeIn(piece, language);
  const bare = pieces.every((piece) => sizeOf(piece) === titleSize(piece));
  const most = bare ? MOST_BARE_POINTS : MOST_POINTS;
  const total = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
  const count = Math.max(Math.ceil(pieces.length / most), Math.ceil(total / MOST_TEXT[language]));
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    const full = part.length >= most || (part.length > 0 && size + sizeOf(piece) / 2 > total / count);
    if (part.length > 0 && (isPicture(piece) ? !hasRoom(part) : full || isFilled(part))) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(piece);
    size += sizeOf(piece);
  }
  return [...parts, part];
}

const isPicture = ({ block }: Piece): boolean => block.kind === 'picture';

/** An image goes with the text above it, or with the image above it. */
function hasRoom(part: readonly Piece[]): boolean {
  const pictures = part.filter(isPicture).length;
  return pictures === 0 || (pictures < MOST_PICTURES && isPicture(part.at(-1)!));
}

const isFilled = (part: readonly Piece[]): boolean => part.length >= MOST_BESIDE_PICTURE && part.some(isPicture);

/** In characters. An image takes the room of half a page. */
function sizeIn({ block }: Piece, language: Language): number {
  if (block.kind === 'code') return block.text.length;
  if (block.kind === 'picture') return MOST_TEXT[language] / 2;
  return block.kind === 'table' ? 0 : block.title.length + block.text.reduce((sum, text) => sum + text.length, 0);
}

function titleSize({ block }: Piece): number {
  return block.kind !== 'point' ? 0 : block.title.length;
}
