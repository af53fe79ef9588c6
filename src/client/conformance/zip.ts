import { unzipSync, zipSync } from 'fflate';

/** Names of the files in a ZIP file; empty for any other file. */
export function zipNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, { filter: ({ name }) => names.push(name) === 0 });
  } catch {
    return [];
  }
  return names;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** A small word-processing document. @param lines headings start with `#` */
export function wordDocument(lines: readonly string[]): Uint8Array {
  const paragraphs = lines.map((line) => {
    const words = line.replace(/^#+ /, '');
    const level = Math.max(0, line.length - words.length - 1);
    const style = level === 0 ? '' : `<w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>`;
    return `<w:p>${style}<w:r><w:t>${words}</w:t></w:r></w:p>`;
  });
  const parts = {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  };
  const encoder = new TextEncoder();
  const files = Object.entries(parts).map(([name, xml]) => [
    name,
    encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`),
  ]);
  return zipSync(Object.fromEntries(files));
}
