/** The definition of a template: a palette, fonts, and the text positions and decoration of each kind of slide. */
import type { Canvas } from '../canvas/canvas';
import type { Align, Anchor, Box, Fill, FontRole, Fonts, Palette, Role, Tone } from '../deck/deck';

/** A position for one text, which is set at the first of the sizes that fits. */
export interface Slot {
  box: Box;
  sizes: readonly number[];
  tone: Tone;
  font?: FontRole;
  bold?: boolean;
  align?: Align;
  anchor?: Anchor;
}

/** Readable colors on a background. */
export interface Surface {
  text: Role;
  quiet: Role;
  accent: Role;
  line: Role;
}

interface Stage {
  ground: Fill;
  decorate(canvas: Canvas): void;
  title: Slot;
}

export interface Cover extends Stage {
  subtitle: Slot;
}

interface Catalogue extends Stage {
  body: Box;
  /** How chapters are listed there (default: rows between rules). */
  entries?: 'rows' | 'tiles';
  surface: Surface;
}

interface ChapterStage extends Stage {
  number: Slot;
  list: Slot;
}

interface PageStage extends Stage {
  body: Box;
  surface: Surface;
  footer: Slot;
  number: Slot;
}

type CardStyle =
  | { kind: 'shadow' | 'outline' | 'tint'; radius: number }
  | { kind: 'topbar' | 'sidebar' | 'rule' | 'bracket' | 'foot' | 'fold' };

type Badge = 'plain' | 'circle' | 'square' | 'ring';

export interface Template {
  /** Must never change: designs refer to it. */
  id: number;
  name: string;
  /** The meaning of the name in English. */
  english: string;
  /** Ids of the filter groups. */
  colour: number;
  style: number;
  scenes: readonly number[];
  /** Title on the sample cover. */
  sample: string;
  palette: Palette;
  fonts: Fonts;
  /** The page is dark. */
  dark?: boolean;
  /** Accents, other than the first, that slides use as the ground below text. */
  grounds?: readonly Role[];
  /** Text color on the accent color, and on the deep color. */
  onAccent: Role;
  onDeep: Surface;
  cards: CardStyle;
  badge: Badge;
  table: 'filled' | 'ruled';
  /** The template's decoration on an area of any shape in the deep color; for pro layout. */
  motif(canvas: Canvas, area: Box): void;
  cover: Cover;
  catalogue: Catalogue;
  chapter: ChapterStage;
  page: PageStage;
  ending: Cover;
}
