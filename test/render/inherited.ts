/** What a text on a slide inherits: from its shape, its placeholder on the layout, the master's placeholder, and the master's styles. */
import { posix } from 'node:path';
import { child, descendants, parseXml, type XmlNode } from './xml-tree';

export interface SlideParts {
  path: string;
  slide: XmlNode;
  layout: XmlNode;
  master: XmlNode;
}

const target = (parts: Map<string, string>, path: string, type: string): string => {
  const rels = parts.get(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`))!;
  const link = new RegExp(`/${type}" Target="([^"]+)"`).exec(rels)![1]!;
  return posix.join(posix.dirname(path), link);
};

export function slidesOf(parts: Map<string, string>): SlideParts[] {
  const paths = [...parts.keys()].filter((path) => /^ppt\/slides\/slide\d+\.xml$/.test(path));
  return paths.map((path) => {
    const layoutPath = target(parts, path, 'slideLayout');
    const masterPath = target(parts, layoutPath, 'slideMaster');
    const [slide, layout, master] = [path, layoutPath, masterPath].map((each) => parseXml(parts.get(each)!));
    return { path, slide: slide!, layout: layout!, master: master! };
  });
}

export const placeholder = (shape: XmlNode): XmlNode | undefined => descendants(shape, 'p:ph')[0];

/** The placeholder of a layout by index, or of a master by type. */
function matching(root: XmlNode, wanted: XmlNode, by: 'idx' | 'type'): XmlNode | undefined {
  const family = (type = 'body'): string => (type === 'ctrTitle' ? 'title' : type === 'subTitle' ? 'body' : type);
  return descendants(root, 'p:sp').find((shape) => {
    const ph = placeholder(shape);
    if (!ph) return false;
    return by === 'idx' && wanted.attributes.idx !== undefined
      ? ph.attributes.idx === wanted.attributes.idx
      : family(ph.attributes.type) === family(wanted.attributes.type);
  });
}

/** The shapes that a shape inherits from, itself first. */
export function lineage({ layout, master }: SlideParts, shape: XmlNode): XmlNode[] {
  const ph = placeholder(shape);
  if (!ph) return [shape];
  return [shape, matching(layout, ph, 'idx'), matching(master, ph, 'type')].filter((each) => each !== undefined);
}

/** The level styles that apply to a paragraph, nearest first. */
export function stylesOf(parts: SlideParts, shape: XmlNode, level: number): XmlNode[] {
  const name = `a:lvl${level + 1}pPr`;
  const type = placeholder(shape)?.attributes.type ?? (placeholder(shape) ? 'body' : 'other');
  const family =
    /itle$/.test(type) && type !== 'subTitle'
      ? 'titleStyle'
      : /ftr|sldNum|dt|other/.test(type)
        ? 'otherStyle'
        : 'bodyStyle';
  return [
    ...lineage(parts, shape).map((each) => child(each, 'p:txBody', 'a:lstStyle', name)),
    child(parts.master, 'p:sldMaster', 'p:txStyles', `p:${family}`, name),
  ].filter((each) => each !== undefined);
}

/** The first of the run's own properties and those it inherits that says something. */
export function inheritedRun(parts: SlideParts, shape: XmlNode, level: number, own: XmlNode | undefined): XmlNode[] {
  return [own, ...stylesOf(parts, shape, level).map((each) => child(each, 'a:defRPr'))].filter(
    (each) => each !== undefined,
  );
}
