/** The area of a text inside its shape. */
import { elements, type XmlNode } from '../brand/xml';
import { EMU } from './geometry';

export interface Frame {
  insets: { left: number; top: number; right: number; bottom: number };
  anchor: string;
  wraps: boolean;
  columns: number;
  vertical: boolean;
  /** How PowerPoint reacts to too much text. */
  autofit: 'none' | 'shrink' | 'grow';
  /** Share of the text size that PowerPoint stored. */
  scale: number;
}

/** @param bodies `a:bodyPr` of the shape and of those that it inherits from, the closest first. */
export function frameOf(bodies: (XmlNode | undefined)[]): Frame {
  const attribute = (name: string): string | undefined =>
    bodies.map((each) => each?.attributes[name]).find((each) => each !== undefined);
  const inset = (name: string, standard: number): number => Number(attribute(name) ?? standard) / EMU;
  const fitting = bodies
    .map((each) => elements(each).find(({ name }) => /^a:(?:noAutofit|normAutofit|spAutoFit)$/.test(name)))
    .find(Boolean);
  const scale = fitting?.attributes.fontScale;
  return {
    insets: {
      left: inset('lIns', 91_440),
      top: inset('tIns', 45_720),
      right: inset('rIns', 91_440),
      bottom: inset('bIns', 45_720),
    },
    anchor: attribute('anchor') ?? 't',
    wraps: attribute('wrap') !== 'none',
    columns: Math.max(1, Number(attribute('numCol') ?? 1) || 1),
    vertical: !['horz', undefined].includes(attribute('vert')),
    autofit: fitting?.name === 'a:normAutofit' ? 'shrink' : fitting?.name === 'a:spAutoFit' ? 'grow' : 'none',
    scale: scale === undefined ? 1 : scale.endsWith('%') ? Number.parseFloat(scale) / 100 : Number(scale) / 100_000,
  };
}
