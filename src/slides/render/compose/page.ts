/** One page of the outline as one or more slides: chooses slide kinds by content and splits long text. */
import { given } from '../../../core/given';
import { LinkFinder } from '../../../outline/links';
import type { Link } from '../../../outline/outline';
import type { Arrangement, ChartKind, Shape, Slide, SlideKind, SlideText } from '../deck/deck';
import type { Pictures } from '../deck/pictures';
import type { Template } from '../templates/template';
import { isWide } from '../text/characters';
import type { Typesetter } from '../text/measure';
import { chart } from './chart';
import { type ChartData, chartOf, chartOfPoints, withoutBlanks } from './chart-data';
import { type CodeData, code, codeGroups, snippets } from './code';
import { drawFraming, type Framing, framed, framingHeight, withFraming } from './framing';
import { gallery, mostImages } from './gallery';
import { withIcons } from './icons';
import { type Illustration, type IllustrationInput, illustration } from './image';
import { fitsAll, imagePatterns } from './image-text';
import { linkNotes, markLinks } from './links';
import { contentNotes, contentTexts, type SlideContent, sentence, textOf } from './notes';
import { type Pattern, patternsFor } from './patterns';
import { chartWithFigures } from './pro/key-figures';
import { isRecord, record } from './record';
import { fill, type Item, Sheet } from './sheet';
import { drawSources, sourcesHeight } from './sources';
import { evenly, groups, halves } from './split';
import type { Drawn } from './stages';
import { isSequence } from './steps';
import { columnGroups, columnsOf, planTable, type TableData, table } from './table';
import { isTimeline } from './timeline';
import { figureTitle, statementTitle } from './title-in-body';
import { Variety } from './variety';

export interface PageInput {
  title: string;
  items: Item[];
  tables: TableData[];
  code?: CodeData[];
  images?: IllustrationInput[];
  links?: readonly Link[];
  /** In place of the notes made from the text. */
  notes?: readonly string[];
  /** Lines about where the content is from, such as "Source: …", shown in small type. */
  sources?: string[];
  /** Number of the points before the first table. */
  ahead?: number;
  /** Sentences above and below the points of the slide. */
  framing?: Framing;
  /** Points of the same list on earlier pages, so that its numbers continue. */
  before?: number;
  /** Sibling pages about things of the same kind, this one included. They get the same arrangement. */
  alike?: readonly PageInput[];
}

/** The shapes below a title, and what they say. */
interface Body {
  kind: SlideKind;
  sheet: Sheet;
  content: SlideContent;
  /** How its points are arranged. */
  pattern?: Pattern;
  /** Its title is in the place of the content. */
  titled?: true;
  framing?: Framing;
}

/** The visual kind of a slide; different chart kinds count as different. */
type Manner = SlideKind | ChartKind;

function mannerOf(kind: SlideKind, shapes: readonly Shape[]): Manner {
  const drawn = shapes.find((shape) => shape.kind === 'chart');
  return drawn ? drawn.data.kind : kind;
}

const worn = (recent: readonly Manner[]): Manner | undefined =>
  recent.length > 1 && recent.at(-1) === recent.at(-2) ? recent.at(-1) : undefined;

/** The arrangement of the slide before, unless two of the list have it already and it is due for a change. */
const earlierPattern = (bodies: readonly Body[], recent: readonly Manner[]): Pattern | undefined => {
  const pattern = bodies.at(-1)?.pattern;
  return bodies.length > 1 && pattern?.kind === worn(recent) ? undefined : pattern;
};

const manners = (bodies: readonly Body[]): Manner[] =>
  bodies.slice(-2).map((each) => mannerOf(each.kind, each.sheet.canvas.shapes));

const textsOf = (content: SlideContent, { sources = [] }: PageInput): SlideText[] => [
  ...contentTexts(content),
  ...sources.map((each) => textOf(each)),
];

/** The points of a sequence have numbers in every arrangement, also if its words alone say that it is one. */
function counted({ title, items, before = 0 }: PageInput): Item[] {
  if (isTimeline(items) || !isSequence(title, items)) return items;
  return items.map((item, index) => ({ ...item, number: item.number ?? before + index + 1 }));
}

/** The title of one of several slides of a page. */
export function numbered(title: string, index: number, count: number): string {
  const wide = isWide(title.codePointAt(title.length - 1)!);
  return wide ? `${title}（${index}/${count}）` : `${title} (${index}/${count})`;
}

export class PageComposer {
  /** The arrangement that fits all pages of a list of siblings. */
  private readonly common = new Map<readonly PageInput[], Pattern | undefined>();

  private readonly variety: Variety;

  /** @param pages expected number of content slides */
  constructor(
    private readonly template: Template,
    private readonly type: Typesetter,
    private readonly layout: Arrangement,
    pages: number,
    private readonly files: Pictures = new Map(),
    /** Where titles are: among the shapes, or in a place of their own. */
    private readonly titles: 'drawn' | 'apart' = 'drawn',
  ) {
    this.variety = new Variety(pages);
  }

  /** `earlier` ends with the two slides before this page: no kind is used three times in a row if another one fits. */
  compose(page: PageInput, earlier: readonly Slide[]): Drawn[] {
    const { language } = this.type;
    const titled = this.titled(page);
    const bodies = titled ? [titled] : this.bodies(page, earlier);
    const links = new LinkFinder(page.links);
    return bodies.map((body, index) => {
      const { kind, sheet, content } = body;
      const own = contentNotes(content, language);
      const said =
        page.notes === undefined ? own : index === 0 ? page.notes.map((each) => sentence(each, language)) : [];
      const isPart = bodies.length > 1 && this.titles === 'drawn';
      const title = isPart ? numbered(page.title, index + 1, bodies.length) : page.title;
      const { shapes } = sheet.canvas;
      if (!body.titled && this.titles === 'drawn') {
        fill(sheet.canvas, this.template.page.title, title, 'Title', 'title');
        // The title must come first in reading order.
        shapes.unshift(shapes.pop()!);
      }
      drawFraming(sheet, body.framing ?? {});
      drawSources(sheet, page.sources ?? []);
      markLinks(shapes, links);
      const unmarked = index === bodies.length - 1 ? linkNotes(links.rest, language) : [];
      const below = [...said, ...(page.sources ?? []).map((each) => sentence(each, language)), ...unmarked];
      const notes = index === 0 || said.length === 0 ? [sentence(page.title, language), ...below] : below;
      const slide: Slide = { kind, layout: 'page', title, shapes, notes, texts: textsOf(content, page) };
      return { slide, canvas: sheet.canvas };
    });
  }

  private bodies(page: PageInput, earlier: readonly Slide[]): Body[] {
    const bodies: Body[] = [];
    const last = earlier.slice(-2).map((each) => mannerOf(each.kind, each.shapes));
    const recent = (): Manner[] => [...last, ...manners(bodies)].slice(-2);
    let before = page.before ?? 0;
    const images = (page.images ?? []).map((image) => illustration(image, this.files));
    const points = (items: Item[]) => {
      const { items: shown, above, below } = framed(items, this.type.language, page.sources === undefined);
      const parts = groups(shown);
      for (const [at, group] of parts.entries()) {
        const framing = { ...(at === 0 ? given({ above }) : {}), ...(at === parts.length - 1 ? given({ below }) : {}) };
        const own = { ...page, before, framing };
        const illustrated = this.illustrated(own, group, images);
        if (illustrated) bodies.push(illustrated);
        else bodies.push(...this.points(own, group, recent, earlierPattern(bodies, recent())));
        before += group.length;
      }
    };
    const items = withIcons(counted(page));
    const { ahead = items.length } = page;
    if (items.length > 0 && ahead > 0) points(items.slice(0, ahead));
    for (const group of evenly(images, mostImages)) {
      const sheet = this.sheet(page);
      gallery(sheet, group, this.layout);
      bodies.push({ kind: 'picture', sheet, content: { images: group } });
    }
    for (const data of page.tables) {
      const facts = this.record(page, data);
      if (facts) bodies.push(facts);
      else for (const group of columnGroups(data)) bodies.push(...this.tables(page, group, recent));
    }
    for (const group of codeGroups(page.code ?? [])) bodies.push(...this.codes(page, group));
    if (ahead < items.length) points(items.slice(ahead));
    return bodies;
  }

  /** A page whose title is in the place of its content. */
  private titled(page: PageInput): Body | undefined {
    const { title, items } = page;
    if (this.titles === 'apart' || page.tables.length > 0 || page.code || page.images) return undefined;
    const sheet = this.sheet(page);
    if (items.length === 0) {
      statementTitle(sheet, title);
      return { kind: 'statement', sheet, content: {}, titled: true };
    }
    return figureTitle(sheet, title, items) ? { kind: 'figures', sheet, content: { items }, titled: true } : undefined;
  }

  private sheet({ title, sources = [], before, framing = {} }: PageInput): Sheet {
    const { body, surface } = this.template.page;
    const [above, below] = [framing.above, framing.below].map((text) =>
      framingHeight({ type: this.type, surface }, text, body.w),
    ) as [number, number];
    const h = body.h - sourcesHeight(this.type, sources, body.w) - above - below;
    return new Sheet(this.template, this.type, { ...body, y: body.y + above, h }, surface, title, before);
  }

  /**
   * Tries the kinds in order; if none can hold the points, splits them in two.
   * @param like arrangement of the points of the same list on the slide before
   */
  private points(page: PageInput, items: Item[], recent: () => Manner[], like?: Pattern): Body[] {
    const { framing = {} } = page;
    const content = { items: withFraming(items, framing) };
    const numbers = this.unless(worn(recent()), chartOfPoints(items));
    const drawn = numbers && this.chart(numbers, page);
    if (drawn) return [{ kind: 'chart', sheet: drawn, content, framing }];
    const common = this.commonFor(page, items);
    const patterns = this.patterns(page.title, items, worn(recent()));
    const first = common ?? (like && this.suits(like, { title: page.title, items }) ? like : undefined);
    for (const pattern of first === undefined ? patterns : [first, ...patterns]) {
      const sheet = this.sheet(page);
      if (!pattern.paint(sheet, items)) continue;
      this.variety.note(pattern.name);
      return [{ kind: pattern.kind, sheet, content, pattern, framing }];
    }
    const result: Body[] = [];
    const before = (): Manner[] => [...recent(), ...manners(result)].slice(-2);
    let shown = page.before ?? 0;
    for (const [at, part] of halves(items, this.type.language).entries()) {
      const earlier = items.length > 1 ? earlierPattern(result, before()) : undefined;
      const own = at === 0 ? given({ above: framing.above }) : given({ below: framing.below });
      result.push(...this.points({ ...page, before: shown, framing: own }, part, before, earlier));
      // The parts of a single long point have its number.
      if (items.length > 1) shown += part.length;
    }
    return result;
  }

  /** Points with the first of the images, or with all of them; takes these from the list. */
  private illustrated(page: PageInput, items: Item[], images: Illustration[]): Body | undefined {
    const { language } = this.type;
    if (images.length === 0 || chartOfPoints(items)) return undefined;
    const count = fitsAll(items, images, language) ? images.length : 1;
    const shown = images.slice(0, count);
    for (const { name, kind, paint } of this.variety.ordered([imagePatterns(shown, this.layout)], undefined)) {
      const sheet = this.sheet(page);
      if (!paint(sheet, items)) continue;
      this.variety.note(name);
      images.splice(0, count);
      const { framing } = page;
      return { kind, sheet, content: { items: withFraming(items, framing), images: shown }, ...given({ framing }) };
    }
    return undefined;
  }

  /** The arrangement of all siblings of a page; undefined if it has none, or no arrangement fits them all. */
  private commonFor({ alike, title }: PageInput, items: Item[]): Pattern | undefined {
    if (alike === undefined || !alike.some((page) => page.items.length === items.length)) return undefined;
    if (!this.common.has(alike)) {
      const fitting = this.patterns(title, items, undefined).find((pattern) =>
        alike.every((page) => this.suits(pattern, page) && pattern.paint(this.sheet(page), page.items)),
      );
      this.common.set(alike, fitting);
    }
    return this.common.get(alike);
  }

  /** Whether an arrangement is for points such as these. Some draw only as many as they are made for. */
  private suits(pattern: Pattern, { title, items }: Pick<PageInput, 'title' | 'items'>): boolean {
    return this.patterns(title, items, undefined).some(({ name }) => name === pattern.name);
  }

  private patterns(title: string, items: Item[], tired: Manner | undefined): Pattern[] {
    return this.variety.ordered(patternsFor(title, items, this.layout), tired);
  }

  private chart(data: ChartData, page: PageInput): Sheet | undefined {
    const painters = this.layout === 'pro' ? [chartWithFigures, chart] : [chart];
    for (const paint of painters) {
      const sheet = this.sheet(page);
      if (paint(sheet, data, page.title)) return sheet;
    }
    return undefined;
  }

  private unless(tired: Manner | undefined, data: ChartData | undefined): ChartData | undefined {
    return data?.kind === tired ? undefined : data;
  }

  private codes(page: PageInput, group: CodeData[]): Body[] {
    const sheet = this.sheet(page);
    if (group.length === 1 || !snippets(sheet, group, this.layout))
      return group.flatMap((data) => this.code(page, data));
    const content = { items: group.flatMap(({ beside }) => beside), code: group.flatMap(({ lines }) => lines) };
    return [{ kind: 'code', sheet, content }];
  }

  private code(page: PageInput, data: CodeData): Body[] {
    const content = { items: data.beside, code: data.lines };
    const sheets = code(() => this.sheet(page), data, this.layout);
    return sheets.map((sheet, index) => ({ kind: 'code', sheet, content: index === 0 ? content : {} }));
  }

  private record(page: PageInput, data: TableData): Body | undefined {
    const sheet = this.sheet(page);
    return isRecord(data) && record(sheet, data) ? { kind: 'bullets', sheet, content: { table: data } } : undefined;
  }

  private tables(page: PageInput, given: TableData, recent: () => Manner[]): Body[] {
    const result: Body[] = [];
    const numbers = this.unless(worn(recent()), chartOf(given));
    const data = withoutBlanks(given);
    const drawn = numbers && this.chart(numbers, page);
    if (drawn) return [{ kind: 'chart', sheet: drawn, content: { table: data } }];
    const columns = columnsOf(this.type, data);
    const { size, parts } = planTable(this.sheet(page), data, columns);
    let at = 0;
    for (const count of parts) {
      const rows = data.rows.slice(at, at + (count || 1));
      if (count === 0) {
        // A row taller than a page cannot be shown as a table, so its cells become points.
        const items = rows[0]!.map((cell, index) => ({ heading: data.header[index] ?? '', text: [cell] }));
        result.push(...this.points(page, items, () => [...recent(), ...manners(result)].slice(-2)));
      } else {
        const sheet = this.sheet(page);
        const part = { header: data.header, rows };
        table(sheet, part, columns, size, page.title);
        result.push({ kind: 'table', sheet, content: { table: part } });
      }
      at += rows.length;
    }
    return result;
  }
}
