/** Speaker notes of a slide, on the notes master of the file if it has one. */
import { declaration, namespaces } from '../../render/pptx/xml';
import { placeholderOf, shapesOf } from '../placeholders';
import type { XmlNode } from '../xml';
import { referenceXml, runsXml } from './slide-xml';

/** @param master undefined if the file has none, and the deck gets ours. */
export function notesSlideXml(notes: readonly string[], master: XmlNode | undefined): string {
  const reference = (type: string, idx: string): string => {
    const found =
      master &&
      shapesOf(master)
        .map(placeholderOf)
        .find((each) => each?.attributes.type === type);
    return referenceXml({ reference: found?.attributes ?? { type, idx } });
  };
  const shape = (id: number, name: string, locks: string, holder: string, text: string): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr>${locks}</p:cNvSpPr><p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:spPr/>${text}</p:sp>`;
  const paragraphs =
    notes.map((each) => `<a:p>${runsXml(each)}</a:p>`).join('') || '<a:p><a:endParaRPr lang="en-US"/></a:p>';
  const image = '<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/>';
  const body = `<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody>`;
  return (
    `${declaration}<p:notes ${namespaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>` +
    '<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>' +
    shape(2, 'Slide Image 1', image, reference('sldImg', '2'), '') +
    shape(3, 'Notes 2', '<a:spLocks noGrp="1"/>', reference('body', '3'), body) +
    '</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>'
  );
}
