import { isDelimiterRow, splitRow } from '../../outline/markdown-table';
import { outlineIn } from '../../outline/outline-facts';
import { dated, isBlank, isGap, promptIn, promptsOf, subjectOf } from '../../outline/prompts';
import { LEVELS, linesUnder, type Outline, type OutlineNode, rename, setBody } from './outline';

/** A place that no one has filled. */
interface Prompt {
  key: string;
  label: string;
  answer(outline: Outline, text: string): Outline;
}

/** A table or chart with empty cells. */
export interface PromptTable {
  key: string;
  header: string[];
  /** A text, or the prompt of an empty cell. */
  rows: (string | Prompt)[][];
}

export interface SlidePrompts {
  /** Id and title of the slide. */
  id: number;
  slide: string;
  prompts: Prompt[];
  tables: PromptTable[];
}

/** Number of prompts without an answer, counted as everywhere else: a table or chart is one. */
export const countPrompts = (markdown: string): number => promptsOf(outlineIn(markdown)).length;

/** The places to fill, by slide: the same prompt means different things on different slides. */
export function openPrompts({ nodes }: Outline): SlidePrompts[] {
  const slides: SlidePrompts[] = [{ id: 0, slide: '', prompts: [], tables: [] }];
  for (const node of nodes) {
    const prompt = promptOf(node);
    if (prompt === undefined && node.level <= LEVELS.page) {
      slides.push({ id: node.id, slide: node.text, prompts: [], tables: [] });
    }
    const slide = slides.at(-1)!;
    if (prompt !== undefined) slide.prompts.push(prompt);
    slide.tables.push(...tablesOf(node));
  }
  return slides.filter(({ prompts, tables }) => prompts.length + tables.length > 0);
}

/** All places of the slides, in order. */
export const placesOf = (slides: readonly SlidePrompts[]): Prompt[] =>
  slides.flatMap(({ prompts, tables }) => [
    ...prompts,
    ...tables.flatMap(({ rows }) => rows.flat().filter((cell) => typeof cell !== 'string')),
  ]);

/** Opens the form at its first empty field. */
export function goToPrompts(): void {
  const form = document.querySelector<HTMLDetailsElement>('.prompts');
  if (form === null) return;
  form.open = true;
  const fields = [...form.querySelectorAll('input')];
  (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
}

function promptOf(node: OutlineNode): Prompt | undefined {
  const { id, level, text } = node;
  if (level <= LEVELS.page) return undefined;
  if (dated(text, '') !== undefined) {
    return { key: `${id}`, label: text, answer: (outline, date) => rename(outline, id, dated(text, date)!) };
  }
  const prompt = linesUnder(node).every(isGap) ? promptIn(text) : undefined;
  if (prompt === undefined) return undefined;
  return {
    key: `${id}`,
    label: prompt,
    answer: (outline, fact) => setBody(rename(outline, id, subjectOf(prompt)), id, `\n${fact}\n`),
  };
}

/** The tables under a heading that have empty cells. */
function tablesOf({ id, body }: OutlineNode): PromptTable[] {
  const lines = body.split(/\r\n?|\n/);
  return lines.flatMap((line, at): PromptTable[] => {
    if (at === 0 || !isDelimiterRow(line)) return [];
    const header = splitRow(lines[at - 1]!);
    const rows: PromptTable['rows'] = [];
    for (let below = at + 1; lines[below]?.includes('|'); below += 1) {
      const cells = splitRow(lines[below]!);
      const name = isBlank(cells[0]!) ? `${rows.length + 1}` : cells[0]!;
      rows.push(
        cells.map((cell, column): string | Prompt => {
          if (!isBlank(cell)) return cell;
          const label = [name, header[column]].filter(Boolean).join(' · ');
          const answer = (outline: Outline, text: string) => fillCell(outline, id, { line: below, column, text });
          return { key: `${id}.${below}.${column}`, label, answer };
        }),
      );
    }
    const isOpen = rows.some((row) => row.some((cell) => typeof cell !== 'string'));
    return isOpen ? [{ key: `${id}.${at}`, header, rows }] : [];
  });
}

/** The cells of a row as written, with what is before the first bar and after the last one. */
function written(row: string): string[] {
  const cells = [''];
  for (const piece of row.match(/\\?./gsu) ?? []) {
    if (piece === '|') cells.push('');
    else cells[cells.length - 1] += piece;
  }
  return cells;
}

function fillCell(
  outline: Outline,
  id: number,
  { line, column, text }: { line: number; column: number; text: string },
) {
  const { body } = outline.nodes.find((node) => node.id === id)!;
  const lines = body.split(/\r\n?|\n/);
  const row = lines[line]!;
  const cells = written(row);
  cells[column + (row.trimStart().startsWith('|') ? 1 : 0)] = ` ${text.replaceAll('|', '\\|')} `;
  lines[line] = cells.join('|');
  return setBody(outline, id, lines.join('\n').replace(/\n$/, ''));
}
