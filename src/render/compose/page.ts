/** One page of the outline as one or more slides: chooses slide kinds by content and splits long text. */
import { box, inset, tone } from '../canvas/canvas';
import type { Arrangement, ChartKind, Shape, Slide, SlideKind } from '../deck/deck';
import type { Slot, Template } from '../templates/template';
import { isWide } from '../text/characters';
import type { Typesetter } from '../text/measure';
import { cards, columns } from './cards';
import { chart } from './chart';
import { type ChartData, chartOf, chartOfPoints } from './chart-data';
import { asFigure, figures } from './figures';
import { itemNotes, rowNotes, sentence } from './notes';
import { claim, headline } from './pro/claim';
import { compare } from './pro/compare';
import { feature, staggered } from './pro/feature';
import { chartWithFigures } from './pro/key-figures';
import { numberTiles } from './pro/number-tiles';
import { arrows, stairs } from './pro/process';
import { ribbon } from './pro/ribbon';
import { zigzag } from './pro/zigzag';
import { rows } from './rows';
import { fill, type Item, Sheet } from './sheet';
import { groups, halves } from './split';
import type { Drawn } from './stages';
import { statement } from './statement';
import { isSequence, steps } from './steps';
import { columnGroups, columnsAhead, type TableData, table } from './table';
import { isTimeline, timeline } from './timeline';

export interface PageInput {
  title: string;
  items: Item[];
  tables: TableData[];
}

/** The shapes below a title, and their notes. */
interface Body {
  kind: SlideKind;
  sheet: Sheet;
  notes: string[];
}

/** The visual kind of a slide; different chart kinds count as different. */
type Manner = SlideKind | ChartKind;

function mannerOf(kind: SlideKind, shapes: readonly Shape[]): Manner {
  const drawn = shapes.find((shape) => shape.kind === 'chart');
  return drawn ? drawn.data.kind : kind;
}

const worn = (recent: readonly Manner[]): Manner | undefined =>
  recent.length > 1 && recent.at(-1) === recent.at(-2) ? recent.at(-1) : undefined;

const manners = (bodies: readonly Body[]): Manner[] =>
  bodies.slice(-2).map((each) => mannerOf(each.kind, each.sheet.canvas.shapes));

type Painter = (sheet: Sheet, items: Item[]) => boolean;

interface Candidate {
  kind: SlideKind;
  paint: Painter;
}

export class PageComposer {
  /** How often each kind was drawn, because the arrangements of a kind alternate. */
  private readonly turns = new Map<SlideKind, number>();

  constructor(
    private readonly template: Template,
    private readonly type: Typesetter,
    private readonly layout: Arrangement,
  ) {}

  /** `earlier` ends with the two slides before this page: no kind is used three times in a row if another one fits. */
  compose(page: PageInput, earlier: readonly Slide[]): Drawn[] {
    if (page.items.length === 0 && page.tables.length === 0) return [this.titleOnly(page)];
    const { language } = this.type;
    const bodies: Body[] = [];
    const before = earlier.slice(-2).map((each) => mannerOf(each.kind, each.shapes));
    const recent = (): Manner[] => [...before, ...manners(bodies)].slice(-2);
    for (const group of groups(page.items)) bodies.push(...this.points(page.title, group, recent));
    for (const data of page.tables.flatMap(columnGroups)) bodies.push(...this.tables(page.title, data, recent));
    return bodies.map(({ kind, sheet, notes: said }, index) => {
      const title = bodies.length > 1 ? this.numbered(page.title, index + 1, bodies.length) : page.title;
      fill(sheet.canvas, this.template.page.title, title, 'Title', 'title');
      const { shapes } = sheet.canvas;
      // The title must come first in reading order.
      shapes.unshift(shapes.pop()!);
      const notes = index === 0 || said.length === 0 ? [sentence(page.title, language), ...said] : said;
      const slide: Slide = { kind, layout: 'page', title, shapes, notes };
      return { slide, canvas: sheet.canvas };
    });
  }

  private numbered(title: string, index: number, count: number): string {
    const wide = isWide(title.codePointAt(title.length - 1)!);
    return wide ? `${title}（${index}/${count}）` : `${title} (${index}/${count})`;
  }

  /** A page with only a title shows the title as the statement. */
  private titleOnly(page: PageInput): Drawn {
    const sheet = this.sheet(page.title);
    const { x, y, w, h } = sheet.body;
    const where = box(x, y + h * 0.1, w, h * 0.7);
    const title: Slot = {
      box: inset(where, 56, 30),
      sizes: [40, 36, 32, 28, 24, 20],
      font: 'heading',
      bold: true,
      tone: tone(sheet.surface.text),
      anchor: 'middle',
    };
    fill(sheet.canvas, title, page.title, 'Title', 'title');
    const [text] = sheet.canvas.shapes.splice(0);
    sheet.panel(where, 'pale');
    if (sheet.radius === 0) sheet.canvas.rect(box(x, where.y, 8, where.h), tone('accent'), { name: 'Bar' });
    sheet.canvas.shapes.push(text!);
    const { canvas } = sheet;
    const notes = [sentence(page.title, this.type.language)];
    return { slide: { kind: 'statement', layout: 'page', title: page.title, shapes: canvas.shapes, notes }, canvas };
  }

  private sheet(title: string): Sheet {
    const { body, surface } = this.template.page;
    return new Sheet(this.template, this.type, body, surface, title);
  }

  /** Tries the kinds in order; if none can hold the points, splits them in two. */
  private points(title: string, items: Item[], recent: () => Manner[]): Body[] {
    const notes = itemNotes(items, this.type.language);
    const numbers = this.unless(worn(recent()), chartOfPoints(items));
    const drawn = numbers && this.chart(numbers, title);
    if (drawn) return [{ kind: 'chart', sheet: drawn, notes }];
    for (const { kind, paint } of this.candidates(title, items, worn(recent()))) {
      const sheet = this.sheet(title);
      if (!paint(sheet, items)) continue;
      this.turns.set(kind, this.turn(kind) + 1);
      return [{ kind, sheet, notes }];
    }
    const result: Body[] = [];
    const before = (): Manner[] => [...recent(), ...manners(result)].slice(-2);
    for (const part of halves(items, this.type.language)) result.push(...this.points(title, part, before));
    return result;
  }

  private candidates(title: string, items: Item[], tired: Manner | undefined): Candidate[] {
    const all = candidatesFor(title, items).flatMap((each) => [...this.richer(each.kind), each]);
    return [...all.filter((each) => each.kind !== tired), ...all.filter((each) => each.kind === tired)];
  }

  /** The pro arrangements of a kind, starting with the next in turn. The standard one is the fallback. */
  private richer(kind: SlideKind): Candidate[] {
    if (this.layout === 'standard') return [];
    const all = proPainters[kind] ?? [];
    const first = this.turn(kind) % (all.length || 1);
    return [...all.slice(first), ...all.slice(0, first)].map((paint) => ({ kind, paint }));
  }

  private turn(kind: SlideKind): number {
    return this.turns.get(kind) ?? 0;
  }

  private chart(data: ChartData, title: string): Sheet | undefined {
    const painters = this.layout === 'pro' ? [chartWithFigures, chart] : [chart];
    for (const paint of painters) {
      const sheet = this.sheet(title);
      if (paint(sheet, data, title)) return sheet;
    }
    return undefined;
  }

  private unless(tired: Manner | undefined, data: ChartData | undefined): ChartData | undefined {
    return data?.kind === tired ? undefined : data;
  }

  private tables(title: string, data: TableData, recent: () => Manner[]): Body[] {
    const result: Body[] = [];
    const numbers = this.unless(worn(recent()), chartOf(data));
    const { language } = this.type;
    const drawn = numbers && this.chart(numbers, title);
    if (drawn) return [{ kind: 'chart', sheet: drawn, notes: rowNotes(data, language) }];
    const ahead = columnsAhead(this.type, data);
    let rest = data.rows;
    do {
      const sheet = this.sheet(title);
      const columns = ahead[data.rows.length - rest.length]!;
      const count = table(sheet, { header: data.header, rows: rest }, columns, title);
      if (count === 0 && rest.length > 0) {
        // A row taller than a page cannot be shown as a table, so its cells become points.
        const items = rest[0]!.map((cell, index) => ({ heading: data.header[index] ?? '', text: [cell] }));
        result.push(...this.points(title, items, () => [...recent(), ...manners(result)].slice(-2)));
        rest = rest.slice(1);
      } else {
        const notes = rowNotes({ header: data.header, rows: rest.slice(0, count) }, language);
        result.push({ kind: 'table', sheet, notes });
        rest = rest.slice(count);
      }
    } while (rest.length > 0);
    return result;
  }
}

const painters = {
  cards: { kind: 'cards', paint: cards },
  columns: { kind: 'columns', paint: columns },
  bullets: { kind: 'bullets', paint: rows },
  statement: { kind: 'statement', paint: statement },
  figures: { kind: 'figures', paint: figures },
  steps: { kind: 'steps', paint: steps },
  timeline: { kind: 'timeline', paint: timeline },
} as const satisfies Record<string, Candidate>;

const proPainters: Partial<Record<SlideKind, Painter[]>> = {
  cards: [feature, staggered],
  columns: [compare],
  bullets: [zigzag, feature],
  statement: [claim],
  figures: [headline, numberTiles],
  steps: [arrows, stairs],
  timeline: [ribbon],
};

/** The slide kinds that fit the points, best first. */
function candidatesFor(title: string, items: Item[]): Candidate[] {
  const { cards, columns, bullets, statement, figures, steps, timeline } = painters;
  const numbers = items.every((item) => asFigure(item));
  if (items.length === 1) return numbers ? [figures, statement, bullets] : [statement, bullets];
  if (isTimeline(items)) return [timeline, steps, bullets, cards];
  if (isSequence(title, items)) return [steps, bullets, cards];
  if (numbers && items.length <= 4) return [figures, cards, bullets];
  if (items.length === 2) return [columns, bullets, cards];
  const bare = items.every((item) => item.text.length === 0);
  return items.length <= 4 && !bare ? [cards, bullets] : [bullets, cards];
}
