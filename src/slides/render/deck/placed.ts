/** Shapes elsewhere and in another size. */
import type { Shape } from './deck';

/** Every length is multiplied by `scale`; `right` is added to every horizontal position. */
export interface Placing {
  scale: number;
  right: number;
}

const POSITIONS: ReadonlySet<string> = new Set(['x', 'x1', 'x2']);
const LENGTHS: ReadonlySet<string> = new Set(
  'y y1 y2 w h baseline radius width height size lineHeight before indent padding labelSize valueSize columns'.split(
    ' ',
  ),
);

export function placed<Moved extends Shape>(shape: Moved, { scale, right }: Placing): Moved {
  const moved = (value: unknown, name: string): unknown => {
    if (typeof value === 'number') {
      return POSITIONS.has(name) ? value * scale + right : LENGTHS.has(name) ? value * scale : value;
    }
    if (Array.isArray(value)) return value.map((each) => moved(each, name));
    // Numbers of a chart and shares of an image are not lengths. Groups and lists are distinguished by identity.
    if (typeof value !== 'object' || value === null || KEPT.has(name)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moved(each, key)]));
  };
  return moved(shape, '') as Moved;
}

const KEPT: ReadonlySet<string> = new Set(['data', 'crop', 'group', 'list', 'face']);
