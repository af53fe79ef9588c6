/** Date, footer and slide number of a slide: those of its layout, with their text. */

import type { FooterColors } from '../place';
import { footerKinds, footerText, placeholderOf } from '../placeholders';
import type { Layout } from '../read-template';
import { at, childrenNamed, elements, writeDrawing, type XmlNode } from '../xml';
import { referenceXml, runsXml } from './slide-xml';

const NUMBER_FIELD = '{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}';

export function footersXml(
  layout: Layout,
  firstId: number,
  deck: { number: number; date?: string | undefined; footer: string; colors?: FooterColors | undefined },
): string {
  return footerKinds
    .map((kind, index) => {
      const shape = layout.footers[kind];
      const reference = shape && placeholderOf(shape)?.attributes;
      if (!shape || !reference) return '';
      const body = at(shape, 'p:txBody');
      const paragraphs = childrenNamed(body, 'a:p');
      const text = footerText(shape);
      // An empty date stays off the slide, and an empty footer too, unless the example slides have one.
      const content =
        kind === 'sldNum'
          ? numbered(paragraphs, deck.number)
          : text === ''
            ? kind === 'ftr' && deck.footer !== ''
              ? `<a:p>${runsXml(deck.footer)}</a:p>`
              : undefined
            : paragraphs.map((each) => writeDrawing(dated(each, deck.date))).join('');
      if (content === undefined) return '';
      const id = firstId + index;
      return (
        `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${names[kind]} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
        `<p:nvPr>${referenceXml({ reference })}</p:nvPr></p:nvSpPr><p:spPr/>` +
        `<p:txBody><a:bodyPr/>${styleXml(deck.colors?.[kind])}${content}</p:txBody></p:sp>`
      );
    })
    .join('');
}

const styleXml = (color: string | undefined): string =>
  color === undefined
    ? '<a:lstStyle/>'
    : `<a:lstStyle><a:lvl1pPr><a:defRPr><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>`;

const names = { dt: 'Date Placeholder', ftr: 'Footer Placeholder', sldNum: 'Slide Number Placeholder' } as const;

/** The layout's own text around the number, such as "Page", stays. */
function numbered(paragraphs: readonly XmlNode[], number: number): string {
  const isNumber = (type: string): boolean => type === 'slidenum';
  const field = `<a:fld id="${NUMBER_FIELD}" type="slidenum"><a:rPr lang="en-US"/><a:t>${number}</a:t></a:fld>`;
  if (!paragraphs.some((each) => fieldsOf(each).some(({ attributes }) => isNumber(attributes.type ?? '')))) {
    return `<a:p>${field}</a:p>`;
  }
  return paragraphs.map((each) => writeDrawing(withField(each, isNumber, String(number)))).join('');
}

/** A date that updates itself shows the day of the deck until a program updates it. */
const dated = (paragraph: XmlNode, date: string | undefined): XmlNode =>
  date === undefined ? paragraph : withField(paragraph, (type) => type.startsWith('datetime'), date);

const fieldsOf = (paragraph: XmlNode): XmlNode[] => elements(paragraph).filter((each) => each.name === 'a:fld');

function withField(paragraph: XmlNode, isWanted: (type: string) => boolean, text: string): XmlNode {
  const children = paragraph.children.map((each): XmlNode | string => {
    if (typeof each === 'string' || each.name !== 'a:fld' || !isWanted(each.attributes.type ?? '')) return each;
    const inner = each.children.map((child): XmlNode | string =>
      typeof child !== 'string' && child.name === 'a:t' ? { ...child, children: [text] } : child,
    );
    return { ...each, children: inner };
  });
  return { ...paragraph, children };
}
