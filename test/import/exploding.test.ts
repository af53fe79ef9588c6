import { strToU8 } from 'fflate';
import { Refusal } from '../../src/base/threads/refusal';
import { Texts } from '../../src/service/texts/texts';
import type { ImportedDocument } from '../../src/slides/import/imported-document';
import { figure } from '../deep';
import { cpuTime } from '../setup/cpu-time';
import { cell, documentXml, docx, paragraph, row, run, STYLES, table, wordPackage, zip } from './docx';

const MB = 1024 * 1024;
const many = (count: number, text: string) => text.repeat(count);
const spaces = (megabytes: number) => new Uint8Array(megabytes * MB).fill(0x20);
const around = (count: number, open: string, inside: string, close: string) =>
  many(count, open) + inside + many(count, close);

/** The package with a field of the directory entry of a part overwritten; offsets as in the zip format. */
function lying(bytes: Uint8Array, name: string, at: number, value: number): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let entry = copy.indexOf('PK\u0001\u0002'); entry !== -1; entry = copy.indexOf('PK\u0001\u0002', entry + 4)) {
    const length = copy.readUInt16LE(entry + 28);
    if (copy.toString('utf8', entry + 46, entry + 46 + length) === name) copy.writeUInt32LE(value, entry + at);
  }
  return copy;
}

/** Many entries of the directory that all inflate the same bytes: small to send, large to read. */
function overlapping(entries: number): Uint8Array {
  const names = Object.fromEntries(
    Array.from({ length: entries }, (_, at) => [`word/part${at}.xml`, at === 0 ? spaces(1) : '<a/>']),
  );
  const bytes = Buffer.from(wordPackage({ more: names }));
  const first = bytes.indexOf('PK\u0001\u0002', bytes.lastIndexOf('word/part0.xml') - 46);
  const model = {
    packed: bytes.readUInt32LE(first + 20),
    size: bytes.readUInt32LE(first + 24),
    offset: bytes.readUInt32LE(first + 42),
  };
  for (let entry = bytes.indexOf('PK\u0001\u0002'); entry !== -1; entry = bytes.indexOf('PK\u0001\u0002', entry + 4)) {
    const name = bytes.toString('utf8', entry + 46, entry + 46 + bytes.readUInt16LE(entry + 28));
    if (!name.startsWith('word/part')) continue;
    bytes.writeUInt32LE(model.packed, entry + 20);
    bytes.writeUInt32LE(model.size, entry + 24);
    bytes.writeUInt32LE(model.offset, entry + 42);
  }
  return bytes;
}

const good = docx(paragraph('All went well.'));
const xml = (body: string) => wordPackage({ document: documentXml(body) });
const style = (id: string, based: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${based}"/></w:style>`;
const endOf = (bytes: Uint8Array, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(value, copy.lastIndexOf('PK\u0005\u0006') + at);
  return copy;
};

const cases: [string, () => Uint8Array][] = [
  ['a text of 100 MB of nothing', () => wordPackage({ document: spaces(100) })],
  [
    'a text of 100 MB that says it has 100 KB',
    () => lying(wordPackage({ document: spaces(100) }), 'word/document.xml', 24, 100_000),
  ],
  ['a part that says it has 4 GB', () => lying(good, 'word/document.xml', 24, 0xfffffffe)],
  ['a part whose size is in a field that is missing', () => lying(good, 'word/document.xml', 24, 0xffffffff)],
  ['a part that lies beyond the end', () => lying(good, 'word/document.xml', 42, 0x7fffffff)],
  ['a directory that counts 65,535 parts', () => endOf(good, 10, 0xffff)],
  ['1,500 entries over the same megabyte', () => overlapping(1_500)],
  ['12 entries over the same megabyte', () => overlapping(12)],
  ['10,000 parts', () => zip(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`word/${at}.xml`, ''])))],
  [
    'a zip in a zip in a zip',
    () => wordPackage({ more: { 'word/embeddings/a.docx': wordPackage({ document: spaces(60) }) } }),
  ],
  ['styles of 40 MB', () => wordPackage({ more: { 'word/styles.xml': spaces(40) } })],
  [
    'entities that multiply',
    () =>
      wordPackage({
        document: `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${many(1000, '&a;')}">]>${documentXml(paragraph(run('&b;')))}`,
      }),
  ],
  [
    'entities in UTF-16',
    () =>
      wordPackage({
        document: Buffer.from(`\ufeff<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">]>${documentXml('&a;')}`, 'utf16le'),
      }),
  ],
  [
    'a declaration from elsewhere',
    () => wordPackage({ document: `<!DOCTYPE d SYSTEM "http://127.0.0.1:1/d.dtd">${documentXml(paragraph('x'))}` }),
  ],
  ['40,000 paragraphs inside one another', () => xml(around(40_000, '<w:p>', 'x', '</w:p>'))],
  [
    '2,000 tables inside one another',
    () => xml(around(2_000, '<w:tbl><w:tr><w:tc>', paragraph('x'), '</w:tc></w:tr></w:tbl>')),
  ],
  [
    'a cell over 1,000,000,000 columns',
    () => docx(paragraph('x'), table(row(cell('a', '<w:gridSpan w:val="1000000000"/>'), cell('b')))),
  ],
  [
    'a list at level 1,000,000,000',
    () => docx(paragraph(run('x'), '<w:numPr><w:ilvl w:val="1000000000"/><w:numId w:val="1"/></w:numPr>')),
  ],
  [
    'styles that are based on one another',
    () =>
      wordPackage({
        document: documentXml(paragraph(run('x'), '<w:pStyle w:val="A"/>')),
        more: { 'word/styles.xml': STYLES.replace('</w:styles>', `${style('A', 'B')}${style('B', 'A')}</w:styles>`) },
      }),
  ],
  [
    '20,000 attributes on one element',
    () => xml(`<w:p ${Array.from({ length: 20_000 }, (_, at) => `a${at}="x"`).join(' ')}>${run('x')}</w:p>`),
  ],
  [
    '20,000 namespaces',
    () => xml(`<w:p ${Array.from({ length: 20_000 }, (_, at) => `xmlns:n${at}="u${at}"`).join(' ')}>${run('x')}</w:p>`),
  ],
  ['20,000 comments that do not end', () => xml(many(20_000, '<!-- '))],
  ['20,000 sections of plain text that do not end', () => xml(many(20_000, '<![CDATA['))],
  ['20,000 instructions that do not end', () => xml(many(20_000, '<?a '))],
  ['200,000 comments that end', () => xml(many(200_000, '<!---->') + paragraph('x'))],
  ['a tag that does not end', () => xml(`<w:p ${many(300_000, 'a ')}`)],
  ['100,000 quotation marks', () => xml(`<w:p a=${many(100_000, '"')}>`)],
  [
    '1,000 alternatives inside one another',
    () =>
      xml(
        around(
          1_000,
          '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Fallback>',
          run('x'),
          '</mc:Fallback></mc:AlternateContent>',
        ),
      ),
  ],
  [
    'an image of one color, compressed a thousandfold',
    () => wordPackage({ document: documentXml(paragraph('x')), more: { 'word/media/a.bmp': spaces(60) } }),
  ],
  [
    'a name of 60,000 characters',
    () => zip({ '[Content_Types].xml': '<Types/>', [`word/${many(60_000, 'a')}.xml`]: strToU8('<a/>') }),
  ],
  ['a name that leaves its folder', () => wordPackage({ more: { '../../../../etc/cron.d/deck.xml': '<a/>' } })],
];

/** What a document may take before a test fails; docs/internals/faults.md has the figures and the targets. */
const BOUND = { seconds: 1, megabytes: 128 };

const texts = new Texts();
afterAll(() => texts.close());

/** CPU seconds of all threads, and what memory grew by at its highest. */
async function costOf(bytes: Uint8Array): Promise<{ ended: string; seconds: number; megabytes: number }> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  const began = cpuTime();
  try {
    const upload = { bytes, mode: 'keep', title: 'x' } as const;
    const ended = await texts.read('document', { owner: 'user 1' }, upload, Number.POSITIVE_INFINITY).then(
      ({ document }) => `a document of ${(JSON.parse(document) as ImportedDocument).blocks.length}`,
      (error: unknown) => (error instanceof Refusal ? `refused: ${error.message}` : `no typed refusal: ${error}`),
    );
    const seconds = (cpuTime() - began) / 1000;
    highest = Math.max(highest, process.memoryUsage.rss());
    return { ended, seconds, megabytes: (highest - before) / MB };
  } finally {
    clearInterval(watch);
  }
}

describe(`${cases.length} documents that are made to explode`, () => {
  const worst = { seconds: 0, megabytes: 0 };
  beforeAll(async () => {
    // The first thread loads what all others find loaded.
    expect((await costOf(good)).ended).toBe('a document of 1');
  });
  afterAll(() =>
    figure(
      `documents: ${cases.length}, at most ${worst.seconds.toFixed(2)} s of CPU, ${worst.megabytes.toFixed(0)} MB more`,
    ),
  );

  it.each(cases)('%s: an answer in bounded time and memory', async (_name, make) => {
    const bytes = make();
    let { ended, seconds, megabytes } = await costOf(bytes);
    // What others have left to be collected is not this document's.
    for (let again = 0; again < 2 && megabytes > BOUND.megabytes; again++)
      ({ ended, seconds, megabytes } = await costOf(bytes));
    worst.seconds = Math.max(worst.seconds, seconds);
    worst.megabytes = Math.max(worst.megabytes, megabytes);
    expect(ended).toMatch(/^(refused: (file cannot be used|the text is too complex)|a document of [012]$)/);
    expect(seconds).toBeLessThan(BOUND.seconds);
    expect(megabytes).toBeLessThan(BOUND.megabytes);
  });
});
