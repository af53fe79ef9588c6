/** What an author says about a point besides its words: its number in an ordered list, and its emphasis. */
import type { Block, Point } from './outline';

export type PointMarks = Pick<Point, 'number' | 'marked'>;

/** A greater number in front of a line is a year or an amount. */
const greatest = 999;

/** The number of a list item; undefined if it does not count anything. */
export function listNumber(written: unknown): number | undefined {
  const number = typeof written === 'string' && /^\d{1,3}$/.test(written) ? Number(written) : written;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= greatest
    ? number
    : undefined;
}

/** Whether all of a line is emphasized. */
export const isBold = (source: string): boolean => /^\*\*(?:\\.|[^*\\])+\*\*$/su.test(source.trim());

/** As in CommonMark, neighbors in a list count on from its start, whatever numbers they were given. */
export function countOn(blocks: readonly Block[]): void {
  for (let at = 0; at < blocks.length; ) {
    const run: Point[] = [];
    for (let block = blocks[at]; isNumbered(block); block = blocks[at]) {
      run.push(block);
      at += 1;
    }
    const first = Math.min(...run.map(({ number }) => number!));
    run.forEach((point, index) => {
      point.number = first + index;
    });
    if (run.length === 0) at += 1;
  }
}

const isNumbered = (block: Block | undefined): block is Point => block?.kind === 'point' && block.number !== undefined;

/** The outline without these marks, for the comparison of words. */
export function withoutMarks(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.kind !== 'point') return block;
    const { number: _number, marked: _marked, ...words } = block;
    return words;
  });
}

/** The blocks with the marks of the points with the same titles in others. */
export function withMarksFrom(blocks: readonly Block[], others: readonly Block[]): Block[] {
  const points = new Map(others.flatMap((block) => (block.kind === 'point' ? [[block.title, block] as const] : [])));
  return withoutMarks(blocks).map((block) => {
    if (block.kind !== 'point') return block;
    const { number, marked } = points.get(block.title) ?? {};
    return { ...block, ...marksOf({ number, marked }) };
  });
}

/** Without absent fields. */
export function marksOf({ number, marked }: { [Mark in keyof PointMarks]?: PointMarks[Mark] | undefined }): PointMarks {
  return { ...(number === undefined ? {} : { number }), ...(marked === undefined ? {} : { marked }) };
}
