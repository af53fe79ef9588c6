/** Date, footer and slide number of a slide: those of its layout, with their text. */
import { escapeXml } from '../../render/pptx/xml';
import { footerKinds, placeholderOf } from '../placeholders';
import type { Layout } from '../read-template';
import { at, childrenNamed, textOf, writeDrawing, type XmlNode } from '../xml';
import { referenceXml, runsXml } from './slide-xml';

const NUMBER_FIELD = '{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}';

/** @param page whether an empty footer gets the title of the deck. */
export function footersXml(
  layout: Layout,
  firstId: number,
  page: boolean,
  deck: { number: number; title: string },
): string {
  return footerKinds
    .map((kind, index) => {
      const shape = layout.footers[kind];
      const reference = shape && placeholderOf(shape)?.attributes;
      if (!shape || !reference) return '';
      const body = at(shape, 'p:txBody');
      const paragraphs = childrenNamed(body, 'a:p');
      const text = body === undefined ? '' : textOf(body).trim();
      const content =
        kind === 'sldNum'
          ? numbered(paragraphs, deck.number)
          : text !== ''
            ? paragraphs.map(writeDrawing).join('')
            : kind === 'ftr' && page
              ? `<a:p>${runsXml(deck.title)}</a:p>`
              : undefined;
      if (content === undefined) return '';
      const id = firstId + index;
      return (
        `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${names[kind]} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
        `<p:nvPr>${referenceXml({ reference })}</p:nvPr></p:nvSpPr><p:spPr/>` +
        `<p:txBody><a:bodyPr/><a:lstStyle/>${content}</p:txBody></p:sp>`
      );
    })
    .join('');
}

const names = { dt: 'Date Placeholder', ftr: 'Footer Placeholder', sldNum: 'Slide Number Placeholder' } as const;

/** The layout's own text around the number, such as "Page", stays. */
function numbered(paragraphs: readonly XmlNode[], number: number): string {
  let found = false;
  const shown = paragraphs.map((paragraph) => ({
    ...paragraph,
    children: paragraph.children.map((each): XmlNode | string => {
      if (typeof each === 'string' || each.name !== 'a:fld' || each.attributes.type !== 'slidenum') return each;
      found = true;
      const children = each.children.map((child): XmlNode | string =>
        typeof child !== 'string' && child.name === 'a:t' ? { ...child, children: [String(number)] } : child,
      );
      return { ...each, children };
    }),
  }));
  if (found) return shown.map(writeDrawing).join('');
  return `<a:p><a:fld id="${NUMBER_FIELD}" type="slidenum"><a:rPr lang="en-US"/><a:t>${escapeXml(String(number))}</a:t></a:fld></a:p>`;
}
