/** A chart in the deck model. */
import type { Box, Geometry, Line, Role, TextBox } from './deck';

export const chartKinds = ['bar', 'column', 'line', 'doughnut'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface ChartSeries {
  name: string;
  values: number[];
}

/** Number format: "€1,240.5m" has a currency sign, one decimal and a unit. */
export interface NumberForm {
  prefix: string;
  unit: string;
  decimals: number;
}

/**
 * A chart in two forms: as data for formats with native charts, and as shapes for all others. Both use the same areas,
 * scale, sizes and colors.
 */
export interface ChartShape {
  kind: 'chart';
  name: string;
  /** All its numbers as text. */
  alt: string;
  box: Box;
  data: {
    kind: ChartKind;
    /** Heading of the categories, shown when the data is edited. */
    axis: string;
    categories: string[];
    series: ChartSeries[];
    form: NumberForm;
    /** Without values, for people to enter them. */
    blank?: true;
  };
  look: {
    /** Area of the bars, lines or ring, without labels. */
    plot: Box;
    legend?: { box: Box; size: number };
    /** Whether the categories, or the values of bars, start at the right. */
    fromRight?: true;
    /** Limits of the value axis. */
    min: number;
    max: number;
    /** Width of a gap between categories, in percent of a bar. */
    gap: number;
    /** Colors of the series, or of the slices of a ring, and of the numbers on them. */
    colours: { fill: Role; text: Role }[];
    /** Index of the highlighted category. */
    highlight?: number;
    /**
     * Only for lines with a value axis: distance of the grid lines, categories per label, and whether the end of each
     * line has room for its number.
     */
    grid?: { step: number; every: number; numbered: boolean[] };
    text: Role;
    accent: Role;
    line: Role;
    labelSize: number;
    valueSize: number;
  };
  drawn: (Geometry | Line | TextBox)[];
}

/** Width of the ring's hole as a share of its width. */
export const ringHole = 0.56;
