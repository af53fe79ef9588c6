import { type Zippable, zipSync } from 'fflate';

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const drawing = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const part = 'application/vnd.openxmlformats-officedocument.presentationml';

/** A small presentation with one slide. */
export function powerpoint(): Buffer {
  presentation ??= zipped({
    '[Content_Types].xml': xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="${part}.presentation.main+xml"/><Override PartName="/ppt/slides/slide1.xml" ContentType="${part}.slide+xml"/></Types>`,
    ),
    '_rels/.rels': xml(relations('officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': xml(
      `<p:presentation xmlns:p="${drawing}" xmlns:r="${office}/relationships"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': xml(relations('slide', 'slides/slide1.xml')),
    'ppt/slides/slide1.xml': xml(
      `<p:sld xmlns:p="${drawing}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld></p:sld>`,
    ),
  });
  return presentation;
}
let presentation: Buffer | undefined;

function relations(kind: string, target: string): string {
  return `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/${kind}" Target="${target}"/></Relationships>`;
}

export function zipped(files: Zippable): Buffer {
  return Buffer.from(zipSync(files));
}
