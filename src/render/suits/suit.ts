/** What a suit is: a palette, fonts, and where each sort of slide puts its texts over which decoration. */
import type { Canvas } from '../canvas/canvas';
import type { Align, Anchor, Box, Fill, FontRole, Fonts, Palette, Role, Tone } from '../deck/deck';

/** A place for one text: it is set at the first of the sizes at which it fits. */
export interface Slot {
  box: Box;
  sizes: readonly number[];
  tone: Tone;
  font?: FontRole;
  bold?: boolean;
  align?: Align;
  anchor?: Anchor;
}

/** Colours that can be read on one ground. */
export interface Surface {
  text: Role;
  quiet: Role;
  accent: Role;
  line: Role;
}

export interface Stage {
  ground: Fill;
  decorate(canvas: Canvas): void;
  title: Slot;
}

export interface Cover extends Stage {
  subtitle: Slot;
}

export interface Catalogue extends Stage {
  body: Box;
  /** How the chapters stand there; absent means rows between rules. */
  entries?: 'rows' | 'tiles';
  surface: Surface;
}

export interface ChapterStage extends Stage {
  number: Slot;
  list: Slot;
}

export interface PageStage extends Stage {
  body: Box;
  surface: Surface;
  footer: Slot;
  number: Slot;
}

export type CardStyle =
  | { kind: 'shadow' | 'outline' | 'tint'; radius: number }
  | { kind: 'topbar' | 'sidebar' | 'rule' | 'bracket' | 'foot' | 'fold' };

export type Badge = 'plain' | 'circle' | 'square' | 'ring';

export interface Suit {
  /** Stable for ever: designs refer to it. */
  id: number;
  name: string;
  /** What the name says, for those who do not read it. */
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
  /** Text on a fill of the accent, and of the deep colour. */
  onAccent: Role;
  onDeep: Surface;
  cards: CardStyle;
  badge: Badge;
  table: 'filled' | 'ruled';
  /** The decoration of the suit on an area filled with the deep colour, of whatever shape; of pro layout. */
  motif(canvas: Canvas, area: Box): void;
  cover: Cover;
  catalogue: Catalogue;
  chapter: ChapterStage;
  page: PageStage;
  ending: Cover;
}
