import { strToU8, zipSync } from 'fflate';
import { imageLibrary } from './picture-file';
import { readDocument } from './read-document';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Loads what documents and their images need. */
export async function warmUp(): Promise<void> {
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="${MAIN}"><w:body><w:p><w:r><w:t>Ready.</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
  await Promise.all([readDocument({ bytes, mode: 'keep', title: 'Ready' }), imageLibrary()]);
}
