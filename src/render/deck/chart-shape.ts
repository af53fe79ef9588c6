/** A chart in the deck model. */
import type { Box, Geometry, Line, Role, TextBox } from './deck';

export const chartKinds = ['bar', 'column', 'line', 'doughnut'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface ChartSeries {
  name: string;
  values: number[];
}

/** How its numbers are written: "€1,240.5m" has a currency sign, one decimal and a unit. */
export interface NumberForm {
  prefix: string;
  unit: string;
  decimals: number;
}

/**
 * A chart twice: as data for formats that have charts of their own, and drawn as shapes for all others. Both use the
 * same areas, scale, sizes and colours.
 */
export interface ChartShape {
  kind: 'chart';
  name: string;
  /** All its numbers in words. */
  alt: string;
  box: Box;
  data: {
    kind: ChartKind;
    /** Heading of the categories, for whoever edits the data. */
    axis: string;
    categories: string[];
    series: ChartSeries[];
    form: NumberForm;
  };
  look: {
    /** Area of the bars, lines or ring without their labels. */
    plot: Box;
    legend?: { box: Box; size: number };
    /** Ends of the axis of values. */
    min: number;
    max: number;
    /** Width of a gap between categories in per cent of a bar. */
    gap: number;
    /** Colours of the series, or of the slices of a ring, and of the numbers written upon these. */
    colours: { fill: Role; text: Role }[];
    /** Category that stands out. */
    highlight?: number;
    text: Role;
    accent: Role;
    line: Role;
    labelSize: number;
    valueSize: number;
  };
  drawn: (Geometry | Line | TextBox)[];
}

/** Width of the hole of a ring as a share of its width. */
export const ringHole = 0.56;
