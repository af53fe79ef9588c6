import { detectLanguage } from '../../outline/outline-limits';
import type { DocumentBlock } from './imported-document';

/** A paragraph that may be a heading, by the index of its block. */
export interface HeadingCandidate {
  block: number;
  text: string;
  bold?: boolean;
  /** Type size in points, if the paragraph sets one. */
  size?: number | undefined;
}

const LONGEST = { en: 80, zh: 32 } as const;
/** Minimum share of the text for a size to count as the usual one. */
const USUAL_SHARE = 0.5;

/** Numbering styles that only headings use, highest first. */
const NUMBERINGS: readonly RegExp[] = [
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章篇部编]|(?:chapter|part|section) [\dIVX]+\b)/i,
  /^(?:[一二三四五六七八九十]{1,3}、|[IVX]{1,5}\.\s)/,
  /^[（(][一二三四五六七八九十]{1,3}[）)]/,
  /^\d{1,2}\.\d{1,2}(?:\s|(?=\p{Script=Han}))/u,
  /^\d{1,2}\.\d{1,2}\.\d{1,2}(?:\s|(?=\p{Script=Han}))/u,
];

/**
 * Detects headings that an author formatted by hand: short lines that are numbered like headings, entirely bold or
 * larger than the text. Used only for documents without styled headings, because styles are more reliable.
 */
export function guessHeadings(blocks: DocumentBlock[], candidates: readonly HeadingCandidate[]): DocumentBlock[] {
  const usual = usualSize(candidates);
  const ranks = new Map<number, number>();
  for (const candidate of candidates) {
    const rank = rankOf(candidate, usual, blocks);
    if (rank !== undefined) ranks.set(candidate.block, rank);
  }
  // If most lines are short and bold, that is a style and not a document full of headings.
  if (ranks.size === 0 || ranks.size > 0.6 * blocks.length) return blocks;
  const levels = new Map([...new Set(ranks.values())].sort((a, b) => a - b).map((rank, at) => [rank, at + 1]));
  return blocks.map((block, at) => {
    const rank = ranks.get(at);
    const text = textOf(block);
    return rank === undefined || text === undefined ? block : { kind: 'heading', level: levels.get(rank)!, text };
  });
}

/** Returns a number that is smaller for higher headings; undefined for text. Larger type ranks before any numbering. */
function rankOf(candidate: HeadingCandidate, usual: number | undefined, blocks: DocumentBlock[]): number | undefined {
  const { text, bold, size } = candidate;
  if (blocks[candidate.block]?.kind !== 'paragraph') return undefined;
  if (text.length > LONGEST[detectLanguage(text)] || /[.。!！?？;；,，:：]$/.test(text)) return undefined;
  const numbering = NUMBERINGS.findIndex((pattern) => pattern.test(text));
  if (numbering !== -1) return numbering;
  if (size !== undefined && usual !== undefined && size >= usual + 2) return -size;
  return bold ? NUMBERINGS.length : undefined;
}

function usualSize(candidates: readonly HeadingCandidate[]): number | undefined {
  const lengths = new Map<number, number>();
  let total = 0;
  for (const { size, text } of candidates) {
    total += text.length;
    if (size !== undefined) lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  }
  const [most] = [...lengths].sort((a, b) => b[1] - a[1]);
  // Text without a size has the document's default, usually 11 or 12 points (10.5 in Chinese).
  return most && most[1] >= USUAL_SHARE * total ? most[0] : 12;
}

function textOf(block: DocumentBlock): string | undefined {
  return block.kind === 'paragraph' ? block.text : undefined;
}
