/**
 * Removes what a design does not need and what a deck must not carry: programs, objects of other applications, and
 * everything that a program would fetch from elsewhere. Allowed kinds are listed; all others go.
 */
import type { BrandPackage } from './package';
import { type Relationship, relationshipsOf } from './relationships';
import { elements, parseXml, type XmlNode } from './xml';

const XML = /\.xml$/i;
/** The kinds of relationships of a design, with the names that their parts have. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  officeDocument: XML,
  slideMaster: XML,
  slideLayout: XML,
  notesMaster: XML,
  handoutMaster: XML,
  theme: XML,
  themeOverride: XML,
  tableStyles: XML,
  presProps: XML,
  tags: XML,
  'custom-properties': XML,
  image: /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg)$/i,
  hdphoto: /\.wdp$/i,
  font: /\.(?:fntdata|ttf|otf|odttf)$/i,
};

/** Of no use in a deck: properties of the file itself, views of its slides, and who commented on them. */
const UNUSED: ReadonlySet<string> = new Set([
  'thumbnail',
  'core-properties',
  'extended-properties',
  'slide',
  'viewProps',
  'comments',
  'commentAuthors',
  'authors',
  'printerSettings',
  'revisionInfo',
  'changesInfo',
]);

const KNOWN_TYPES = /^http:\/\/(?:schemas\.(?:openxmlformats\.org|microsoft\.com)|purl\.oclc\.org)\//;
const ACTIVE_SVG =
  /<(?:[\w-]+:)?(?:script|foreignObject)\b|<!ENTITY|href\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#)/i;
const HARMLESS_ACTION = /^ppaction:\/\/(?:noaction|hlinksldjump|hlinkshowjump)\b/i;

export const isWebAddress = (target: string): boolean =>
  /^(?:https?:\/\/|mailto:)[^\s\\]/i.test(target) && URL.canParse(target);
export const isActive = ({ attributes: { action = '' } }: XmlNode): boolean =>
  action !== '' && !HARMLESS_ACTION.test(action);

function isAllowed(file: BrandPackage, { kind, type, target, external }: Relationship): boolean {
  if (external) return kind === 'hyperlink' && isWebAddress(target);
  // Decks have no example slides; a link to one is refused with its place.
  if (kind === 'slide' || !KNOWN_TYPES.test(type)) return kind === 'slide';
  if (!ALLOWED[kind]?.test(target)) return false;
  return !/\.svg$/i.test(target) || !file.has(target) || !ACTIVE_SVG.test(Buffer.from(file.bytes(target)).toString());
}

const WHAT: Readonly<Record<string, string>> = {
  image: 'image',
  oleObject: 'embedded object',
  package: 'embedded object',
  control: 'ActiveX control',
  vmlDrawing: 'drawing of an embedded object',
  extensibility: 'custom ribbon',
  hyperlink: 'link',
  customXml: 'custom data',
};

/** @returns what was removed, as lines for the owner of the file. */
export function removeForeign(file: BrandPackage): string[] {
  const removed = new Set<string>();
  const seen = new Set<string>();
  const open = [''];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    const links = relationshipsOf(file, part);
    const name = part.split('/').at(-1) || 'the file';
    const gone = links.filter((each) => {
      if (isAllowed(file, each)) return false;
      if (each.external || !UNUSED.has(each.kind)) {
        const what = WHAT[each.kind] ?? `part of the kind “${each.kind.slice(0, 40)}”`;
        removed.add(`${name}: ${what} ${each.external ? 'at ' : ''}${JSON.stringify(each.target.slice(0, 120))}`);
      }
      return true;
    });
    const ids = new Set(gone.map(({ id }) => id));
    if (ids.size > 0) file.removeLinks(part, ids);
    if (XML.test(part) && file.has(part)) {
      const root = file.xml(part);
      const clean = withoutLinks(root, ids, (node) => {
        removed.add(`${name}: action ${JSON.stringify(node.attributes.action!.slice(0, 120))}`);
      });
      if (clean !== root) file.replace(part, clean);
    }
    for (const each of links)
      if (!gone.includes(each) && !each.external && each.kind !== 'slide') open.push(each.target);
  }
  return [...removed].sort();
}

/** What is left out as a whole when its reference is gone. */
const UNIT =
  /^(?:p:(?:pic|graphicFrame|bg|controls|tags|custData|ext|sndAc)|a:(?:hlink\w+|buBlip|blipFill|snd|ext|\w+File)|p:embeddedFont)$/;
const INCOMPLETE = 'incomplete';

function withoutLinks(root: XmlNode, gone: ReadonlySet<string>, onAction: (node: XmlNode) => void): XmlNode {
  const isGone = (node: XmlNode): boolean => {
    if (/^a:hlink/.test(node.name) && isActive(node)) {
      onAction(node);
      return true;
    }
    return gone.size > 0 && Object.entries(node.attributes).some(([name, id]) => name.startsWith('r:') && gone.has(id));
  };
  const visit = (node: XmlNode, parent: string, inUnit: boolean): XmlNode | undefined | typeof INCOMPLETE => {
    const isUnit = UNIT.test(node.name);
    const leave = () => {
      if (node.name === 'a:blipFill') return plainFill(parent);
      return isUnit || !inUnit ? undefined : INCOMPLETE;
    };
    if (isGone(node)) {
      const { 'r:link': link, 'r:embed': embed } = node.attributes;
      if (node.name !== 'a:blip' || !embed || gone.has(embed)) return leave();
      // An image that is in the file, and a link to its original elsewhere.
      return { ...node, written: node.written.filter(([name, value]) => !(name.endsWith(':link') && value === link)) };
    }
    let same = true;
    const children: XmlNode['children'] = [];
    for (const each of node.children) {
      const kept = typeof each === 'string' ? each : visit(each, node.name, inUnit || isUnit);
      if (kept === INCOMPLETE) return leave();
      if (kept !== each) same = false;
      if (kept !== undefined) children.push(kept);
    }
    return same ? node : { ...node, children };
  };
  const children = elements(root).map((each) => visit(each, root.name, false));
  if (children.every((each, at) => each === elements(root)[at])) return root;
  // Animations may name shapes that are gone.
  const kept = children.filter((each) => each !== undefined && each !== INCOMPLETE && each.name !== 'p:timing');
  return { ...root, children: kept as XmlNode[] };
}

/** In place of an image. The styles of a theme need a fill each. */
function plainFill(parent: string): XmlNode {
  const inner = /FillStyleLst$/i.test(parent)
    ? '<a:solidFill NS><a:schemeClr val="phClr"/></a:solidFill>'
    : '<a:noFill NS/>';
  const xml = inner.replace('NS', 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"');
  return parseXml(xml, 'fill', { nodes: 2, depth: 2 });
}
