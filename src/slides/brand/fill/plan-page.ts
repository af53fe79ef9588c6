/** One page of the outline as slides: points, columns, tables and charts in the places of the template's layouts. */
import { type ChartData, chartOf, chartOfPoints, withoutBlanks } from '../../render/compose/chart-data';
import { type Illustration, illustration, missingImage } from '../../render/compose/image';
import { imageNotes, itemNotes, rowNotes } from '../../render/compose/notes';
import { partOf } from '../../render/compose/numbering';
import type { PageInput } from '../../render/compose/page';
import type { Item } from '../../render/compose/sheet';
import type { TableData } from '../../render/compose/table';
import type { Box } from '../../render/deck/deck';
import type { Pictures } from '../../render/deck/pictures';
import type { Template } from '../../render/templates/template';
import type { Mapping } from '../mapping';
import type { Assessed } from '../roles';
import type { Ruler } from '../ruler';
import { codeSize } from './code-size';
import { fitText, fitTitle } from './fit-text';
import { planChart } from './plan-chart';
import { imageAlone, imageBeside } from './plan-image';
import { planTable } from './plan-table';
import type { Caption, FilledText, PlannedSlide } from './planned-slide';
import { type Point, parasOf, splitPoints } from './split-points';

interface PagePlanner {
  ruler: Ruler;
  mapping: Mapping;
  /** For charts. */
  template: Template;
  /** The files of images. */
  pictures: Pictures;
}

/** A slide without its title. */
interface Body extends Omit<PlannedSlide, 'kind'> {
  /** The points on it, which may name it. */
  items: Item[];
}

/** Height of a source line, in points. */
const SOURCE_HEIGHT = 20;

export function planPage(planner: PagePlanner, whole: PageInput): PlannedSlide[] {
  const { ruler, mapping } = planner;
  const { page, images } = withImages(planner, whole);
  const sources = page.sources ?? [];
  const hasGraphic = page.tables.length > 0;
  const sourceItems = hasGraphic ? [] : sources.map((each): Item => ({ heading: '', text: [each] }));
  const beside = imageWithPoints(planner, page, sourceItems, images);
  const bodies = [
    ...(beside ? [beside] : points(planner, page, sourceItems)),
    ...images.map((image): Body => alone(planner, image)),
    ...page.tables.flatMap((table) => tables(planner, page, table, sources.join('   '))),
  ];
  if (bodies.length === 0) bodies.push({ layout: mapping.text, texts: [], notes: [], items: [] });
  // Notes of the outline replace those made from the text, as in other templates.
  if (page.notes !== undefined) for (const [at, body] of bodies.entries()) body.notes = at === 0 ? [...page.notes] : [];
  const titles = titlesOf(page.title, bodies);
  return bodies.flatMap(({ items, ...body }, index): PlannedSlide[] => {
    const title = titles[index]!;
    const { filled, rest } = fitTitle(ruler, body.layout.title!, title.text);
    const slide: PlannedSlide = { kind: 'page', ...body, texts: [filled, ...body.texts] };
    if (title.dropped && slide.texts[1]) slide.texts[1] = withoutHeading(ruler, slide.texts[1]);
    // A title that is too long for its place is text.
    return rest === undefined || index > 0 ? [slide] : [...longTitle(planner, filled, rest), slide];
  });
}

/** An image whose file is missing is text. */
function withImages({ ruler, pictures }: PagePlanner, page: PageInput): { page: PageInput; images: Illustration[] } {
  const all = (page.images ?? []).map((image) => illustration(image, pictures));
  const missing = all.filter(({ file }) => !file);
  const label = missingImage[ruler.language];
  const items = missing.map(({ alt }): Item => ({ heading: '', text: [label(alt)] }));
  return { page: { ...page, items: [...page.items, ...items] }, images: all.filter(({ file }) => file) };
}

/** All points with the first image, which is taken from the list; undefined if there is no such place. */
function imageWithPoints(
  { ruler, mapping }: PagePlanner,
  page: PageInput,
  sources: Item[],
  images: Illustration[],
): Body | undefined {
  const layout = mapping.imageAndText;
  const [image] = images;
  if (!layout || !image || page.items.length === 0 || page.code || chartOfPoints(page.items)) return undefined;
  const text = fitText(ruler, layout.bodies[0]!, parasOf([...page.items, ...sources]), 0.8);
  const placed = text && imageBeside(layout, [text], image);
  if (!placed) return undefined;
  images.shift();
  const { language } = ruler;
  return { ...placed, notes: [...itemNotes(page.items, language), ...imageNotes([image], language)], items: [] };
}

const alone = ({ ruler, mapping }: PagePlanner, image: Illustration): Body => ({
  ...imageAlone(ruler, mapping, image),
  notes: imageNotes([image], ruler.language),
  items: [],
});

function longTitle({ ruler, mapping }: PagePlanner, title: FilledText, rest: string): PlannedSlide[] {
  return splitPoints(ruler, mapping.text.bodies[0]!, [{ heading: '', text: [rest] }]).map(({ filled }) => ({
    kind: 'page',
    layout: mapping.text,
    texts: [title, filled],
    notes: [rest],
  }));
}

/** Code with its lines and indentation. */
function codeItems({ ruler, mapping }: PagePlanner, { code = [] }: PageInput): Point[] {
  return code.flatMap(({ lines, beside }) => {
    const text = lines.map((line) => line.replace(/^ +/, (indent) => '\u00a0'.repeat(indent.length)));
    return [...beside, { heading: '', text, code: codeSize(ruler, mapping.text.bodies[0]!, text) }];
  });
}

/** Without code, which is not read aloud. */
const spoken = (items: readonly Point[]): Item[] => items.filter(({ code }) => code === undefined);

function points(planner: PagePlanner, page: PageInput, sources: Item[]): Body[] {
  const { ruler, mapping } = planner;
  const code = codeItems(planner, page);
  const items = [...page.items, ...code];
  if (items.length + sources.length === 0) return [];
  const numbers = sources.length + code.length === 0 ? chartOfPoints(items) : undefined;
  const drawn = numbers && charted(planner, page, numbers, '');
  const notes = itemNotes(spoken(items), ruler.language);
  if (drawn) return [{ ...drawn, notes, items: [] }];
  const beside = sources.length + code.length === 0 && items.length === 2 ? columns(planner, items) : undefined;
  if (beside) return [{ ...beside, notes, items: [] }];
  const parts = splitPoints(ruler, mapping.text.bodies[0]!, [...items, ...sources]);
  return parts.map((part) => ({
    layout: mapping.text,
    texts: [part.filled],
    notes: itemNotes(spoken(part.items), ruler.language),
    items: part.items,
  }));
}

/** Two points with texts, side by side. */
function columns({ ruler, mapping }: PagePlanner, items: Item[]): Pick<Body, 'layout' | 'texts'> | undefined {
  if (items.some(({ heading, text }) => heading === '' || text.length === 0)) return undefined;
  const filled = (layout: Assessed | undefined, contents: Item[]): Pick<Body, 'layout' | 'texts'> | undefined => {
    if (!layout || layout.bodies.length < contents.length) return undefined;
    const texts = contents.map((item, at) => fitText(ruler, layout.bodies[at]!, parasOf([item]), 0.8));
    if (!texts.every((each) => each !== undefined)) return undefined;
    // Both headings have one size, and both texts.
    const even = (pair: FilledText[]): FilledText[] => {
      const scale = Math.min(...pair.map((each) => each.scale));
      return pair.map((each) => ({ ...each, scale }));
    };
    return { layout, texts: [...even(texts.slice(0, -2)), ...even(texts.slice(-2))] };
  };
  const headings = items.map(({ heading }) => ({ heading, text: [] }));
  const texts = items.map(({ text }) => ({ heading: '', text }));
  return filled(mapping.comparison, [...headings, ...texts]) ?? filled(mapping.twoColumns, items);
}

function tables(planner: PagePlanner, page: PageInput, given: TableData, source: string): Body[] {
  const { ruler, mapping } = planner;
  const notes = (rows: TableData): string[] => [...rowNotes(rows, ruler.language), ...(source === '' ? [] : [source])];
  const numbers = chartOf(given);
  const data = withoutBlanks(given);
  const drawn = numbers && charted(planner, page, numbers, source);
  if (drawn) return [{ ...drawn, notes: notes(data), items: [] }];
  const layout = mapping.data ?? mapping.text;
  const holder = layout.bodies[0]!;
  const { box, captions } = withSource(holder.box!, source);
  return planTable(ruler, holder, box, data).flatMap((part): Body[] => {
    if (part.kind === 'table') {
      return [{ layout, texts: [], graphic: part, captions, notes: notes(part.data), items: [] }];
    }
    // A row that is taller than a slide cannot be in a table, so its cells are points.
    const [row = []] = part.data.rows;
    const items = row.flatMap((cell, at) => (cell ? [{ heading: data.header[at] ?? '', text: [cell] }] : []));
    return points(planner, { title: page.title, items, tables: [] }, []);
  });
}

function charted(planner: PagePlanner, page: PageInput, data: ChartData, source: string) {
  const { ruler, mapping, template } = planner;
  const layout = mapping.data ?? mapping.text;
  const holder = layout.bodies[0]!;
  const { box, captions } = withSource(holder.box!, source);
  const drawn = planChart(ruler, template, holder, box, data, page.title);
  return drawn && { layout, texts: [], graphic: drawn.graphic, captions: [...drawn.captions, ...captions] };
}

function withSource(box: Box, source: string): { box: Box; captions: Caption[] } {
  if (source === '') return { box, captions: [] };
  const h = box.h - SOURCE_HEIGHT;
  return { box: { ...box, h }, captions: [{ text: source, box: { ...box, y: box.y + h, h: SOURCE_HEIGHT } }] };
}

interface Title {
  text: string;
  /** The title includes the heading of the only point, which is then not repeated below. */
  dropped?: boolean;
}

/** Parts with one headed point each are named after it; others are counted. */
function titlesOf(title: string, bodies: readonly Body[]): Title[] {
  if (bodies.length === 1) return [{ text: title }];
  const headings = bodies.map(({ items }) => (items.length === 1 ? items[0]!.heading : ''));
  const natural = headings.every((each) => each !== '') && new Set(headings).size === headings.length;
  const { name } = partOf(title);
  const colon = /\p{Script=Han}/u.test(title) ? '：' : ': ';
  if (natural) {
    return headings.map((heading, at) => ({
      text: name + colon + heading,
      dropped: bodies[at]!.items[0]!.text.length > 0,
    }));
  }
  return bodies.map((_, at) => ({ text: `${title} (${at + 1}/${bodies.length})` }));
}

function withoutHeading(ruler: Ruler, filled: FilledText): FilledText {
  const paras = filled.paras.slice(1).map((each) => ({ ...each, level: Math.max(0, each.level - 1) }));
  return fitText(ruler, filled.holder, paras) ?? filled;
}
