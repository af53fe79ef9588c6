import sharp from 'sharp';
import { splitRow } from '../../src/outline/markdown-table';
import { cell, heading, paragraph, row, run, styled, table, title, zip } from '../import/docx';

/** The example document of `npm start`, made from its text and a drawing. */

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${RELATION}"`,
  `xmlns:wp="${DRAWING}/wordprocessingDrawing"`,
  `xmlns:a="${DRAWING}/main"`,
  `xmlns:pic="${DRAWING}/picture"`,
].join(' ');

/** Diameters at the equator in kilometers, as in the text, and a color. */
const PLANETS = [
  ['Mercury', 4879, '#9c9389'],
  ['Venus', 12104, '#d9b779'],
  ['Earth', 12756, '#4d86c4'],
  ['Mars', 6792, '#c0603c'],
  ['Jupiter', 142984, '#cda27a'],
  ['Saturn', 120536, '#dcc48e'],
  ['Uranus', 51118, '#97cfd3'],
  ['Neptune', 49528, '#4a6fd0'],
] as const;

const WIDTH = 1800;
const HEIGHT = 640;
const CAPTION = 'Diameters to scale, from Mercury on the left to Neptune on the right';
const ALT = 'Eight circles: four small ones, the very large Jupiter and Saturn, and the medium Uranus and Neptune';
/** The page that has the drawing. */
const PAGE = 'Four small planets of rock, four giants of gas and ice';

/** The planets in a row, to scale. Without letters, so that it is the same with any fonts. */
export function drawing(): string {
  const gap = 34;
  const sum = PLANETS.reduce((all, [, diameter]) => all + diameter, 0);
  const scale = (WIDTH - gap * (PLANETS.length + 1)) / sum;
  let x = gap;
  const circles = PLANETS.map(([name, diameter, color]) => {
    const r = (diameter * scale) / 2;
    x += r;
    const circle = `<circle id="${name}" cx="${x.toFixed(1)}" cy="${HEIGHT / 2}" r="${r.toFixed(1)}" fill="${color}"/>`;
    x += r + gap;
    return circle;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#10162b"/>${circles.join('')}</svg>`;
}

const EMU = 9525;
const picture = `<w:r><w:drawing><wp:inline><wp:extent cx="${(WIDTH / 3) * EMU}" cy="${Math.round((HEIGHT / 3) * EMU)}"/><wp:docPr id="1" name="Planets" descr="${ALT}"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Planets"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rPlanets"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${(WIDTH / 3) * EMU}" cy="${Math.round((HEIGHT / 3) * EMU)}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** The paragraphs and tables of the Markdown text. */
function bodyOf(markdown: string): string[] {
  const body: string[] = [];
  let rows: string[][] = [];
  const endTable = (): void => {
    if (rows.length > 0) body.push(table(...rows.map((cells) => row(...cells.map((each) => cell(each))))));
    rows = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('|')) {
      if (!line.startsWith('| ---')) rows.push(splitRow(line));
      continue;
    }
    endTable();
    const [, marks, text] = /^(#+) (.*)$/.exec(line) ?? [];
    if (marks === '#') body.push(title(text!));
    else if (marks !== undefined) body.push(heading(marks.length - 1, text!));
    else if (line !== '') body.push(paragraph(run(line)));
    if (text === PAGE) body.push(paragraph(picture), styled('Caption', CAPTION));
  }
  endTable();
  return body;
}

const style = (id: string, name: string, points: number, look: string, before = 12): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="${20 * before}" w:after="80"/></w:pPr><w:rPr>${look}<w:sz w:val="${2 * points}"/></w:rPr></w:style>`;
const STYLES = `<?xml version="1.0" encoding="UTF-8"?><w:styles ${NAMESPACES}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr><w:rPr><w:sz w:val="22"/></w:rPr></w:style>${[
  style('Title', 'Title', 28, '<w:b/>', 0),
  style('Heading1', 'heading 1', 20, '<w:b/>', 24),
  style('Heading2', 'heading 2', 15, '<w:b/>', 18),
  style('Heading3', 'heading 3', 12, '<w:b/>'),
  style('Caption', 'caption', 10, '<w:i/>', 4),
].join('')}</w:styles>`;

const relationships = (all: readonly [id: string, type: string, target: string][]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const TYPES = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/></Types>`;

/** The main part. */
export const documentOf = (markdown: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document ${NAMESPACES}><w:body>${bodyOf(markdown).join('')}</w:body></w:document>`;

export async function exampleDocument(markdown: string): Promise<Uint8Array> {
  const image = await sharp(Buffer.from(drawing())).png({ palette: true }).toBuffer();
  return zip(
    {
      '[Content_Types].xml': TYPES,
      '_rels/.rels': relationships([['r1', 'officeDocument', 'word/document.xml']]),
      'word/document.xml': documentOf(markdown),
      'word/styles.xml': STYLES,
      'word/_rels/document.xml.rels': relationships([
        ['r1', 'styles', 'styles.xml'],
        ['rPlanets', 'image', 'media/planets.png'],
      ]),
      'word/media/planets.png': image,
    },
    { mtime: new Date(1980, 0, 1) },
  );
}
