/** Puts the runs of a line into visual order, as defined by UAX #9. */
import bidiFactory from 'bidi-js';
import { graphemes } from '../../../base/text/segments';
import type { Piece } from '../deck/deck';
import type { Cut } from './faces';

const bidi = bidiFactory();

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether a text has letters that run from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** The library's time is quadratic in the length of a text with many numbers, so long ones are cut between words. */
const windowLength = 500;

/** Embedding levels of a paragraph; undefined if all of it runs from left to right. */
export function levelsOf(text: string, fromRight: boolean): Uint8Array | undefined {
  if (!fromRight && !hasRightToLeft(text)) return undefined;
  const levels = new Uint8Array(text.length);
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfWindow(text, from);
    levels.set(bidi.getEmbeddingLevels(text.slice(from, to), fromRight ? 'rtl' : 'ltr').levels, from);
  }
  return levels;
}

function endOfWindow(text: string, from: number): number {
  const end = from + windowLength;
  if (end >= text.length) return text.length;
  const space = text.slice(from, end).lastIndexOf(' ');
  return space > 0 ? from + space + 1 : end;
}

interface Run extends Cut {
  level: number;
}

/** Runs in one face and one direction. */
function runsOf(cuts: readonly Cut[], levels: Uint8Array, from: number): Run[] {
  let at = from;
  return cuts.flatMap(({ text, face }) => {
    const runs: Run[] = [];
    let alone = false;
    for (const character of text) {
      const level = levels[at] ?? 0;
      const last = runs.at(-1);
      // Mirrored characters are runs of their own, so that the text of a PDF keeps the original ones.
      const single = level % 2 === 1 && isMirrored(character);
      if (last?.level === level && !single && !alone) last.text += character;
      else runs.push({ text: character, face, level });
      alone = single;
      at += character.length;
    }
    return runs;
  });
}

/** Rule L2: from the highest level down, reverses each stretch of at least that level. */
function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && levels[order[end]!]! >= level) end += 1;
      if (end === start) continue;
      for (let left = start, right = end - 1; left < right; left += 1, right -= 1) {
        [order[left], order[right]] = [order[right]!, order[left]!];
      }
      start = end;
    }
  }
  return order;
}

/** Scripts that the font library sets from right to left, whatever the direction of the run. */
const setFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const isMirrored = (character: string): boolean => bidi.getMirroredCharacter(character) !== null;
const mirrored = (text: string): string => Array.from(text, (each) => bidi.getMirroredCharacter(each) ?? each).join('');

/** The text that gives a run's look when the font library sets it in the direction of its script. */
function drawnText({ text, level }: Run): string {
  const fromRight = level % 2 === 1;
  const looks = fromRight ? mirrored(text) : text;
  return setFromRight.test(text) === fromRight ? looks : [...graphemes(looks)].reverse().join('');
}

/**
 * Pieces in logical order, each at its visual position.
 * @param levels of the paragraph; undefined if all of it runs from left to right.
 * @param from offset of the line in the paragraph.
 */
export function placeCuts(
  cuts: readonly Cut[],
  levels: Uint8Array | undefined,
  from: number,
  size: number,
  x: number,
): Piece[] {
  let pen = x;
  if (levels === undefined) {
    return cuts.map(({ text, face }) => {
      const piece = { text, face: face.name, x: pen, width: face.width(text, size) };
      pen += piece.width;
      return piece;
    });
  }
  const runs = runsOf(cuts, levels, from);
  const pieces = runs.map((run): Piece => {
    const drawn = drawnText(run);
    const width = run.face.width(drawn, size);
    const piece: Piece = { text: run.text, face: run.face.name, x: 0, width };
    if (drawn !== run.text) piece.drawn = drawn;
    if (run.level % 2 === 1) piece.fromRight = true;
    return piece;
  });
  for (const index of visualOrder(runs.map((run) => run.level))) {
    pieces[index]!.x = pen;
    pen += pieces[index]!.width;
  }
  return pieces;
}
