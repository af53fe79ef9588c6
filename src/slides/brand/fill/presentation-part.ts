/** The presentation part of a deck, from that of the template. */
import { slideIds } from '../../render/pptx/properties';
import { declaration, escapeXml, namespaces } from '../../render/pptx/xml';
import { elements, writeXml, type XmlNode } from '../xml';

/** Lists of example slides, and a lock that would keep people from editing their decks. */
const REMOVED: ReadonlySet<string> = new Set(['p:sldIdLst', 'p:custShowLst', 'p:modifyVerifier', 'p:photoAlbum']);
const SECTIONS = '{521415D9-36F7-43E2-AB2F-B90AF26B5E84}';
const LISTS: readonly string[] = ['p:sldMasterIdLst', 'p:notesMasterIdLst', 'p:handoutMasterIdLst'];

/** @param notesMaster relationship of the notes master if the template has none. */
export function presentationXml(root: XmlNode, slides: readonly string[], notesMaster: string | undefined): string {
  const kept = elements(root).filter((each) => !REMOVED.has(each.name));
  const slideList = `<p:sldIdLst ${namespaces}>${slideIds(slides)}</p:sldIdLst>`;
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
