/** The presentation part and the content types of a deck, from those of the template. */
import { typesXml } from '../../render/pptx/relationships';
import { declaration, escapeXml, namespaces } from '../../render/pptx/xml';
import { childrenNamed, elements, writeXml, type XmlNode } from '../xml';

/** Lists of example slides, and a lock that would keep people from editing their decks. */
const REMOVED: ReadonlySet<string> = new Set(['p:sldIdLst', 'p:custShowLst', 'p:modifyVerifier', 'p:photoAlbum']);
const SECTIONS = '{521415D9-36F7-43E2-AB2F-B90AF26B5E84}';
const LISTS: readonly string[] = ['p:sldMasterIdLst', 'p:notesMasterIdLst', 'p:handoutMasterIdLst'];

/** @param notesMaster relationship of the notes master if the template has none. */
export function presentationXml(root: XmlNode, slides: readonly string[], notesMaster: string | undefined): string {
  const kept = elements(root).filter((each) => !REMOVED.has(each.name));
  const ids = slides.map((link, at) => `<p:sldId id="${256 + at}" r:id="${escapeXml(link)}"/>`);
  const slideList = `<p:sldIdLst ${namespaces}>${ids.join('')}</p:sldIdLst>`;
  const notesList =
    notesMaster === undefined
      ? ''
      : `<p:notesMasterIdLst ${namespaces}><p:notesMasterId r:id="${escapeXml(notesMaster)}"/></p:notesMasterIdLst>`;
  const last = kept.findLastIndex((each) => LISTS.includes(each.name));
  const content = kept.map((each, at) => {
    const own = each.name === 'p:extLst' ? withoutSections(each) : writeXml(each);
    const notes = each.name === 'p:sldMasterIdLst' ? notesList : '';
    return own + notes + (at === last ? slideList : '');
  });
  const attributes = root.written.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
  return `${declaration}<${root.source}${attributes}>${content.join('')}</${root.source}>`;
}

function withoutSections(list: XmlNode): string {
  const children = elements(list).filter((each) => each.attributes.uri !== SECTIONS);
  return children.length === 0 ? '' : writeXml({ ...list, children });
}

const MAIN = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';

/** @param added part names and content types. */
export function contentTypesXml(
  root: XmlNode,
  presentation: string,
  kept: ReadonlySet<string>,
  added: ReadonlyMap<string, string>,
): string {
  const defaults = new Map(
    childrenNamed(root, 'Default').map(({ attributes }) => [
      (attributes.Extension ?? '').toLowerCase(),
      attributes.ContentType ?? '',
    ]),
  );
  const used = new Set([...kept, ...added.keys()].map((name) => name.split('.').at(-1)!.toLowerCase()));
  for (const extension of defaults.keys()) if (!used.has(extension)) defaults.delete(extension);
  for (const [extension, type] of required) if (!defaults.has(extension)) defaults.set(extension, type);
  const overrides = new Map<string, string>([[presentation, MAIN]]);
  for (const { attributes } of childrenNamed(root, 'Override')) {
    const name = (attributes.PartName ?? '').slice(1);
    if (kept.has(name)) overrides.set(name, attributes.ContentType ?? '');
  }
  for (const [name, type] of added) overrides.set(name, type);
  return typesXml(defaults, overrides);
}

const required: readonly (readonly [string, string])[] = [
  ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
  ['xml', 'application/xml'],
];
