/** A slide that is planned: every text has its placeholder and size. */
import type { TableData } from '../../render/compose/table';
import type { Box, ChartShape, Crop } from '../../render/deck/deck';
import type { Placeholder } from '../placeholders';
import type { Assessed } from '../roles';
import type { Para } from '../ruler';

export interface FilledText {
  holder: Placeholder;
  paras: Para[];
  /** Share of the template's own size. */
  scale: number;
}

export interface PlannedTable {
  kind: 'table';
  holder: Placeholder;
  box: Box;
  data: TableData;
  columns: number[];
  heights: number[];
  /** Points. */
  size: number;
}

export interface PlannedChart {
  kind: 'chart';
  holder: Placeholder;
  shape: ChartShape;
}

export interface PlannedImage {
  kind: 'image';
  /** Of an image, or of the text in whose place it is. */
  holder: Placeholder;
  box: Box;
  hash: string;
  alt: string;
  crop?: Crop;
}

/** A line of small type next to a table, chart or image. */
export interface Caption {
  text: string;
  box: Box;
}

export interface PlannedSlide {
  kind: 'cover' | 'contents' | 'section' | 'page' | 'closing';
  layout: Assessed;
  texts: FilledText[];
  graphic?: PlannedTable | PlannedChart | PlannedImage;
  captions?: Caption[];
  notes: string[];
}
