/** A slide that is planned: every text has its placeholder and size, everything else is drawn. */
import type { Box, Crop, Fonts, Shape, SlideText } from '../../render/deck/deck';
import type { Colors } from '../../render/pptx/scheme';
import type { FooterColors } from '../place';
import type { Placeholder } from '../placeholders';
import type { Assessed } from '../roles';
import type { Para } from '../ruler';

export interface FilledText {
  holder: Placeholder;
  paras: Para[];
  /** Share of the template's own size. */
  scale: number;
  /** Where its own color cannot be read on the layout. */
  shown?: { color: 'tx1' | 'bg1'; onPage?: true };
}

/** Shapes in the coordinates of the page, in the colors and fonts of the theme. */
export interface Drawing {
  shapes: Shape[];
  colors: Colors;
  /** Those that are most like the theme's, for line heights. */
  fonts: Fonts;
  texts: SlideText[];
  /** On the page of the theme itself. */
  isPlain: boolean;
  hasTableStyle: boolean;
  /** The place of a table or chart, if the layout has one. */
  holder?: Placeholder;
}

export interface PlannedImage {
  /** Of an image, or of the text in whose place it is. */
  holder: Placeholder;
  box: Box;
  hash: string;
  alt: string;
  crop?: Crop;
}

/** A line of small type below an image. */
export interface Caption {
  text: string;
  box: Box;
}

export interface PlannedSlide {
  kind: 'cover' | 'contents' | 'section' | 'page' | 'closing';
  layout: Assessed;
  texts: FilledText[];
  drawing?: Drawing;
  image?: PlannedImage;
  captions?: Caption[];
  footers?: FooterColors;
  notes: string[];
}
