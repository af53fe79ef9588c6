/** Groups move and scale the shapes inside them. */
import type { Box } from '../render/deck/deck';
import { at, type XmlNode } from './xml';

const EMU = 12_700;

export const IDENTITY: Transform = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
export interface Transform {
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
}

export function inGroup(group: XmlNode, outer: Transform): Transform {
  const frame = at(group, 'p:grpSpPr', 'a:xfrm');
  const read = (name: string, x: string, y: string): [number, number] => {
    const attributes = at(frame, name)?.attributes;
    return [Number(attributes?.[x] ?? Number.NaN) / EMU, Number(attributes?.[y] ?? Number.NaN) / EMU];
  };
  const [x, y] = read('a:off', 'x', 'y');
  const [w, h] = read('a:ext', 'cx', 'cy');
  const [innerX, innerY] = read('a:chOff', 'x', 'y');
  const [innerW, innerH] = read('a:chExt', 'cx', 'cy');
  if (![x, y, w, h, innerX, innerY, innerW, innerH].every(Number.isFinite)) return outer;
  const scaleX = innerW > 0 ? w / innerW : 1;
  const scaleY = innerH > 0 ? h / innerH : 1;
  return {
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
    x: outer.x + outer.scaleX * (x - innerX * scaleX),
    y: outer.y + outer.scaleY * (y - innerY * scaleY),
  };
}

export const placed = ({ x, y, w, h }: Box, transform: Transform): Box => ({
  x: transform.x + x * transform.scaleX,
  y: transform.y + y * transform.scaleY,
  w: w * transform.scaleX,
  h: h * transform.scaleY,
});
