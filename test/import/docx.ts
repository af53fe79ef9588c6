import { strToU8, type ZipOptions, zipSync } from 'fflate';

/** A tiny writer of Word documents: what an author would do, as the XML that a word processor makes of it. */

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const TYPES = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELS = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const run = (text: string, look = ''): string =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
export const bold = (text: string, points?: number): string =>
  run(text, `<w:b/>${points === undefined ? '' : `<w:sz w:val="${2 * points}"/>`}`);
export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<w:') ? content : run(content)}</w:p>`;
export const styled = (style: string, text: string): string => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
export const title = (text: string): string => styled('Title', text);
export const heading = (level: number, text: string): string => styled(`Heading${level}`, text);
export const item = (text: string, level = 0, list = 1): string =>
  paragraph(
    text.startsWith('<w:') ? text : run(text),
    `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`,
  );

/** An item of a numbered list. */
export const step = (text: string): string => item(text, 0, 2);
export const cell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
export const row = (...cells: string[]): string =>
  `<w:tr>${cells.map((each) => (each.startsWith('<w:') ? each : cell(each))).join('')}</w:tr>`;
export const table = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;

const style = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;

export const STYLES = `<?xml version="1.0" encoding="UTF-8"?><w:styles ${W}>${[
  style('Title', 'Title'),
  ...[1, 2, 3, 4].map((level) => style(`Heading${level}`, `heading ${level}`)),
  style('TOC1', 'toc 1'),
  style('Caption', 'caption'),
  style('House', 'Acme Chapter', '<w:basedOn w:val="Heading1"/>'),
  style('HouseTwo', 'Acme Section', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
].join('')}</w:styles>`;

const NUMBERING = `<?xml version="1.0" encoding="UTF-8"?><w:numbering ${W}><w:abstractNum w:abstractNumId="0">${[
  0, 1, 2,
]
  .map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="bullet"/></w:lvl>`)
  .join(
    '',
  )}</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;

export const documentXml = (...body: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document ${W}><w:body>${body.join('')}</w:body></w:document>`;

export interface PackageParts {
  document?: string | Uint8Array;
  styles?: string;
  /** Further parts, or `undefined` to leave one out. */
  more?: Record<string, string | Uint8Array | undefined>;
}

export function wordPackage({ document = documentXml(), styles = STYLES, more = {} }: PackageParts): Uint8Array {
  const parts: Record<string, string | Uint8Array | undefined> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELS,
    'word/document.xml': document,
    'word/styles.xml': styles,
    'word/numbering.xml': NUMBERING,
    ...more,
  };
  return zip(parts);
}

export function zip(parts: Record<string, string | Uint8Array | undefined>, options: ZipOptions = {}): Uint8Array {
  const present = Object.entries(parts).filter((part): part is [string, string | Uint8Array] => part[1] !== undefined);
  const bytes = present.map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  return zipSync(Object.fromEntries(bytes), options);
}

/** A document of these paragraphs and tables. */
export const docx = (...body: string[]): Uint8Array => wordPackage({ document: documentXml(...body) });
