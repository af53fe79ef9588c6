/**
 * The deck model: slides as positioned shapes on a page of 960 × 540 points, text already broken into lines.
 * It is measured once; the PPTX, PDF and picture writers only translate it and never measure again.
 */
import type { Language } from '../../outline/outline';
import type { ChartShape } from './chart-shape';
import type { FaceName } from './fonts';

export * from './chart-shape';

export const PAGE = { w: 960, h: 540 } as const;

/** Points, origin at the top left of the page. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What a colour is for. Each is one slot of the PPTX theme, so a reader can recolour the whole deck. */
export type Role = 'ink' | 'paper' | 'deep' | 'mist' | 'accent' | 'second' | 'third' | 'muted' | 'line' | 'pale';

/** Hex colours, "#RRGGBB". */
export type Palette = Record<Role, string>;

export interface Tone {
  role: Role;
  /** Opacity from 0 to 1; absent means opaque. */
  alpha?: number;
}

/** Two stops only: some readers show no more. The angle is in degrees, clockwise, 0 = left to right. */
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
}

export type PathStep =
  | { go: 'M' | 'L'; x: number; y: number }
  | { go: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { go: 'Z' };

interface Drawn {
  /** Shown in the reader's selection pane. */
  name: string;
  /** What the shape tells; absent means that it is decoration. */
  alt?: string;
}

export interface Geometry extends Drawn {
  kind: 'rect' | 'round' | 'ellipse' | 'path';
  box: Box;
  /** Corner radius in points, of `round` only. */
  radius?: number;
  /** Steps in page coordinates, of `path` only. */
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

export type FontRole = 'heading' | 'body' | 'figure';
export type Align = 'left' | 'center' | 'right';
export type Anchor = 'top' | 'middle' | 'bottom';

/** A stretch of one face on one line. */
export interface Piece {
  /** What is drawn: characters that no face has are replaced already. */
  text: string;
  face: FaceName;
  x: number;
  width: number;
}

export interface TextLine {
  pieces: Piece[];
  /** Page coordinates. */
  x: number;
  baseline: number;
  width: number;
}

export interface Paragraph {
  /** The text for an editable format; a line feed is a soft break. */
  text: string;
  font: FontRole;
  size: number;
  bold: boolean;
  tone: Tone;
  align: Align;
  /** Exact distance of baselines in points. */
  lineHeight: number;
  /** Points above the paragraph; 0 on the first. */
  before: number;
  /** Hanging bullet: distance of the text from it in points. */
  bullet?: { indent: number; tone: Tone };
  lines: TextLine[];
}

/** What the text is to a reader that follows structure; `page-number` is a live field where the format has one. */
export type TextPart = 'title' | 'text' | 'ornament' | 'page-number';

export interface TextBox {
  kind: 'text';
  name: string;
  part: TextPart;
  box: Box;
  anchor: Anchor;
  /** Height that the lines need in points. */
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
  /** Space between the edge of a cell and its text at left and right, points. */
  padding: number;
}

export type Shape = Geometry | Line | TextBox | TableShape | ChartShape;

/** How richly a deck is laid out; the words are the same. */
export type Arrangement = 'standard' | 'pro';

/** Decoration that slides of one sort share: a slide layout in PPTX. */
export interface Layout {
  name: LayoutName;
  ground: Fill;
  shapes: Shape[];
  /** Where a slide that the reader adds gets its title. */
  title: TextBox;
}

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
  'ending',
] as const;
export type SlideKind = (typeof slideKinds)[number];

export interface Slide {
  kind: SlideKind;
  layout: LayoutName;
  /** Title as plain text, also the bookmark. */
  title: string;
  shapes: Shape[];
  /** Paragraphs of the speaker notes. */
  notes: string[];
}

/** Latin family of each font role; Chinese text has one family in every suit. */
export type Family = 'arimo' | 'gelasio' | 'carlito';
export type Fonts = Record<FontRole, Family>;

export interface DeckStyle {
  name: string;
  palette: Palette;
  fonts: Fonts;
  /** The page is dark: light and dark slots of the PPTX theme change places. */
  dark: boolean;
}

/** Text that did not fit its box at the smallest size. A well-made deck has none. */
export interface Overflow {
  slide: string;
  shape: string;
  text: string;
}

export interface Deck {
  title: string;
  language: Language;
  style: DeckStyle;
  layouts: Layout[];
  slides: Slide[];
  overflow: Overflow[];
}

export const isGradient = (fill: Fill): fill is Gradient => 'from' in fill;
