/** The settings of the slide show, without a start or an export that names slides of the template. */
import type { BrandPackage } from '../package';
import { related } from '../relationships';
import { elements, writeXml, type XmlNode } from '../xml';

const SLIDES: ReadonlySet<string> = new Set(['p:sldRg', 'p:custShow', 'p:sldAll']);

/** Undefined if the part can stay as it is. */
export function showSettings(file: BrandPackage, presentation: string): { part: string; content: string } | undefined {
  const part = related(file, presentation, 'presProps');
  if (part === undefined || !file.has(part)) return undefined;
  const root = file.xml(part);
  const children = elements(root).flatMap((each): XmlNode[] => {
    // Exports as HTML are from PowerPoint 2003.
    if (each.name === 'p:htmlPubPr') return [];
    if (each.name !== 'p:showPr') return [each];
    return [{ ...each, children: elements(each).filter(({ name }) => !SLIDES.has(name)) }];
  });
  const kept = children.length === elements(root).length;
  const isSame = kept && children.every((each, at) => each.children.length === elements(root)[at]!.children.length);
  return isSame ? undefined : { part, content: writeXml({ ...root, children }) };
}
