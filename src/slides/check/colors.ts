/** What shapes are painted with. */
import { type Color, type ColorContext, colorOf } from '../brand/theme';
import { at, childrenNamed, elements, type XmlNode } from '../brand/xml';

/** What is painted: one color, the colors of a gradient, an image, or nothing. */
export type Paint = { colors: Color[] } | 'image' | 'none';

/** The fill directly in a node; undefined if it has none, so that it inherits one. */
export function paintOf(node: XmlNode | undefined, colors: ColorContext): Paint | undefined {
  for (const each of elements(node)) {
    if (each.name === 'a:noFill' || each.name === 'a:grpFill') return 'none';
    if (each.name === 'a:blipFill' || each.name === 'a:pattFill') return 'image';
    if (each.name === 'a:solidFill') {
      const color = colorOf(elements(each)[0], colors);
      return color ? { colors: [color] } : 'image';
    }
    if (each.name === 'a:gradFill') {
      const stops = childrenNamed(at(each, 'a:gsLst'), 'a:gs').flatMap(
        (stop) => colorOf(elements(stop)[0], colors) ?? [],
      );
      return stops.length > 0 ? { colors: stops } : 'image';
    }
  }
  return undefined;
}
