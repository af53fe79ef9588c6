/**
 * The deck model: slides as positioned shapes on a page of 960 × 540 points, with text already broken into lines.
 * Everything is measured once; the PPTX, PDF and image writers only translate it.
 */
import type { Language } from '../../../outline/outline';
import type { OptionalFamily } from '../../../outline/scripts';
import type { ChartShape } from './chart-shape';
import type { FaceName } from './fonts';
import type { PictureShape } from './picture-shape';
import type { Pictures } from './pictures';

export * from './chart-shape';
export type { Crop, PictureShape } from './picture-shape';

export const PAGE = { w: 960, h: 540 } as const;

/** In points; the origin is the top left of the page. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The purpose of a color. Each one is a slot of the PPTX theme, so that the whole deck can be recolored. */
export type Role = 'ink' | 'paper' | 'deep' | 'mist' | 'accent' | 'second' | 'third' | 'muted' | 'line' | 'pale';

/** Hex colors, "#RRGGBB". */
export type Palette = Record<Role, string>;

export interface Tone {
  role: Role;
  /** Opacity from 0 to 1 (default: 1). */
  alpha?: number;
}

/** Only two stops, because some viewers do not show more. The angle is in degrees, clockwise, 0 = left to right. */
export interface Gradient {
  from: Tone;
  to: Tone;
  angle: number;
}

export type Fill = Tone | Gradient;

export interface Stroke {
  tone: Tone;
  /** Points. */
  width: number;
  /** Ends and corners are round. */
  round?: boolean;
}

export type PathStep =
  | { go: 'M' | 'L'; x: number; y: number }
  | { go: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { go: 'Z' };

/** Shapes with the same group belong together: they move as one in an editor. */
export interface Group {
  name: string;
}

interface Drawn {
  group?: Group;
  /** Name in the editor's selection pane. */
  name: string;
  /** The meaning of the shape; decorations have none. */
  alt?: string;
}

export interface Geometry extends Drawn {
  kind: 'rect' | 'round' | 'ellipse' | 'path';
  box: Box;
  /** Corner radius in points; only for `round`. */
  radius?: number;
  /** Steps in page coordinates; only for `path`. */
  path?: PathStep[];
  fill?: Fill;
  stroke?: Stroke;
  shadow?: boolean;
}

export interface Line extends Drawn {
  kind: 'line';
  from: { x: number; y: number };
  to: { x: number; y: number };
  stroke: Stroke;
}

export type FontRole = 'heading' | 'body' | 'figure' | 'code';
export type Align = 'left' | 'center' | 'right';
export type Anchor = 'top' | 'middle' | 'bottom';

/** A run in one face on one line. */
export interface Piece {
  /** The text in logical order, with unsupported characters already replaced. */
  text: string;
  /** What to draw instead, where the direction of the script is not that of the run. */
  drawn?: string;
  fromRight?: true;
  face: FaceName;
  x: number;
  width: number;
}

export interface TextLine {
  /** In logical order. */
  pieces: Piece[];
  /** Page coordinates. */
  x: number;
  baseline: number;
  width: number;
}

/** Offsets in the text of a paragraph, and an `http:`, `https:` or `mailto:` address. */
export interface TextLink {
  from: number;
  to: number;
  target: string;
}

export interface Paragraph {
  /** The text for an editable format; a line feed is a soft break. */
  text: string;
  font: FontRole;
  size: number;
  bold: boolean;
  tone: Tone;
  align: Align;
  /** Runs from right to left. */
  fromRight?: true;
  /** Exact distance between baselines in points. */
  lineHeight: number;
  /** Space above the paragraph in points; 0 for the first one. */
  before: number;
  /** Hanging bullet: its distance to the text in points. */
  bullet?: { indent: number; tone: Tone };
  /** 1 for a bullet below another one. */
  level?: number;
  /** Stretches of the text that lead to an address, in order. */
  links?: TextLink[];
  lines: TextLine[];
}

/** The structural role of a text, for screen readers. `page-number` is a live field if the format supports it. */
export type TextPart = 'title' | 'text' | 'ornament' | 'page-number';

export interface TextBox {
  kind: 'text';
  group?: Group;
  /** Texts of the same list: one text with several paragraphs in an editable format. */
  list?: Group;
  /** Index of the slide that the text links to. */
  link?: number;
  name: string;
  part: TextPart;
  box: Box;
  anchor: Anchor;
  /** Height of the lines in points. */
  height: number;
  paragraphs: Paragraph[];
}

export interface TableCell {
  box: Box;
  fill?: Tone;
  /** Rule below the cell. */
  rule?: Stroke;
  text: TextBox;
}

export interface TableShape {
  kind: 'table';
  name: string;
  alt: string;
  box: Box;
  columns: number[];
  rows: { height: number; cells: TableCell[] }[];
  /** Horizontal padding of cells in points. */
  padding: number;
}

export type Shape = Geometry | Line | TextBox | TableShape | ChartShape | PictureShape;

/** The visual richness of a deck; its text is the same. */
export type Arrangement = 'standard' | 'pro';

/** Decoration that slides of one kind share: a slide layout in PPTX. */
export interface Layout {
  name: LayoutName;
  ground: Fill;
  shapes: Shape[];
  /** Position of the title on slides added later. */
  title: TextBox;
  /** Positions and styles of other texts on slides added later. */
  samples: Partial<Record<SampleName, TextBox>>;
}

type SampleName = 'subtitle' | 'list' | 'body' | 'footer' | 'number';

export const layoutNames = ['cover', 'catalogue', 'chapter', 'page', 'ending'] as const;
export type LayoutName = (typeof layoutNames)[number];

export const slideKinds = [
  'cover',
  'catalogue',
  'chapter',
  'bullets',
  'columns',
  'cards',
  'steps',
  'timeline',
  'figures',
  'statement',
  'table',
  'chart',
  'code',
  'picture',
  'ending',
] as const;
export type SlideKind = (typeof slideKinds)[number];

/** A text of a slide, and those that belong to it. */
export interface SlideText {
  value: string;
  children: SlideText[];
}

export interface Slide {
  kind: SlideKind;
  layout: LayoutName;
  /** Title as plain text; also used as bookmark. */
  title: string;
  shapes: Shape[];
  /** Paragraphs of the speaker notes. */
  notes: string[];
  /** What it says below its title, without ornaments (default: nothing). */
  texts?: SlideText[];
}

/** Latin family of each font role. Chinese text has the same family in every template. */
export type Family = 'arimo' | 'gelasio' | 'carlito' | 'cousine';
/** Code has the same family in every template, too. */
export type Fonts = Record<Exclude<FontRole, 'code'>, Family> & {
  /** Family of hanzi and kana, if it is not the Chinese one. */
  wide?: OptionalFamily;
};

/** A slide without its shapes. */
export interface DeckPage {
  title: string;
  layout: LayoutName;
  texts: SlideText[];
}

/** The look of all tables of a deck. The first row is the header; the first column names the rows. */
export interface TableLook {
  /** Rows on alternating colors, or rules between them. */
  kind: 'filled' | 'ruled';
  /** Text colors of the header, of the first column, and of the other cells. */
  head: Role;
  first: Role;
  rest: Role;
  /** Color of the rules. */
  line: Role;
}

export interface DeckStyle {
  name: string;
  palette: Palette;
  fonts: Fonts;
  /** Swaps the light and dark slots of the PPTX theme. */
  dark: boolean;
  /** Accents that some slides use as the ground below text, so that they follow the page in the PPTX theme. */
  grounds?: readonly Role[];
  tables: TableLook;
}

/** Text that did not fit its box at the minimum size; must not occur in a good deck. */
export interface Overflow {
  slide: string;
  shape: string;
  text: string;
}

export interface Deck {
  title: string;
  /** Named by the text that the deck was made from. */
  author?: string;
  language: Language;
  /** BCP 47 tag of the language of its text. */
  tag: string;
  style: DeckStyle;
  layouts: Layout[];
  slides: Slide[];
  /** Chapters by the index of their first slide. */
  chapters: { title: string; from: number }[];
  overflow: Overflow[];
  /** The files of the images on its slides. */
  pictures: Pictures;
}

export const isGradient = (fill: Fill): fill is Gradient => 'from' in fill;
