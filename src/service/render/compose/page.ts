/** One page of the outline as one or more slides: kinds by content, long text split. */
import { box, inset, tone } from '../canvas';
import type { Slide, SlideKind } from '../deck';
import type { Slot, Suit } from '../suits/suit';
import { isWide } from '../text/characters';
import { sentences } from '../text/line-breaks';
import type { Typesetter } from '../text/measure';
import { cards, columns } from './cards';
import { chart } from './chart';
import { asFigure, figures } from './figures';
import { rows } from './rows';
import { fill, type Item, Sheet } from './sheet';
import type { Drawn } from './stages';
import { statement } from './statement';
import { isSequence, steps } from './steps';
import { columnGroups, type TableData, table } from './table';

export interface PageInput {
  title: string;
  items: Item[];
  tables: TableData[];
  notes: string[];
}

type Painter = (sheet: Sheet, items: Item[]) => boolean;

interface Candidate {
  kind: SlideKind;
  paint: Painter;
}

export class PageComposer {
  constructor(
    private readonly suit: Suit,
    private readonly type: Typesetter,
  ) {}

  /** `earlier` holds the slides before this page: a kind is not used three times in a row where another one fits. */
  compose(page: PageInput, earlier: readonly Slide[]): Drawn[] {
    if (page.items.length === 0 && page.tables.length === 0) return [this.titleOnly(page)];
    const bodies: { kind: SlideKind; sheet: Sheet }[] = [];
    const kinds = (): SlideKind[] => [...earlier, ...bodies].slice(-2).map((each) => each.kind);
    for (const group of groups(page.items)) bodies.push(...this.points(page.title, group, kinds));
    for (const data of page.tables.flatMap(columnGroups)) bodies.push(...this.tables(page.title, data));
    return bodies.map(({ kind, sheet }, index) => {
      const title = bodies.length > 1 ? this.numbered(page.title, index + 1, bodies.length) : page.title;
      fill(sheet.canvas, this.suit.page.title, title, 'Title', 'title');
      const { shapes } = sheet.canvas;
      // The title is read first.
      shapes.unshift(shapes.pop()!);
      const slide: Slide = { kind, layout: 'page', title, shapes, notes: page.notes };
      return { slide, canvas: sheet.canvas };
    });
  }

  private numbered(title: string, index: number, count: number): string {
    const wide = isWide(title.codePointAt(title.length - 1)!);
    return wide ? `${title}（${index}/${count}）` : `${title} (${index}/${count})`;
  }

  /** A page of which nothing but the title is known: the title itself is the statement. */
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
    return {
      slide: { kind: 'statement', layout: 'page', title: page.title, shapes: canvas.shapes, notes: page.notes },
      canvas,
    };
  }

  private sheet(title: string): Sheet {
    const { body, surface } = this.suit.page;
    return new Sheet(this.suit, this.type, body, surface, title);
  }

  /** Tries the kinds in turn; when nothing holds the points they are split in two. */
  private points(title: string, items: Item[], kinds: () => SlideKind[]): { kind: SlideKind; sheet: Sheet }[] {
    for (const { kind, paint } of this.candidates(title, items, kinds())) {
      const sheet = this.sheet(title);
      if (paint(sheet, items)) return [{ kind, sheet }];
    }
    const result: { kind: SlideKind; sheet: Sheet }[] = [];
    const before = (): SlideKind[] => [...kinds(), ...result.map((each) => each.kind)].slice(-2);
    for (const part of halves(items, this.type.language)) result.push(...this.points(title, part, before));
    return result;
  }

  private candidates(title: string, items: Item[], recent: SlideKind[]): Candidate[] {
    const all = candidatesFor(title, items);
    const worn = recent.length === 2 && recent[0] === recent[1] ? recent[0] : undefined;
    return [...all.filter((each) => each.kind !== worn), ...all.filter((each) => each.kind === worn)];
  }

  private tables(title: string, data: TableData): { kind: SlideKind; sheet: Sheet }[] {
    const result: { kind: SlideKind; sheet: Sheet }[] = [];
    const bars = this.sheet(title);
    if (chart(bars, data)) return [{ kind: 'chart', sheet: bars }];
    let rest = data.rows;
    do {
      const sheet = this.sheet(title);
      const drawn = table(sheet, { header: data.header, rows: rest }, title);
      if (drawn === 0 && rest.length > 0) {
        // A row that is taller than a page is no table any more: its cells become points.
        const items = rest[0]!.map((cell, index) => ({ heading: data.header[index] ?? '', text: [cell] }));
        result.push(...this.points(title, items, () => result.slice(-2).map((each) => each.kind)));
        rest = rest.slice(1);
      } else {
        result.push({ kind: 'table', sheet });
        rest = rest.slice(drawn);
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
} as const satisfies Record<string, Candidate>;

/** The kinds that suit the points, the best first. */
function candidatesFor(title: string, items: Item[]): Candidate[] {
  const { cards, columns, bullets, statement, figures, steps } = painters;
  const numbers = items.every((item) => asFigure(item));
  if (items.length === 1) return numbers ? [figures, statement, bullets] : [statement, bullets];
  if (isSequence(title, items)) return [steps, bullets, cards];
  if (numbers && items.length <= 4) return [figures, cards, bullets];
  if (items.length === 2) return [columns, bullets, cards];
  const bare = items.every((item) => item.text.length === 0);
  return items.length <= 4 && !bare ? [cards, bullets] : [bullets, cards];
}

const maxPoints = 6;

/** Even groups of at most six points. */
function groups(items: Item[]): Item[][] {
  if (items.length === 0) return [];
  const count = Math.ceil(items.length / maxPoints);
  const size = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size)).filter(
    (group) => group.length > 0,
  );
}

function halves(items: Item[], language: 'en' | 'zh'): Item[][] {
  if (items.length > 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  }
  const { heading, text } = items[0]!;
  const parts =
    text.length > 1
      ? text
      : sentences(text[0] ?? heading, language).length > 1
        ? sentences(text[0] ?? heading, language)
        : undefined;
  if (!parts) {
    const characters = [...(text[0] ?? heading)];
    const middle = Math.ceil(characters.length / 2);
    // Better between two words than inside one, when there is a space near the middle.
    const space = characters.indexOf(' ', middle);
    const at = space >= 0 && space < characters.length - 1 ? space : middle;
    return [
      [{ heading: text.length > 0 ? heading : '', text: [characters.slice(0, at).join('').trim()] }],
      [{ heading: text.length > 0 ? heading : '', text: [characters.slice(at).join('').trim()] }],
    ];
  }
  const middle = Math.ceil(parts.length / 2);
  const join = (some: string[]): string[] => (text.length > 1 ? some : [some.join(language === 'zh' ? '' : ' ')]);
  return [[{ heading, text: join(parts.slice(0, middle)) }], [{ heading, text: join(parts.slice(middle)) }]];
}
