/** The chapters of a deck as sections, which an editor shows in its list of slides. */
import type { Deck } from '../deck/deck';
import { escapeXml } from './xml';

/** Id of a slide by its index; the format reserves the numbers below. */
export const slideId = (index: number): number => 256 + index;

const words = {
  en: { opening: 'Opening', closing: 'Closing' },
  zh: { opening: '开篇', closing: '结束' },
};

/** A deck without several chapters has no sections. */
export function sectionsXml({ chapters, slides, language }: Deck): string {
  if (chapters.length < 2) return '';
  const { opening, closing } = words[language];
  const starts = [{ title: opening, from: 0 }, ...chapters, { title: closing, from: slides.length - 1 }];
  const sections = starts.map(({ title, from }, index) => {
    const to = starts[index + 1]?.from ?? slides.length;
    const ids = Array.from({ length: to - from }, (_, at) => `<p14:sldId id="${slideId(from + at)}"/>`);
    const id = `{5EC71046-0000-4000-8000-${String(index + 1).padStart(12, '0')}}`;
    return `<p14:section name="${escapeXml(title)}" id="${id}"><p14:sldIdLst>${ids.join('')}</p14:sldIdLst></p14:section>`;
  });
  return (
    '<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}">' +
    '<p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">' +
    `${sections.join('')}</p14:sectionLst></p:ext></p:extLst>`
  );
}
