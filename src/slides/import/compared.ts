/** Sections with the same points next to each other, such as options: one table compares them. */
import type { Chapter, Outline, Page, Point } from '../../outline/outline';

const MOST_SIDE_BY_SIDE = 4;
const MOST = 8;
const MOST_POINTS = 8;
const LEAST_POINTS = 2;
const LONGEST_CELL = 80;

/** The outline with a table in the place of such pages. */
export function compared(outline: Outline): Outline {
  return { ...outline, chapters: outline.chapters.map((chapter) => ({ ...chapter, pages: pagesOf(chapter) })) };
}

function pagesOf({ title, pages }: Chapter): Page[] {
  const result: Page[] = [];
  for (let at = 0; at < pages.length; ) {
    const names = namesOf(pages[at]!);
    let end = at + 1;
    while (names !== undefined && end < pages.length && namesOf(pages[end]!) === names) end += 1;
    const run = pages.slice(at, end);
    const isComparison = run.length > 1 && run.length <= MOST && run.every(({ notes }) => notes === undefined);
    result.push(...(isComparison ? [tablePage(run, title)] : run));
    at = end;
  }
  return result;
}

/** The names of the points of a page that has nothing but short facts. */
function namesOf({ blocks, links }: Page): string | undefined {
  const isFacts =
    links === undefined &&
    blocks.length >= LEAST_POINTS &&
    blocks.length <= MOST_POINTS &&
    blocks.every((block) => block.kind === 'point' && block.text.length === 1 && block.text[0]!.length <= LONGEST_CELL);
  return isFacts ? (blocks as Point[]).map(({ title }) => title).join('\n') : undefined;
}

function tablePage(run: readonly Page[], chapter: string): Page {
  const columns = run.map(({ title, blocks }) => ({ title, points: blocks as Point[] }));
  const names = columns[0]!.points.map(({ title }) => title);
  const cell = (column: number, row: number): string => columns[column]!.points[row]!.text[0]!;
  const title = chapter === '' ? columns.map((column) => column.title).join(' · ') : chapter;
  const block =
    run.length <= MOST_SIDE_BY_SIDE
      ? {
          header: ['', ...columns.map((column) => column.title)],
          rows: names.map((name, row) => [name, ...columns.map((_, column) => cell(column, row))]),
        }
      : {
          header: ['', ...names],
          rows: columns.map((each, column) => [each.title, ...names.map((_, row) => cell(column, row))]),
        };
  return { title, blocks: [{ kind: 'table', ...block }] };
}
