import { Busy } from '../../src/base/threads/refusal';
import { type TextLimits, Texts } from '../../src/service/texts/texts';
import { ImportError, type ImportErrorKind } from '../../src/slides/import/import-error';
import { parseWordDocument } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { openWordPackage } from '../../src/slides/import/word-package';
import { cpuTime } from '../setup/cpu-time';
import { documentXml, docx, heading, paragraph, run, wordPackage, zip } from './docx';

const good = docx(heading(1, 'Results'), paragraph('All went well.'));
const MB = 1024 * 1024;
const spaces = (megabytes: number) => new Uint8Array(megabytes * MB).fill(0x20);
const ole = (name: string): Uint8Array =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(name, 'utf16le'),
    Buffer.alloc(512),
  ]);

async function refusal(bytes: Uint8Array, limits = {}): Promise<ImportError> {
  const error = await parseWordDocument(bytes, { ...WORD_LIMITS, ...limits }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ImportError);
  return error as ImportError;
}

/** The same in the service's thread. */
async function inThread(uploads: Uint8Array[], limits: Partial<TextLimits> = {}): Promise<string[]> {
  const texts = new Texts({ ...WORD_LIMITS, ...limits });
  // Again where the machine is too busy, as a caller does.
  const read = async (bytes: Uint8Array, owner: string): Promise<string> => {
    try {
      return (await texts.read('document', { owner }, { bytes, mode: 'keep', title: 'x' }, bytes.length + MB)).document;
    } catch (error) {
      return error instanceof Busy ? read(bytes, owner) : (error as Error).message;
    }
  };
  try {
    return await Promise.all(uploads.map((bytes, at) => read(bytes, `user ${at}`)));
  } finally {
    await texts.close();
  }
}

/** The offset of the fields of the first entry with this name. */
function directoryEntry(bytes: Uint8Array, name: string): { view: DataView; at: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf('PK\u0001\u0002'); at !== -1; at = buffer.indexOf('PK\u0001\u0002', at + 4)) {
    const length = buffer.readUInt16LE(at + 28);
    if (buffer.toString('utf8', at + 46, at + 46 + length) === name) {
      return { view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length), at };
    }
  }
  throw new Error(`${name} is not in the package`);
}

describe('files that are not readable as .docx', () => {
  const encrypted = Uint8Array.from(good);
  const flags = directoryEntry(encrypted, 'word/document.xml');
  flags.view.setUint16(flags.at + 8, 1, true);

  const cases: [string, Uint8Array, ImportErrorKind, RegExp][] = [
    ['nothing', new Uint8Array(), 'empty', /the document is empty/],
    ['plain text', Buffer.from('Dear Sir or Madam'), 'other-format', /Save it as a Word document/],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'other-format', /\.docx/],
    ['a document with a password', ole('EncryptedPackage'), 'protected', /Save it without a password/],
    ['a zip with a password', encrypted, 'protected', /Save it without a password/],
    ['an old .doc', ole('WordDocument'), 'legacy-format', /old Word document.*Save it as \.docx/],
    ['another old Office file', ole('Workbook'), 'legacy-format', /Save it as \.docx/],
    [
      'a spreadsheet',
      zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<a/>' }),
      'other-format',
      /spreadsheet/,
    ],
    [
      'a presentation',
      zip({ '[Content_Types].xml': '<Types/>', 'ppt/presentation.xml': '<a/>' }),
      'other-format',
      /presentation/,
    ],
    [
      'an OpenDocument file',
      zip({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' }),
      'other-format',
      /OpenDocument/,
    ],
    ['some other zip', zip({ 'readme.txt': 'hello' }), 'other-format', /zip archive/],
    ['a package cut in half', good.subarray(0, good.length / 2), 'damaged', /corrupted/],
    ['a package without its text', wordPackage({ more: { 'word/document.xml': undefined } }), 'damaged', /corrupted/],
    ['text that is not XML', wordPackage({ document: 'this is not XML' }), 'damaged', /cannot be parsed/],
    ['an empty document', docx(), 'nothing-to-show', /no text/],
    ['a document of white space', docx(paragraph(' '), paragraph('\u00a0')), 'nothing-to-show', /no text/],
  ];

  it.each(cases)('%s: refused with what to do', async (_name, bytes, kind, sentence) => {
    const error = await refusal(bytes);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(sentence);
  });

  it('a larger upload than allowed', async () => {
    const error = await refusal(new Uint8Array(WORD_LIMITS.bytes + 1).fill(1));
    expect(error).toMatchObject({ kind: 'too-large', message: expect.stringContaining('at most 32 MB') });
  });

  it('any bytes behind the first of a zip: a typed refusal or a document, never another error', async () => {
    for (let at = 4; at < good.length; at += 13) {
      const broken = Uint8Array.from(good);
      broken[at] = broken[at]! ^ 0x5a;
      try {
        openWordPackage(broken, WORD_LIMITS);
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
      }
    }
  });
});

describe('what explodes', () => {
  const lying = (() => {
    const bomb = wordPackage({ document: spaces(60) });
    const { view, at } = directoryEntry(bomb, 'word/document.xml');
    // The directory claims 100 KB and a ratio that nothing is wrong with.
    view.setUint32(at + 24, 100_000, true);
    return bomb;
  })();
  const manyPictures = (() => {
    const bytes = wordPackage({ more: { 'word/media/a.bin': 'a' } });
    const { view, at } = directoryEntry(bytes, 'word/media/a.bin');
    view.setUint32(at + 24, 600 * MB, true);
    return bytes;
  })();
  const entities = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${documentXml(paragraph(run('&b;')))}`;
  const external = `<?xml version="1.0"?><!DOCTYPE d SYSTEM "file:///etc/passwd">${documentXml(paragraph('x'))}`;

  const cases: [string, () => Uint8Array, ImportErrorKind][] = [
    ['a text of 100 MB of nothing', () => wordPackage({ document: spaces(100) }), 'exploding'],
    ['sizes that lie', () => lying, 'exploding'],
    ['images that declare 600 MB', () => manyPictures, 'exploding'],
    [
      'many parts',
      () => zip(Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`word/${at}.xml`, '']))),
      'exploding',
    ],
    ['entities that multiply', () => wordPackage({ document: entities }), 'damaged'],
    ['external entities', () => wordPackage({ document: external }), 'damaged'],
    ['styles that explode', () => wordPackage({ more: { 'word/styles.xml': spaces(40) } }), 'exploding'],
  ];

  it.each(cases)('%s: refused for what it is (what it costs: exploding.test.ts)', async (_name, make, kind) => {
    expect((await refusal(make())).kind).toBe(kind);
  });

  it('more text than allowed that packs like text', async () => {
    const words = Array.from({ length: 40_000 }, (_, at) => paragraph(`Paragraph ${at * 7919} of ${at % 97}`));
    const error = await refusal(docx(...words), { xmlBytes: 2 * MB });
    expect(error).toMatchObject({ kind: 'too-complex', message: expect.stringContaining('Split it') });
  });

  it('a document that takes too long is given up', async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => paragraph(`Paragraph ${at * 7919} of ${at % 97}`));
    const bytes = docx(...words);
    const started = cpuTime();
    expect(await inThread([bytes], { work: 200 })).toEqual([
      expect.stringMatching(/too complex.*longer than 0\.2 s of processor time.*Split it/),
    ]);
    expect(cpuTime() - started).toBeLessThan(1500);
  });

  it('a document that a busy machine does not get to is not blamed for it', async () => {
    const texts = new Texts();
    try {
      const caller = { owner: 'user 1', since: performance.now() - 60_000 };
      await expect(texts.read('document', caller, { bytes: good, mode: 'keep', title: 'x' }, MB)).rejects.toMatchObject(
        {
          kind: 'busy',
          message: expect.stringMatching(/^the server is too busy.*within 25 s. Retry later$/),
        },
      );
    } finally {
      await texts.close();
    }
  });

  it('a document that needs too much memory is given up', async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => paragraph(`Paragraph ${at * 7919} of ${at % 97}`));
    expect(await inThread([docx(...words)], { heapMegabytes: 24, work: 60_000 })).toEqual([
      expect.stringMatching(/too complex.*memory limit.*Split it/),
    ]);
  });

  it('elements nested without end', async () => {
    const nested = '<w:p>'.repeat(40_000) + '</w:p>'.repeat(40_000);
    expect(await refusal(wordPackage({ document: documentXml(nested) }), { ratio: 5000 })).toMatchObject({
      kind: expect.stringMatching(/damaged|too-complex/),
    });
  });
});

describe('what is harmless', () => {
  it('macros and embedded files are not looked at', async () => {
    const bytes = wordPackage({
      document: documentXml(heading(1, 'Results'), paragraph('All went well.')),
      more: {
        'word/vbaProject.bin': 'macro',
        'word/embeddings/book.xlsx': 'no zip',
        'customXml/item1.xml': '<!DOCTYPE x>',
      },
    });
    await expect(parseWordDocument(bytes, WORD_LIMITS)).resolves.toMatchObject({
      blocks: [{ kind: 'heading' }, { kind: 'paragraph' }],
    });
  });

  it('an image of one color may compress a thousandfold', async () => {
    const bytes = wordPackage({
      document: documentXml(paragraph('Words.')),
      more: { 'word/media/image1.bmp': new Uint8Array(20 * MB) },
    });
    await expect(parseWordDocument(bytes, WORD_LIMITS)).resolves.toMatchObject({ blocks: [{ text: 'Words.' }] });
  });

  it('several documents at a time', async () => {
    expect(await inThread(Array.from({ length: 6 }, () => good))).toEqual(
      Array(6).fill(expect.stringContaining('All went well.')),
    );
  });
});
