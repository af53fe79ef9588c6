import { bare } from '../../../base/text/bare';
import { codeText } from '../../../outline/code-text';
import type { Block, Page, Point, Table } from '../../../outline/outline';
import { OUTLINE_LIMITS } from '../../../outline/outline-limits';
import type { Judges } from './chapter-slides';
import { line, MOST_WORDS, sentences, shortened, wordCount } from './item-text';
import { same } from './outline-lines';
import type { SlideAnswer } from './slide-form';

/** What a slide of each kind has room for. */
const MOST_ITEMS: Record<SlideAnswer['kind'], number> = {
  points: 6,
  steps: 6,
  comparison: 4,
  table: 3,
  chart: 3,
  figures: 4,
  quotation: 1,
  code: 3,
  statement: 1,
};
const MOST_ROWS = 12;
/** A longer table is refused once, then split over several slides. */
const ROWS_KEPT = 60;
const MOST_COLUMNS = 7;
const MOST_CODE_LINES = 60;
const MOST_NOTES = 6;
const LONGEST_HEADING = 90;
const LONGEST_SOURCE = 200;
/** A single value is a sentence, not a chart. */
const FEWEST_VALUES = 2;

const SOURCE = { en: 'Source: ', zh: '来源：' } as const;
const SOURCE_MARK = /^(?:sources?|来源|数据来源|资料来源|出处)\s*[:：]\s*/iu;

interface SlideContent {
  blocks: Block[];
  notes: string[];
}

/** A slide that cannot be used as it is: what is wrong, and what no one gave. */
interface SlideFault {
  wrong: string[];
  invented: string[];
  /** The blocks of the page, with the texts that can be used: only the others are requested again. */
  kept: Block[];
}

/** A page without content of its own. Its slide may contain anything. */
export function isFree({ title, blocks }: Page): boolean {
  const [only, ...others] = blocks;
  return (
    only === undefined || (others.length === 0 && only.kind === 'point' && isEmpty(only) && same(only.title, title))
  );
}

const isEmpty = (point: Point): boolean => point.text.length === 0;

interface Context extends Judges {
  page: Page;
  /** There is no further request: faults are replaced by prompts or left out where possible. */
  isLast: boolean;
}

/**
 * Turns the slide of a model into blocks of its page. Headings, texts, tables and code of the page stay; a page without
 * any takes those of the model.
 */
export function slideContent(slide: SlideAnswer, context: Context): SlideContent | SlideFault {
  const slot = new SlideReader(slide, context);
  const blocks = isFree(context.page) ? slot.free() : slot.filled();
  return slot.result(blocks);
}

class SlideReader {
  private readonly wrong: string[] = [];
  private readonly invented: string[] = [];
  private readonly notes: string[] = [];
  /** Texts of points without a fault. */
  private readonly good = new Map<Point, string>();

  constructor(
    private readonly slide: SlideAnswer,
    private readonly context: Context,
  ) {}

  /** The blocks of a page without content. */
  free(): Block[] {
    const { kind, items } = this.slide;
    const { page, isLast } = this.context;
    const most = MOST_ITEMS[kind];
    if (items.length > most) this.fault(`${items.length} items, at most ${most} for this kind`);
    const points = items.flatMap((item): Point[] => {
      const heading = this.heading(item.heading);
      const text = this.text(item.text, heading || 'an item');
      if (text === '') {
        // A heading alone is a short point.
        if (heading !== '') this.fault(`no text for ${JSON.stringify(heading)}`);
        return [];
      }
      if (heading === '' && items.length > 1) this.fault('an item has no heading');
      return [this.point(heading || page.title, text)];
    });
    const data = this.data(points.length > 0);
    if (points.length === 0 && data.length === 0 && !isLast) this.fault('no items');
    return this.finished(points, [...points, ...data]);
  }

  /** The blocks of a page whose points have been approved, with texts below those without one. */
  filled(): Block[] {
    const { page } = this.context;
    const { items } = this.slide;
    const all = page.blocks.filter((block): block is Point => block.kind === 'point');
    const open = all.filter(isEmpty);
    const left = [...items];
    const inOrder = items.length === all.length ? all : items.length === open.length ? open : [];
    const texts = new Map<Point, string>();
    for (const point of open) {
      const at = left.findIndex(({ heading }) => bare(heading) === bare(point.title) && bare(heading) !== '');
      const item = at === -1 ? items[inOrder.indexOf(point)] : left.splice(at, 1)[0];
      const faults = this.wrong.length + this.invented.length;
      const text = item === undefined ? '' : this.text(item.text, point.title);
      if (text === '') this.fault(`no text for ${JSON.stringify(point.title)}`);
      texts.set(point, text);
      if (this.wrong.length + this.invented.length === faults) this.good.set(point, text);
    }
    const blocks = page.blocks.map((block): Block => {
      const text = block.kind === 'point' ? texts.get(block) : undefined;
      return text === undefined || block.kind !== 'point' ? block : { ...block, text: [text] };
    });
    const written = blocks.filter((block, at): block is Point => block !== page.blocks[at] && block.kind === 'point');
    const hasOwn = blocks.some(({ kind }) => kind !== 'point');
    return this.finished(written, hasOwn ? blocks : [...blocks, ...this.data(true)]);
  }

  result(blocks: Block[]): SlideContent | SlideFault {
    const { wrong, invented } = this;
    const { isLast } = this.context;
    const isComplete = blocks.length > 0 && blocks.every((block) => block.kind !== 'point' || !isEmptyText(block));
    if (!isComplete || (!isLast && wrong.length + invented.length > 0)) {
      const kept = this.context.page.blocks.map((block) => {
        const text = block.kind === 'point' ? this.good.get(block) : undefined;
        return text === undefined || block.kind !== 'point' ? block : { ...block, text: [text] };
      });
      return { wrong, invented, kept };
    }
    return { blocks, notes: this.spoken() };
  }

  private fault(wrong: string): void {
    this.wrong.push(wrong);
  }

  /** Points with their order, and the source below the last one. */
  private finished(points: Point[], blocks: Block[]): Block[] {
    const { page, language, material } = this.context;
    if (this.slide.kind === 'steps' && points.length > 1 && blocks.every((block) => block.kind === 'point')) {
      if (blocks.length === points.length) for (const [at, point] of points.entries()) point.number = at + 1;
    }
    const source = line((this.slide.source ?? '').replace(SOURCE_MARK, ''), LONGEST_SOURCE);
    if (source === '' || blocks.length === 0 || !material.names(source)) return blocks;
    const words = SOURCE[language] + source;
    const last = points.at(-1);
    if (last === undefined) return [...blocks, { kind: 'point', title: page.title, text: [words] }];
    last.text.push(words);
    return blocks;
  }

  private point(heading: string, text: string): Point {
    const { kind } = this.slide;
    const { material, page, isLast } = this.context;
    if (kind !== 'quotation') return { kind: 'point', title: heading, text: [text] };
    const words = text.replace(/^["“„«「『]{1,2}|["”“»」』]{1,2}$/gu, '').trim();
    const author = heading !== page.title && material.names(heading) ? heading : page.title;
    if (material.names(words)) return { kind: 'point', title: author, text: [`“${words}”`] };
    this.invented.push(text);
    return { kind: 'point', title: page.title, text: [isLast ? material.quotationPrompt : text] };
  }

  private heading(source: string): string {
    const { material, sense } = this.context;
    const isData = this.slide.kind === 'figures';
    const heading = line(source, LONGEST_HEADING).replace(/[:：]$/u, '');
    if (sense.isEcho(heading)) return '';
    this.invented.push(...material.invented(heading, isData));
    return material.withPrompts(heading, isData);
  }

  private text(source: string, name: string): string {
    const { material, sense, page, language, isLast } = this.context;
    const whole = line(source);
    const nonsense = whole === '' ? undefined : sense.textFault(whole, page.title, name);
    if (nonsense !== undefined) {
      this.fault(`the text of ${JSON.stringify(name)} ${nonsense}`);
      return '';
    }
    this.invented.push(...material.invented(whole));
    const text = material.withPrompts(whole);
    const short = shortened(text, language);
    if (short === undefined) {
      this.fault(`a sentence of ${wordCount(text)} words in ${JSON.stringify(name)}, at most ${MOST_WORDS}`);
      return isLast ? text : '…';
    }
    // The speaker can say what has no room.
    if (short !== text) this.notes.push(text);
    return short;
  }

  /** The code or table of the slide. Next to points it may be left out. */
  private data(hasPoints: boolean): Block[] {
    const { kind, table, code } = this.slide;
    if (kind === 'code') {
      const text = codeText(codeLines(code ?? ''));
      const lines = text.split('\n').length;
      if (lines > MOST_CODE_LINES) this.fault(`${lines} lines of code, at most ${MOST_CODE_LINES}`);
      if (text !== '') return [{ kind: 'code', text }];
    }
    if ((kind === 'table' || kind === 'chart') && table !== null && table.header.length > 0) {
      const values = table.rows.flatMap((row) => row.slice(1));
      const isGiven = values.filter((each) => this.context.material.isGivenValue(each)).length >= FEWEST_VALUES;
      if (kind === 'table' || isGiven) return [this.table(table)];
      this.fault(`a chart needs at least ${FEWEST_VALUES} values that the material has: use another kind`);
      return hasPoints ? [] : [this.table(table)];
    }
    return [];
  }

  private table({ header, rows }: Omit<Table, 'kind'>): Table {
    const { material } = this.context;
    const width = Math.min(header.length, MOST_COLUMNS);
    if (header.length > MOST_COLUMNS) this.fault(`${header.length} columns, at most ${MOST_COLUMNS}`);
    if (rows.length > MOST_ROWS) this.fault(`${rows.length} rows, at most ${MOST_ROWS}`);
    const cell = (source: string, isData: boolean): string => {
      const text = line(source, OUTLINE_LIMITS.heading);
      this.invented.push(...material.invented(text, isData));
      return material.withPrompts(text, isData);
    };
    return {
      kind: 'table',
      header: header.slice(0, width).map((each) => cell(each, false)),
      rows: rows
        .slice(0, ROWS_KEPT)
        .map((row) => header.slice(0, width).map((_, column) => cell(row[column] ?? '', column > 0))),
    };
  }

  /** Notes without the sentences that state what no one gave. */
  private spoken(): string[] {
    const { material, sense, page, language } = this.context;
    const own = this.slide.notes.slice(0, MOST_NOTES).map((note) =>
      sentences(line(note), language)
        .filter((sentence) => material.invented(sentence).length === 0)
        .join('')
        .trim(),
    );
    return [
      ...own.filter((note) => note !== '' && sense.textFault(note, page.title, 'notes') === undefined),
      ...this.notes,
    ];
  }
}

const isEmptyText = ({ text }: Point): boolean => text.every((each) => each === '');

/** Lines of code without the fence that models put around them. */
function codeLines(code: string): string[] {
  const lines = code.slice(0, OUTLINE_LIMITS.paragraph).split(/\r\n|\r|\n/);
  const isBlank = (line: string) => line.trim() === '';
  const [first, last] = [lines.findIndex((line) => !isBlank(line)), lines.findLastIndex((line) => !isBlank(line))];
  const fence = /^\s*(`{3,}|~{3,})/.exec(lines[first] ?? '')?.[1];
  return first < last && fence !== undefined && lines[last]!.trim() === fence ? lines.slice(first + 1, last) : lines;
}
