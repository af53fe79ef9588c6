/** Document properties, with fixed dates to keep the output deterministic. */
import type { Deck } from '../deck/deck';
import { declaration, escapeXml } from './xml';

const date = '2024-01-01T00:00:00Z';

export function coreXml(deck: Deck): string {
  return (
    `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    'xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeXml(deck.title)}</dc:title><dc:language>${deck.language === 'zh' ? 'zh-CN' : 'en-US'}</dc:language>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${date}</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${date}</dcterms:modified></cp:coreProperties>`
  );
}

export function appXml(deck: Deck): string {
  return (
    `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
    `<PresentationFormat>Widescreen</PresentationFormat><Slides>${deck.slides.length}</Slides>` +
    `<Notes>${deck.slides.length}</Notes></Properties>`
  );
}
