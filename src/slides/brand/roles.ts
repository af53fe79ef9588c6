/**
 * The role of each layout, found by its placeholders: what they hold and where they are. Names are in any language and
 * the order is arbitrary, so neither counts.
 */
import type { LayoutRole } from './kinds';
import type { Placeholder } from './placeholders';
import type { BrandTemplate, Layout } from './read-template';
import { type Ruler, textArea } from './ruler';

export interface Assessed {
  layout: Layout;
  role: LayoutRole;
  title?: Placeholder;
  subtitle?: Placeholder;
  /** Places for text, in reading order. For a comparison: first both headings, then both texts. */
  bodies: Placeholder[];
  /** The largest place for an image. */
  image?: Placeholder;
  /** Why it cannot carry text; undefined if it can, or is not meant to. */
  unusable?: string;
}

/** A body with fewer lines is a caption. */
const LEAST_LINES = 4;

type Page = BrandTemplate['page'];

export function assess(layout: Layout, page: Page, ruler: Ruler): Assessed {
  const shown = layout.placeholders.filter((each) => each.box && isOnPage(each, page));
  const title = shown.find((each) => each.holds === 'title');
  const subtitle = shown.find((each) => each.holds === 'subtitle');
  const bodies = byPosition(shown.filter((each) => ['text', 'any'].includes(each.holds) && !each.vertical));
  const found = { layout, ...(title ? { title } : {}), ...(subtitle ? { subtitle } : {}), bodies };
  const without = (role: LayoutRole, unusable?: string): Assessed =>
    unusable === undefined ? { ...found, role } : { ...found, role, unusable };
  if (!title) {
    const missing = layout.placeholders.find((each) => each.holds === 'title');
    if (layout.placeholders.length === 0) return without('blank');
    if (missing?.box) return without('other', 'its title placeholder is outside the slide');
    return without('other', missing ? 'its title placeholder has no position' : 'it has no title placeholder');
  }
  if (title.vertical) return without('other', 'its title is vertical');
  const pictures = shown.filter((each) => each.holds === 'image');
  const data = shown.filter((each) => each.holds === 'table' || each.holds === 'chart');
  if (subtitle && bodies.length === 0 && data.length === 0) return without('cover');
  if (title.type === 'ctrTitle' && bodies.length === 0 && data.length === 0) return without('cover');
  if (pictures.length > 0) return { ...pictured(bodies, without, ruler), image: largestOf(pictures)! };
  if (bodies.length === 0 && data.length > 0) return without('table-or-chart');
  if (bodies.length === 0) {
    if (shown.some((each) => each.vertical)) return without('other', 'its text is vertical');
    return without(isLow(title, page) ? 'section' : 'title-only');
  }
  if (bodies.length === 1) {
    const [body] = bodies as [Placeholder];
    if (isSection(title, body, page, ruler)) return without('section');
    const { lines } = ruler.capacity(body);
    if (lines >= LEAST_LINES && isWide(body, page)) return without('text');
    const size = body.levels[0]!.size;
    return without(
      'other',
      `its text place holds ${lines} ${lines === 1 ? 'line' : 'lines'} at ${size} pt; at least ${LEAST_LINES} are needed`,
    );
  }
  return several(found, without, page, ruler);
}

const isWide = (each: Placeholder, page: Page): boolean => textArea(each).w >= page.w * 0.25;

function pictured(
  bodies: Placeholder[],
  without: (role: LayoutRole, unusable?: string) => Assessed,
  ruler: Ruler,
): Assessed {
  const largest = largestOf(bodies);
  if (!largest) return without('other', 'it holds only images');
  const { lines } = ruler.capacity(largest);
  if (lines < LEAST_LINES) return without('other', `next to its image, it has room for ${lines} lines of text`);
  return { ...without('image-and-text'), bodies: [largest] };
}

const largestOf = (all: readonly Placeholder[]): Placeholder | undefined =>
  all.reduce<Placeholder | undefined>((best, each) => (best && areaOf(best) >= areaOf(each) ? best : each), undefined);

const keyOf = ({ reference }: Placeholder): string => `${reference.type ?? 'obj'} ${reference.idx ?? 0}`;

/** Two equal places are columns; two lower ones below two headings are a comparison. */
function several(
  found: { layout: Layout; bodies: Placeholder[] },
  without: (role: LayoutRole, unusable?: string) => Assessed,
  page: Page,
  ruler: Ruler,
): Assessed {
  const tall = found.bodies.filter((each) => ruler.capacity(each).lines >= LEAST_LINES);
  const low = found.bodies.filter((each) => !tall.includes(each));
  if (new Set(found.bodies.map(keyOf)).size < found.bodies.length) {
    return without('other', 'its places have the same index, so that slides cannot tell them apart');
  }
  const pair = tall.length === 2 && areAlike(tall[0]!, tall[1]!) && areBeside(tall[0]!, tall[1]!);
  if (pair && low.length === 0) return without('two-columns');
  if (pair && low.length === 2 && low.every((each, at) => isAbove(each, tall[at]!))) {
    return { ...without('comparison'), bodies: [...low, ...tall] };
  }
  // Content with a caption: the text goes to the largest place.
  const largest = [...tall].sort((a, b) => areaOf(b) - areaOf(a))[0];
  if (tall.length <= 2 && largest && areaOf(largest) >= page.w * page.h * 0.3) {
    return { ...without('text'), bodies: [largest, ...found.bodies.filter((each) => each !== largest)] };
  }
  return without('other', `it has ${found.bodies.length} places for text, which pages do not fill evenly`);
}

/** A section header has its title in the middle, with a little text above or below. */
function isSection(title: Placeholder, body: Placeholder, page: Page, ruler: Ruler): boolean {
  if (body.holds !== 'text') return false;
  const low = isLow(title, page);
  const small = body.box!.h < page.h * 0.45 && areaOf(body) < page.w * page.h * 0.35;
  const narrow = !low && body.box!.h < title.box!.h * 1.5 && ruler.capacity(body).lines < LEAST_LINES;
  return (low && small) || (narrow && title.box!.h > page.h * 0.25);
}

const isLow = (title: Placeholder, page: Page): boolean => title.box!.y + title.box!.h / 2 > page.h * 0.32;

const areaOf = ({ box }: Placeholder): number => (box ? box.w * box.h : 0);

/** After the parts outside were cut off. */
function isOnPage({ box }: Placeholder, page: Page): boolean {
  if (!box) return false;
  const w = Math.min(box.x + box.w, page.w) - Math.max(box.x, 0);
  const h = Math.min(box.y + box.h, page.h) - Math.max(box.y, 0);
  return w > 0 && h > 0 && w * h >= box.w * box.h * 0.8;
}

/** From top to bottom, then left to right; places within a tenth of their height are in one row. */
const byPosition = (all: Placeholder[]): Placeholder[] =>
  [...all].sort((a, b) => {
    const row = Math.min(a.box!.h, b.box!.h) * 0.5;
    return Math.abs(a.box!.y - b.box!.y) > row ? a.box!.y - b.box!.y : a.box!.x - b.box!.x;
  });

function areAlike(a: Placeholder, b: Placeholder): boolean {
  const share = (x: number, y: number): number => Math.min(x, y) / Math.max(x, y);
  return share(a.box!.w, b.box!.w) > 0.75 && share(a.box!.h, b.box!.h) > 0.75;
}

function areBeside({ box: a }: Placeholder, { box: b }: Placeholder): boolean {
  const shared = (from: number, size: number, otherFrom: number, otherSize: number): number =>
    Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom);
  return shared(a!.x, a!.w, b!.x, b!.w) <= 2 && shared(a!.y, a!.h, b!.y, b!.h) > 0.5 * a!.h;
}

const isAbove = (low: Placeholder, tall: Placeholder): boolean =>
  low.box!.y < tall.box!.y && Math.abs(low.box!.x - tall.box!.x) < tall.box!.w / 2;
