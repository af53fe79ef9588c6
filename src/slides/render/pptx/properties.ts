/** The presentation part and document properties. Dates are those of the deck, so that the same deck gives the same file. */
import { type Deck, PAGE } from '../deck/deck';
import { sectionsXml, slideId } from './sections';
import { declaration, emu, escapeXml, namespaces } from './xml';

/** @param slides their relationships; those of the master and the notes master are the first two */
export const presentationXml = (deck: Deck, slides: readonly string[]): string =>
  `${declaration}<p:presentation ${namespaces} saveSubsetFonts="1">` +
  '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>' +
  '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>' +
  `<p:sldIdLst>${slideIds(slides)}</p:sldIdLst><p:sldSz cx="${emu(PAGE.w)}" cy="${emu(PAGE.h)}"/>` +
  `<p:notesSz cx="6858000" cy="9144000"/>${sectionsXml(deck)}</p:presentation>`;

export const slideIds = (links: readonly string[]): string =>
  links.map((link, at) => `<p:sldId id="${slideId(at)}" r:id="${escapeXml(link)}"/>`).join('');

export function coreXml(
  { title, author, tag }: Pick<Deck, 'title' | 'author' | 'tag'>,
  created: Date | undefined,
): string {
  const time = created?.toISOString().replace(/\.\d+Z$/, 'Z');
  const date = (tag: string): string =>
    time === undefined ? '' : `<dcterms:${tag} xsi:type="dcterms:W3CDTF">${time}</dcterms:${tag}>`;
  return (
    `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    'xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeXml(title)}</dc:title>` +
    (author === undefined ? '' : `<dc:creator>${escapeXml(author)}</dc:creator>`) +
    `<dc:language>${tag}</dc:language>` +
    `${date('created')}${date('modified')}</cp:coreProperties>`
  );
}

export function appXml({ slides }: { slides: readonly unknown[] }): string {
  return (
    `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
    `<PresentationFormat>Widescreen</PresentationFormat><Slides>${slides.length}</Slides>` +
    `<Notes>${slides.length}</Notes></Properties>`
  );
}

const propertiesOf = (tag: string, content = ''): string =>
  `${declaration}<p:${tag} ${namespaces}>${content}</p:${tag}>`;

export const presentationPropertiesXml = (): string => propertiesOf('presentationPr');

/** The distance of the grid lines, which the format requires. */
export const viewPropertiesXml = (): string => propertiesOf('viewPr', '<p:gridSpacing cx="76200" cy="76200"/>');
