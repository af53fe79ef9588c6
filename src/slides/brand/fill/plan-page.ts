/** One page of the outline as slides: composed into the free area of a layout, or in the placeholders that are made for it. */
import { chartOfPoints } from '../../render/compose/chart-data';
import { type Illustration, illustration, missingImage } from '../../render/compose/image';
import { imageNotes, itemNotes } from '../../render/compose/notes';
import { numbered, PageComposer, type PageInput } from '../../render/compose/page';
import type { Item } from '../../render/compose/sheet';
import { evenly } from '../../render/compose/split';
import { isSequence } from '../../render/compose/steps';
import type { Slide } from '../../render/deck/deck';
import { mirroredShape } from '../../render/deck/mirror';
import type { Pictures } from '../../render/deck/pictures';
import { placed } from '../../render/deck/placed';
import { Typesetter } from '../../render/text/measure';
import type { Mapping } from '../mapping';
import type { Place, Survey } from '../place';
import type { Placeholder } from '../placeholders';
import type { Assessed } from '../roles';
import type { Para, Ruler } from '../ruler';
import { fitText, fitTitle } from './fit-text';
import { imageAlone, imageBeside } from './plan-image';
import type { Drawing, FilledText, PlannedSlide } from './planned-slide';

/** A slide without its title. */
type Body = Omit<PlannedSlide, 'kind'>;

/** A heading has its texts one level below it. */
export const parasOf = (items: readonly Item[]): Para[] =>
  items.flatMap(({ heading, text }): Para[] => {
    const level = heading === '' ? 0 : 1;
    const texts = text.map((each) => ({ text: each, level }));
    return heading === ''
      ? texts
      : [{ text: heading, level: 0, ...(texts.length > 0 ? { bold: true } : {}) }, ...texts];
  });

/** A list has no more lines on a slide, and is on no more slides. */
const [MOST_LINES, MOST_PARTS] = [24, 12];
/** A list that fills less of a place looks lost there. */
const FULL = 0.55;

/** The only thing on a slide is not at its top. */
export function inMiddle(layout: Assessed): Assessed {
  const title = layout.title!;
  const { box, levels } = title;
  const { h } = layout.layout.page;
  if (!box || box.y + box.h > h * 0.4) return layout;
  const line = levels[0]!.size * 1.3;
  const high = Math.max(box.h, 3 * line);
  return { ...layout, title: { ...title, box: { ...box, y: (h - high) * 0.42, h: high }, moved: true } };
}

/** Layouts with titles elsewhere have other decoration, and titles that jump from slide to slide. */
const isSamePlace = (one: Placeholder | undefined, other: Placeholder | undefined): boolean =>
  (['x', 'y', 'w'] as const).every((side) => Math.abs((one?.box?.[side] ?? 0) - (other?.box?.[side] ?? 0)) < 3);

interface Language {
  tag: string;
  fromRight: boolean;
}

export class PagePlanner {
  private readonly composers = new Map<Assessed, PageComposer>();
  /** The last two composed slides, so that the next one differs. */
  private earlier: Slide[] = [];

  constructor(
    readonly ruler: Ruler,
    private readonly mapping: Mapping,
    private readonly survey: Survey,
    private readonly pictures: Pictures,
    private readonly language: Language,
    /** Expected number of content slides. */
    private readonly expected: number,
  ) {}

  /** @param kind of the slides: the contents of a deck are a page, too */
  plan(whole: PageInput, kind: PlannedSlide['kind'] = 'page'): PlannedSlide[] {
    const { page, images } = this.withImages(whole);
    const beside = this.imageWithPoints(page, images) ?? this.columns(page);
    const bodies = [...(beside ? [beside] : this.composed(page)), ...images.map((image): Body => this.alone(image))];
    if (bodies.length === 0) {
      bodies.push({ layout: inMiddle(this.mapping.section ?? this.mapping.text), texts: [], notes: [whole.title] });
    }
    // Notes of the outline replace those made from the text, as in other templates.
    if (page.notes !== undefined) {
      for (const [at, body] of bodies.entries()) body.notes = at === 0 ? [...page.notes] : [];
    }
    return bodies.flatMap((body, index): PlannedSlide[] => {
      const title = bodies.length > 1 ? numbered(page.title, index + 1, bodies.length) : page.title;
      const { filled, rest } = fitTitle(this.ruler, body.layout.title!, title);
      const slide: PlannedSlide = { kind, ...body, texts: [filled, ...body.texts] };
      // A title that is too long for its place is text.
      if (rest === undefined || index > 0) return [slide];
      const text = { title: page.title, items: [{ heading: '', text: [rest] }], tables: [] };
      const above = this.composed(text).map(
        (each): PlannedSlide => ({ kind, ...each, texts: [filled, ...each.texts] }),
      );
      return body.texts.length === 0 && !body.drawing && !body.image ? above : [...above, slide];
    });
  }

  /** An image whose file is missing is text. */
  private withImages(page: PageInput): { page: PageInput; images: Illustration[] } {
    const { images: given = [], ...rest } = page;
    const all = given.map((image) => illustration(image, this.pictures));
    const missing = all.filter(({ file }) => !file);
    const label = missingImage[this.ruler.language];
    const items = missing.map(({ alt }): Item => ({ heading: '', text: [label(alt)] }));
    return { page: { ...rest, items: [...page.items, ...items] }, images: all.filter(({ file }) => file) };
  }

  /** All points with the first image, which is taken from the list; undefined if there is no such place. */
  private imageWithPoints(page: PageInput, images: Illustration[]): Body | undefined {
    const layout = this.mapping.imageAndText;
    const [image] = images;
    if (!layout || !image || page.items.length === 0 || page.code || page.tables.length > 0) return undefined;
    if (chartOfPoints(page.items)) return undefined;
    const sources = (page.sources ?? []).map((each): Item => ({ heading: '', text: [each] }));
    const text = fitText(this.ruler, layout.bodies[0]!, parasOf([...page.items, ...sources]), 0.8);
    const beside = text && imageBeside(layout, [text], image);
    if (!beside) return undefined;
    images.shift();
    const { language } = this.ruler;
    return { ...beside, notes: [...itemNotes(page.items, language), ...imageNotes([image], language)] };
  }

  private alone(image: Illustration): Body {
    return {
      ...imageAlone(this.ruler, this.mapping, this.survey, image),
      notes: imageNotes([image], this.ruler.language),
    };
  }

  /** Two points with texts, side by side in a layout that is made for them. */
  private columns({ items, tables, code, sources }: PageInput): Body | undefined {
    if (items.length !== 2 || tables.length > 0 || code || sources || chartOfPoints(items)) return undefined;
    if (items.some(({ heading, text }) => heading === '' || text.length === 0)) return undefined;
    const { ruler, mapping } = this;
    const filled = (layout: Assessed | undefined, contents: Item[]): Body | undefined => {
      if (!layout || layout.bodies.length < contents.length) return undefined;
      const texts = contents.map((item, at) => fitText(ruler, layout.bodies[at]!, parasOf([item]), 0.8));
      if (!texts.every((each) => each !== undefined)) return undefined;
      if (texts.slice(-2).every(({ paras, holder }) => this.isLost(paras, holder))) return undefined;
      // Both headings have one size, and both texts.
      const even = (pair: FilledText[]): FilledText[] => {
        const scale = Math.min(...pair.map((each) => each.scale));
        return pair.map((each) => ({ ...each, scale }));
      };
      const all = [...even(texts.slice(0, -2)), ...even(texts.slice(-2))];
      return { layout, texts: all, notes: itemNotes(items, ruler.language) };
    };
    const headings = items.map(({ heading }) => ({ heading, text: [] }));
    const texts = items.map(({ text }) => ({ heading: '', text }));
    return filled(mapping.comparison, [...headings, ...texts]) ?? filled(mapping.twoColumns, items);
  }

  private composed(page: PageInput): Body[] {
    const { items, tables, code = [] } = page;
    if (items.length + tables.length + code.length === 0) {
      const sources = (page.sources ?? []).map((each): Item => ({ heading: '', text: [each] }));
      return sources.length === 0 ? [] : this.composed({ title: page.title, items: sources, tables: [] });
    }
    const isData = tables.length > 0 || chartOfPoints(items) !== undefined;
    const layout = isData ? (this.mapping.data ?? this.mapping.text) : this.mapping.text;
    const place = this.survey.place(layout)!;
    const { notes: _, sources = [], ...own } = page;
    const listed = sources.length === 0 ? this.list(page, layout, place) : undefined;
    if (listed) return listed;
    return this.composer(layout, place)
      .compose({ ...own, sources }, this.earlier)
      .map(({ slide }): Body => {
        this.earlier = [...this.earlier, slide].slice(-2);
        const notes = slide.notes.slice(slide.notes.length > 1 ? 1 : 0);
        return { layout: this.around(layout, place, slide), texts: [], drawing: this.drawing(place, slide), notes };
      });
  }

  private composer(layout: Assessed, { template, stretch }: Place): PageComposer {
    const known = this.composers.get(layout);
    if (known) return known;
    const { tag, fromRight } = this.language;
    const type = new Typesetter(template.fonts, this.ruler.language, fromRight, tag, stretch);
    const made = new PageComposer(template, type, 'standard', this.expected, new Map(), 'apart');
    this.composers.set(layout, made);
    return made;
  }

  /** Points without texts of their own are in the place for text, with the marks of the template, if they fill it. */
  private list(page: PageInput, layout: Assessed, { room: { holder } }: Place): Body[] | undefined {
    const { title, items, tables, code } = page;
    const isList = items.length > 1 && items.every(({ heading, text }) => (heading === '') !== (text.length === 0));
    const isPlain = isList && items.every(({ text, number }) => text.length < 2 && number === undefined);
    if (!isPlain || !holder || tables.length > 0 || code || isSequence(title, items)) return undefined;
    if (this.isLost(parasOf(items), holder)) return undefined;
    for (let most = Math.min(items.length, MOST_LINES); most > items.length / MOST_PARTS; most -= 1) {
      const parts = evenly(items, most);
      const filled = parts.map((part) => fitText(this.ruler, holder, parasOf(part), 0.8));
      if (!filled.every((each) => each !== undefined)) continue;
      // The parts of a page have one size.
      const scale = Math.min(...filled.map((each) => each.scale));
      return filled.map((each, at) => ({
        layout,
        texts: [{ ...each, scale }],
        notes: itemNotes(parts[at]!, this.ruler.language),
      }));
    }
    return undefined;
  }

  private isLost(paras: readonly Para[], holder: Placeholder): boolean {
    const { box } = holder;
    return this.ruler.fits(paras, { ...holder, box: box && { ...box, h: box.h * FULL } }, 1);
  }

  /** Slides that need no placeholder but the title have a layout without another one, if it is alike. */
  private around(layout: Assessed, { room }: Place, slide: Slide): Assessed {
    const { titleOnly } = this.mapping;
    const isData = slide.kind === 'table' || slide.kind === 'chart';
    if (!titleOnly || isData || room.panel || !isSamePlace(titleOnly.title, layout.title)) return layout;
    return this.survey.isFree(titleOnly, room) ? titleOnly : layout;
  }

  private drawing(
    { room, colors, placing, hasTableStyle, template: { fonts } }: Place,
    { shapes, texts = [] }: Slide,
  ): Drawing {
    const drawn = shapes.map((shape) => placed(this.language.fromRight ? mirroredShape(shape) : shape, placing));
    const panel = { kind: 'rect', name: 'Panel', box: room.panel!, fill: { role: 'paper' } } as const;
    return {
      shapes: room.panel ? [panel, ...drawn] : drawn,
      colors,
      fonts,
      texts,
      isPlain: room.isPlain,
      hasTableStyle,
      ...(room.holder ? { holder: room.holder } : {}),
    };
  }
}
