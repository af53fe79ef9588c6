/** Speaker notes of a slide, on the notes master of the file if it has one. */
import { notesAround } from '../../render/pptx/slide';
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
  const paragraphs =
    notes.map((each) => `<a:p>${runsXml(each)}</a:p>`).join('') || '<a:p><a:endParaRPr lang="en-US"/></a:p>';
  return notesAround(paragraphs, { image: reference('sldImg', '2'), text: reference('body', '3') });
}
