/** Where the slides of a layout have room for content, and in which colors it can be read there. */
import type { Box } from '../render/deck/deck';
import { contrast, luminance } from '../render/deck/hsl';
import { type Colors, schemeOn } from '../render/pptx/scheme';
import { onPage } from '../render/templates/places';
import type { Template } from '../render/templates/template';
import { type Ground, groundOf, type Images } from './ground';
import { boxOf, drawingsOf, type FooterKind, inheritedFrom, type Placeholder } from './placeholders';
import type { BrandTemplate, Layout } from './read-template';
import type { Assessed } from './roles';
import { faceOf } from './ruler';
import { lookOn, standIn, visible } from './stand-in';
import { colorOf, mapped } from './theme';
import { at, elements, type XmlNode } from './xml';

/** Weakest contrast of text. Large type, such as that of titles, needs less. */
const READABLE = 4.5;
const LEGIBLE = 3;
/** Share of an area that a color must have, or on which text must be readable. */
const [MOST, ENOUGH, NEARLY_ALL] = [0.5, 0.92, 0.97];
/** Areas with less contrast to the page are not seen. */
const LEAST_SEEN = 1.6;
/** Of the accent color in the bands of the usual table style. */
const TINTS = [0.4, 0.2];
/** Between content and decoration, and around content on a panel of its own. */
const DISTANCE = 12;
/** A smaller place for text, as shares of the page, is for captions; content then has the free part of the page. */
const LEAST_BODY = 0.2;
const LEAST_FREE = { w: 0.45, h: 0.3 };

/** Colors of footers that could not be read in their own. */
export type FooterColors = Partial<Record<FooterKind, 'tx1' | 'bg1'>>;

export interface Room {
  /** In points of the page. */
  box: Box;
  /** The body of the layout within that room; undefined where content cannot be in a placeholder. */
  holder?: Placeholder;
  paper: string;
  ink: string;
  /** What has the theme's color of text can be read. */
  isPlain: boolean;
  /** Text cannot be read on what is below, such as a photo: content has a panel behind it. */
  panel?: Box;
}

/** A template of ours in such a room, in its own coordinates. */
export interface Place {
  room: Room;
  template: Template;
  colors: Colors;
  /** The usual style of tables can be read: text on the accent color, and on its tints. */
  hasTableStyle: boolean;
  /** From the coordinates of the template to those of the page. */
  placing: { scale: number; right: number };
  /** How much wider its fonts are than those that are measured. */
  stretch: { heading: number; body: number; figure: number };
}

/** Type of 14 points stays at least at 12 on small pages. */
const LEAST_SCALE = 12 / 14;

export class Survey {
  private readonly grounds = new Map<Layout | string, Ground>();
  private readonly places = new Map<Assessed, Place | undefined>();

  constructor(
    private readonly template: BrandTemplate,
    private readonly images: Images = new Map(),
  ) {}

  /** Undefined if there is no room. */
  place(assessed: Assessed): Place | undefined {
    if (!this.places.has(assessed)) this.places.set(assessed, this.find(assessed));
    return this.places.get(assessed);
  }

  /** The places of a layout without the parts that decoration covers. */
  cleared(assessed: Assessed): Assessed {
    const { layout, title, subtitle, bodies } = assessed;
    const clear = (holder: Placeholder): Placeholder => this.clear(layout, holder);
    return {
      ...assessed,
      ...(title ? { title: clear(title) } : {}),
      ...(subtitle ? { subtitle: clear(subtitle) } : {}),
      bodies: bodies.map(clear),
    };
  }

  private clear(layout: Layout, holder: Placeholder): Placeholder {
    const { box } = holder;
    const own = box && inside(holder);
    if (!own || holder.rotated || holder.vertical) return holder;
    const ground = this.ground(layout);
    const { color, share } = ground.dominant(own);
    if (share < MOST || share > 0.995) return holder;
    const free = apart(ground.free(own, color), own);
    const line = holder.levels[0]!.size * 1.3;
    const isEnough = free.w >= own.w * 0.75 && free.h >= Math.min(own.h * 0.5, line * 2) && free.h >= line;
    return isEnough ? within(holder, own, free) : holder;
  }

  /** Whether slides of a layout look the same in a room as those of the layout that it belongs to. */
  isFree({ layout, title }: Assessed, { box, paper }: Room): boolean {
    const { color, share } = this.ground(layout).dominant(box);
    const taken = [...layout.footerBoxes, ...(title?.box ? [title.box] : [])];
    return share >= NEARLY_ALL && contrast(color, paper) < 1.05 && !taken.some((each) => overlap(each, box));
  }

  /** The same for date, footer and number of its slides. */
  footers({ layout }: Assessed): FooterColors {
    const { root } = this.template.masters[layout.master]!;
    const colors: FooterColors = {};
    for (const [kind, shape] of Object.entries(layout.footers) as [FooterKind, XmlNode][]) {
      const above = inheritedFrom(root, kind);
      const box = boxOf(shape) ?? (above && boxOf(above));
      const fill = [shape, above].flatMap((each) =>
        elements(at(each, 'p:txBody', 'a:lstStyle', 'a:lvl1pPr', 'a:defRPr', 'a:solidFill')),
      )[0];
      const shown = box && this.legible(layout, box, this.colorOf(layout, fill));
      if (shown) colors[kind] = shown.color;
    }
    return colors;
  }

  /** For a text that could not be read in its own color: the theme's color that can, or its color on a ground of the page's. */
  override({ layout }: Assessed, holder: Placeholder): { color: 'tx1' | 'bg1'; onPage?: true } | undefined {
    return holder.box && this.legible(layout, holder.box, this.inkOf(layout, holder));
  }

  private legible(layout: Layout, box: Box, ink: string): { color: 'tx1' | 'bg1'; onPage?: true } | undefined {
    const ground = this.ground(layout);
    const least = ground.isSmooth(box) ? ENOUGH : NEARLY_ALL;
    const isLegible = (hex: string): boolean => ground.readable(box, hex, LEGIBLE) >= least;
    if (isLegible(ink)) return undefined;
    const color = (['tx1', 'bg1'] as const).find((slot) => isLegible(this.slot(layout, slot)));
    return color === undefined ? { color: 'tx1', onPage: true } : { color };
  }

  private ground(layout: Layout): Ground {
    const { root, master, colorMap } = layout;
    // Layouts without a drawing of their own show that of their master.
    const isOwn = colorMap || at(root, 'p:cSld', 'p:bg') || drawingsOf(root).length > 0;
    const source = isOwn ? layout : `${master} ${root.attributes.showMasterSp ?? ''}`;
    const known = this.grounds.get(source) ?? groundOf(this.template, layout, this.images);
    this.grounds.set(source, known);
    return known;
  }

  private themeOf(layout: Layout) {
    const { theme, colorMap } = this.template.masters[layout.master]!;
    return { theme, colorMap: layout.colorMap ?? colorMap };
  }

  private slot(layout: Layout, name: 'tx1' | 'bg1'): string {
    const { theme, colorMap } = this.themeOf(layout);
    return mapped(theme, colorMap, name) ?? (name === 'tx1' ? '#000000' : '#FFFFFF');
  }

  private inkOf(layout: Layout, holder: Placeholder | undefined): string {
    return this.colorOf(layout, holder?.levels[0]?.color);
  }

  private colorOf(layout: Layout, own: XmlNode | undefined): string {
    const { theme, colorMap } = this.themeOf(layout);
    return colorOf(own, { theme, map: colorMap })?.hex ?? this.slot(layout, 'tx1');
  }

  private find(assessed: Assessed): Place | undefined {
    const room = this.room(assessed);
    if (!room) return undefined;
    const { layout } = assessed;
    const { page } = this.template;
    const { theme, colorMap } = this.themeOf(layout);
    const look = lookOn(theme.name, { theme, colorMap }, room.paper, room.ink);
    const scale = Math.max(LEAST_SCALE, Math.min(page.w / 960, page.h / 540));
    // The middle of the page stays in the middle, where decks from right to left are mirrored.
    const right = page.w / 2 - 480 * scale;
    const { x, y, w, h } = room.box;
    const made = standIn(0, look);
    const raw = (name: string): string => mapped(theme, colorMap, name) ?? look.palette.accent;
    const accents = { accent: raw('accent1'), second: raw('accent2'), third: raw('accent3') };
    const seen = (hex: string): string => visible(hex, room.paper, LEAST_SEEN);
    const areas = { accent: seen(accents.accent), second: seen(accents.second), third: seen(accents.third) };
    const { ink, paper } = look.palette;
    const [heading, body] = [theme.fonts.major, theme.fonts.minor].map((each) => faceOf(each).width);
    return {
      room,
      placing: { scale, right },
      stretch: { heading: heading!, body: body!, figure: body! },
      hasTableStyle: this.hasTableStyle(layout, accents.accent),
      colors: schemeOn(look.palette, { tx1: this.slot(layout, 'tx1'), bg1: this.slot(layout, 'bg1') }, accents, areas),
      template: {
        ...made,
        palette: { ...made.palette, second: areas.second, third: areas.third },
        onAccent: contrast(paper, areas.accent) >= contrast(ink, areas.accent) ? 'paper' : 'ink',
        page: {
          ...made.page,
          surface: onPage,
          body: { x: (x - right) / scale, y: y / scale, w: w / scale, h: h / scale },
        },
      },
    };
  }

  private hasTableStyle(layout: Layout, accent: string): boolean {
    const [text, paper] = [this.slot(layout, 'tx1'), this.slot(layout, 'bg1')];
    return (
      contrast(paper, accent) >= LEGIBLE && TINTS.every((share) => contrast(text, tinted(accent, share)) >= READABLE)
    );
  }

  private room({ layout, title, bodies: [body] }: Assessed): Room | undefined {
    const { page } = this.template;
    const ground = this.ground(layout);
    const taken = [...layout.footerBoxes, ...(title?.box ? [title.box] : [])];
    const own = body && inside(body);
    const isRoomy = own !== undefined && own.w * own.h >= page.w * page.h * LEAST_BODY;
    const wanted = isRoomy ? own : this.aroundTitle(title);
    const { color, share } = ground.dominant(wanted);
    const ink = this.inkOf(layout, body);
    const isPlain = (paper: string): boolean => contrast(paper, this.slot(layout, 'tx1')) >= READABLE;
    if (share >= MOST) {
      const free = apart(ground.free(wanted, color, isRoomy ? [] : taken), wanted);
      const isEnough = isRoomy
        ? free.w * free.h >= wanted.w * wanted.h * 0.6
        : free.w >= page.w * LEAST_FREE.w && free.h >= page.h * LEAST_FREE.h;
      if (isEnough) {
        const holder = isRoomy ? within(body!, own, free) : undefined;
        const read = this.readableOn(layout, color, ink);
        return { box: free, paper: color, ink: read, isPlain: isPlain(color), ...(holder ? { holder } : {}) };
      }
      if (!isRoomy) return undefined;
    }
    if (!isRoomy) return undefined;
    const isCalm = share >= NEARLY_ALL || ground.isSmooth(wanted);
    const clear = [ink, this.slot(layout, 'tx1'), this.slot(layout, 'bg1')].find(
      (each) => isCalm && ground.readable(wanted, each, READABLE) >= NEARLY_ALL,
    );
    if (clear !== undefined) {
      const paper = contrast(color, clear) >= READABLE ? color : this.slot(layout, 'bg1');
      return {
        box: wanted,
        paper,
        ink: clear,
        isPlain: isPlain(paper),
        ...(clear === ink && body ? { holder: body } : {}),
      };
    }
    const paper = this.slot(layout, 'bg1');
    const box = { x: own.x + DISTANCE, y: own.y + DISTANCE, w: own.w - 2 * DISTANCE, h: own.h - 2 * DISTANCE };
    const read = this.readableOn(layout, paper, this.slot(layout, 'tx1'));
    return { box, paper, ink: read, isPlain: isPlain(paper), panel: own };
  }

  private readableOn(layout: Layout, paper: string, ink: string): string {
    const choices = [ink, this.slot(layout, 'tx1'), this.slot(layout, 'bg1')];
    const strongest = luminance(paper) > 0.18 ? '#000000' : '#FFFFFF';
    return choices.find((each) => contrast(each, paper) >= READABLE) ?? strongest;
  }

  /** The page without its margins; the left one is that of the title. */
  private aroundTitle(title: Placeholder | undefined): Box {
    const { w, h } = this.template.page;
    const edge = w * 0.05;
    const left = title?.box ? title.box.x + title.insets.left : edge;
    const x = left > edge / 2 && left < w * 0.4 ? left : edge;
    return { x, y: h * 0.05, w: w - x - edge, h: h * 0.9 };
  }
}

/** A color mixed with white. */
const tinted = (hex: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(255 - (255 - Number.parseInt(hex.slice(at, at + 2), 16)) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const inside = ({ box, insets }: Placeholder): Box | undefined =>
  box && {
    x: box.x + insets.left,
    y: box.y + insets.top,
    w: box.w - insets.left - insets.right,
    h: box.h - insets.top - insets.bottom,
  };

/** Keeps a distance from what cut an area on a side. */
function apart(free: Box, wanted: Box): Box {
  const pad = (isCut: boolean): number => (isCut ? DISTANCE : 0);
  const left = pad(free.x > wanted.x + 1);
  const top = pad(free.y > wanted.y + 1);
  const right = pad(free.x + free.w < wanted.x + wanted.w - 1);
  const bottom = pad(free.y + free.h < wanted.y + wanted.h - 1);
  return { x: free.x + left, y: free.y + top, w: free.w - left - right, h: free.h - top - bottom };
}

/** A placeholder without the part that decoration covers. */
function within(body: Placeholder, own: Box, free: Box): Placeholder {
  const isWhole = own.w - free.w < 1 && own.h - free.h < 1;
  if (isWhole || body.rotated) return body;
  const { left, top, right, bottom } = body.insets;
  const box = { x: free.x - left, y: free.y - top, w: free.w + left + right, h: free.h + top + bottom };
  return { ...body, box, moved: true };
}

const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 2 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 2;
