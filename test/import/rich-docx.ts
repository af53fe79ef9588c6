import { documentXml, heading, item, paragraph, row, run, styled, table, title, wordPackage } from './docx';

/** Documents with the parts that a plain text lacks, as word processors write them. */

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
].join(' ');

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const drawing = (alt: string, inner: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Object 1" descr="${alt}"/><a:graphic><a:graphicData uri="x">${inner}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

export const image = (alt: string, id = 'rPicture'): string =>
  drawing(alt, `<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`);

export const noteReference = (kind: 'footnote' | 'endnote', id: number): string =>
  `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;

const math = (inner: string): string => `<m:oMath>${inner}</m:oMath>`;
const mathRun = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
export const AREA = math(
  `${mathRun('A = π')}<m:sSup><m:e>${mathRun('r')}</m:e><m:sup>${mathRun('2')}</m:sup></m:sSup>`,
);

const boxOf = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;

/** A part of a document, and a text by which a reader recognizes it in a deck or in a report. */
interface Part {
  mark: string;
  body: string;
  more?: Record<string, string>;
}

const note = (kind: string, text: string): string =>
  `<?xml version="1.0"?><w:${kind}s ${NAMESPACES}><w:${kind} w:id="7"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:${kind}></w:${kind}s>`;

export const PARTS = {
  image: { mark: 'Harbour seen from the east', body: paragraph(image('Harbour seen from the east')) },
  caption: {
    mark: 'Figure 4: The east quay',
    body: paragraph(image('Quay')) + styled('Caption', 'Figure 4: The east quay'),
  },
  'old image': {
    mark: 'Crane from 1998',
    body: paragraph(
      '<w:r><w:pict><v:shape><v:imagedata r:id="rPicture" o:title="Crane from 1998"/></v:shape></w:pict></w:r>',
    ),
  },
  chart: { mark: 'Berths by year', body: paragraph(drawing('Berths by year', '<c:chart r:id="rChart"/>')) },
  diagram: { mark: 'How a ship berths', body: paragraph(drawing('How a ship berths', '<dgm:relIds r:dm="rData"/>')) },
  drawing: { mark: 'Arrow to the gate', body: paragraph(drawing('Arrow to the gate', '<wps:wsp/>')) },
  object: {
    mark: 'Excel.Sheet.12',
    body: paragraph('<w:r><w:object><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12"/></w:object></w:r>'),
  },
  footnote: {
    mark: 'Costs are in 2024 euros',
    body: paragraph(`${run('The port costs a lot of money every year.')}${noteReference('footnote', 7)}`),
    more: { 'word/footnotes.xml': note('footnote', 'Costs are in 2024 euros') },
  },
  endnote: {
    mark: 'See the annual report',
    body: paragraph(`${run('Traffic grew.')}${noteReference('endnote', 7)}`),
    more: { 'word/endnotes.xml': note('endnote', 'See the annual report') },
  },
  formula: {
    mark: 'A = πr²',
    body: paragraph(`${run('The area is ')}${AREA}${run(' for a circular flat.')}`),
  },
  'formula of its own': {
    mark: '(a + b)/2',
    body: `<w:p><m:oMathPara>${math(
      `<m:f><m:num>${mathRun('a + b')}</m:num><m:den>${mathRun('2')}</m:den></m:f>`,
    )}</m:oMathPara></w:p>`,
  },
  link: {
    mark: 'https://example.org/port',
    body: paragraph(`<w:hyperlink r:id="rLink">${run('the port authority')}</w:hyperlink>`),
  },
  'link field': {
    mark: 'https://example.org/field',
    body: paragraph(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/field" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    ),
  },
  comment: {
    mark: 'Check this figure',
    body: paragraph(`${run('Traffic doubled.')}<w:r><w:commentReference w:id="7"/></w:r>`),
    more: { 'word/comments.xml': note('comment', 'Check this figure') },
  },
  deletion: {
    mark: 'a struck clause',
    body: paragraph(
      `${run('The clause stays.')}<w:del w:id="1" w:author="x"><w:r><w:delText>a struck clause</w:delText></w:r></w:del>`,
    ),
  },
  insertion: {
    mark: 'an added clause',
    body: `<w:p><w:ins w:id="2" w:author="x">${run('an added clause')}</w:ins></w:p>`,
  },
  'text box': {
    mark: 'Words in a box',
    body: paragraph(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="2" name="Box 2"/><wps:wsp><wps:txbx>${boxOf('Words in a box')}</wps:txbx></wps:wsp></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${boxOf('Words in a box')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ),
  },
  'text box without fallback': {
    mark: 'Lonely words in a box',
    body: paragraph(
      `<w:r><w:drawing><wp:anchor><wp:docPr id="3" name="Box 3"/><wps:wsp><wps:txbx>${boxOf('Lonely words in a box')}</wps:txbx></wps:wsp></wp:anchor></w:drawing></w:r>`,
    ),
  },
  'nested list': {
    mark: 'Deepest of all',
    body: [
      item('Outer item of the list'),
      item('Inner item', 1),
      item('Third item', 2),
      item('Deepest of all', 3),
    ].join(''),
  },
  'nested list by style': {
    mark: 'Second by style',
    body: styled('ListBullet', 'First by style') + styled('ListBullet2', 'Second by style'),
  },
  table: { mark: 'Containers', body: table(row('Cargo', 'Tons'), row('Containers', '120')) },
  'wide table': {
    mark: 'Cell 70',
    body: table(
      row(...Array.from({ length: 72 }, (_, at) => `Head ${at}`)),
      row(...Array.from({ length: 72 }, (_, at) => `Cell ${at}`)),
    ),
  },
  'long paragraph': {
    mark: 'the last word is read',
    body: paragraph(`${'We say a lot of things here. '.repeat(600)}And the last word is read.`),
  },
  'content control': {
    mark: 'Chosen words',
    body: `<w:sdt><w:sdtContent>${paragraph('Chosen words')}</w:sdtContent></w:sdt>`,
  },
  header: {
    mark: 'Strictly internal paper',
    body: '',
    more: {
      'word/header1.xml': `<?xml version="1.0"?><w:hdr ${NAMESPACES}>${paragraph('Strictly internal paper')}</w:hdr>`,
    },
  },
} as const satisfies Record<string, Part>;

const RELS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rLink" Type="${RELATION}/hyperlink" Target="https://example.org/port" TargetMode="External"/><Relationship Id="rPicture" Type="${RELATION}/image" Target="media/image1.png"/><Relationship Id="rFootnotes" Type="${RELATION}/footnotes" Target="footnotes.xml"/><Relationship Id="rEndnotes" Type="${RELATION}/endnotes" Target="endnotes.xml"/><Relationship Id="rComments" Type="${RELATION}/comments" Target="comments.xml"/></Relationships>`;

/** An image in a document, and what its text says about it. */
export interface PictureInText {
  bytes: Uint8Array;
  /** Of the file in the package (default: png). */
  extension?: string;
  alt?: string;
  /** Attributes of the crop, in thousandths of a percent: `l="25000"`. */
  crop?: string;
  /** In EMU. */
  extent?: { cx: number; cy: number };
}

/** The runs of some images, and the parts that they need. */
export function picturesInText(pictures: readonly PictureInText[]): {
  runs: string[];
  more: Record<string, string | Uint8Array>;
} {
  const files = pictures.map(({ extension = 'png' }, at) => `media/image${at + 1}.${extension}`);
  const relations = files.map(
    (file, at) => `<Relationship Id="rPicture${at + 1}" Type="${RELATION}/image" Target="${file}"/>`,
  );
  const runs = pictures.map(({ alt = '', crop, extent }, at) => {
    const size = extent === undefined ? '' : `<wp:extent cx="${extent.cx}" cy="${extent.cy}"/>`;
    const cut = crop === undefined ? '' : `<a:srcRect ${crop}/>`;
    return `<w:r><w:drawing><wp:inline>${size}<wp:docPr id="${at + 1}" name="Picture ${at + 1}" descr="${alt}"/><a:graphic><a:graphicData uri="x"><pic:pic><pic:blipFill><a:blip r:embed="rPicture${at + 1}"/>${cut}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  });
  return {
    runs,
    more: {
      'word/_rels/document.xml.rels': RELS.replace('</Relationships>', `${relations.join('')}</Relationships>`),
      ...Object.fromEntries(files.map((file, at) => [`word/${file}`, pictures[at]!.bytes])),
    },
  };
}

/** A document with these parts on its second page, below the heading “Costs”. */
export function everything(names: readonly (keyof typeof PARTS)[]): Uint8Array {
  const parts = names.map((name): Part => PARTS[name]);
  const body = [
    title('The port'),
    heading(1, 'Overview'),
    paragraph('This report is about the port.'),
    paragraph('<w:r><w:lastRenderedPageBreak/></w:r>'),
    heading(1, 'Costs'),
    ...parts.map((part) => part.body),
  ];
  return richDocx(body, Object.assign({}, ...parts.map((part) => part.more ?? {})));
}

export function richDocx(body: readonly string[], more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const xml = documentXml(...body).replace(/<w:document [^>]*>/, `<w:document ${NAMESPACES}>`);
  return wordPackage({ document: xml, more: { 'word/_rels/document.xml.rels': RELS, ...more } });
}
