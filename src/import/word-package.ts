import { inflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { ImportError } from './import-error';
import type { WordLimits } from './word-limits';
import { damaged, readZipDirectory, storedBytes, type ZipEntry } from './zip-directory';

/** The XML parts of a document that its text can stand in, by name. */
export type WordParts = Map<string, Uint8Array>;

const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP_MAGIC = [0x50, 0x4b];
const CONTENT_TYPES = '[Content_Types].xml';
/** A part below this size cannot do harm, whatever its ratio. */
const SMALL_PART = 1024 * 1024;

/** Parts that hold no text of the document: never inflated, so their content cannot matter. Macros are among them. */
const UNREAD = /^(?:customXml|docProps)\/|\/(?:theme|glossary|charts|diagrams|media|embeddings|fonts)\//;
const UNREAD_PART = /(?:^|\/)(?:settings|webSettings|fontTable|people|header\d*|footer\d*|vba\w*)\.xml$/i;

/**
 * The guards that inflate nothing: the first bytes, the directory and the sizes that it declares.
 * @throws ImportError
 */
export function checkedDirectory(bytes: Uint8Array, limits: WordLimits): ZipEntry[] {
  refuseByMagic(bytes, limits);
  const entries = readZipDirectory(bytes, limits.entries);
  refuseByDirectory(entries, limits);
  return entries;
}

/**
 * All guards that stand before the reader; parts are inflated no further than declared and allowed.
 * @throws ImportError
 */
export function openWordPackage(bytes: Uint8Array, limits: WordLimits): WordParts {
  const entries = checkedDirectory(bytes, limits);
  const parts: WordParts = new Map();
  let budget = limits.xmlBytes;
  for (const entry of entries.filter(isRead)) {
    if (parts.has(entry.name)) throw damaged(`it has two parts ${JSON.stringify(entry.name.slice(0, 80))}`);
    const part = inflated(storedBytes(bytes, entry), entry, budget);
    refuseDeclarations(part, entry.name);
    refuseUnended(part, entry.name);
    budget -= part.length;
    parts.set(entry.name, part);
  }
  refuseOtherPackages(entries, parts);
  return parts;
}

/**
 * A package of these parts alone. The reader gets this one and not the upload: what it sees is what was checked, even
 * where two readers of zip files would see different things.
 */
export function packed(parts: WordParts): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
}

function refuseByMagic(bytes: Uint8Array, limits: WordLimits): void {
  if (bytes.length === 0) throw new ImportError('empty', 'the document is empty: the upload has no bytes');
  if (bytes.length > limits.bytes) {
    const megabytes = (size: number) => Math.max(1, Math.round(size / 1024 / 1024));
    throw new ImportError(
      'too-large',
      `the document has ${megabytes(bytes.length)} MB; at most ${megabytes(limits.bytes)} MB are read. Remove pictures from it`,
    );
  }
  if (startsWith(bytes, OLE_MAGIC)) throw oleError(bytes);
  if (!startsWith(bytes, ZIP_MAGIC)) {
    throw new ImportError(
      'other-format',
      'the file is no .docx document. Save it as a Word document (.docx) and upload it again',
    );
  }
}

/** The old compound file: what a protected .docx, an old .doc and many other files look like. */
function oleError(bytes: Uint8Array): ImportError {
  const holds = (name: string) => Buffer.from(bytes).includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return passwordError();
  const what = holds('WordDocument') ? 'an old Word document (.doc)' : 'an old Office file';
  return new ImportError('legacy-format', `the file is ${what}. Save it as .docx and upload it again`);
}

function passwordError(): ImportError {
  return new ImportError(
    'protected',
    'the document is protected by a password. Save it without one and upload it again',
  );
}

function refuseByDirectory(entries: ZipEntry[], limits: WordLimits): void {
  if (entries.some((entry) => entry.encrypted)) throw passwordError();
  const declared = entries.reduce((sum, entry) => sum + entry.size, 0);
  const read = entries.filter(isRead);
  const xml = read.reduce((sum, entry) => sum + entry.size, 0);
  if (declared > limits.declaredBytes) throw explodingError(declared);
  for (const entry of read) {
    if (entry.size > SMALL_PART && entry.size > limits.ratio * entry.compressedSize) throw explodingError(entry.size);
  }
  if (xml > limits.xmlBytes) throw tooMuchText();
}

function explodingError(size: number): ImportError {
  const megabytes = Math.round(size / 1024 / 1024);
  return new ImportError(
    'exploding',
    `the document would unpack to ${megabytes} MB, far more than a document of its size. Save it anew with a word processor`,
  );
}

function tooMuchText(): ImportError {
  return new ImportError(
    'too-complex',
    'the document is too long for one deck. Split it and import the parts one by one',
  );
}

/** Never more than declared, and never more than what is left of the budget: zlib stops there. */
function inflated(stored: Uint8Array, entry: ZipEntry, budget: number): Uint8Array {
  if (entry.size > budget) throw tooMuchText();
  if (entry.method === 'stored') {
    if (stored.length !== entry.size) throw damaged('the sizes in its list of parts are wrong');
    return stored;
  }
  if (entry.method === 'other') throw damaged('it is packed in a way that word processors do not use');
  try {
    const part = inflateRawSync(stored, { maxOutputLength: Math.max(1, entry.size) });
    if (part.length !== entry.size) throw damaged('the sizes in its list of parts are wrong');
    return part;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // ERR_BUFFER_TOO_LARGE: more comes out than the directory says, which no honest writer does.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ImportError(
        'exploding',
        'the document unpacks to more than it declares. Save it anew with a word processor and upload it again',
      );
    }
    throw damaged('one of its parts cannot be unpacked');
  }
}

/** Documents have no declarations. Without them there are no entities, neither external nor ones that multiply. */
function refuseDeclarations(part: Uint8Array, name: string): void {
  const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (buffer.includes('<!DOCTYPE') || buffer.includes('<!ENTITY')) {
    throw damaged(`its part ${JSON.stringify(name.slice(0, 80))} declares entities, which documents never do`);
  }
}

/** How what is no element begins and must end; the reader behind looks for the end of each anew, to the end of the part. */
const ENDS = [
  ['<!--', '-->', 'a comment'],
  ['<![CDATA[', ']]>', 'a section of plain text'],
  ['<?', '?>', 'an instruction'],
] as const;

/** Without an end, the reader's time grows with the square of how often one begins. Here each byte is looked at once. */
function refuseUnended(part: Uint8Array, name: string): void {
  const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const next = ENDS.map(([begin]) => buffer.indexOf(begin));
  for (let at = 0; ; ) {
    for (const [kind, [begin]] of ENDS.entries()) {
      if (next[kind] !== -1 && next[kind]! < at) next[kind] = buffer.indexOf(begin, at);
    }
    const first = Math.min(...next.filter((found) => found !== -1));
    if (first === Number.POSITIVE_INFINITY) return;
    const [begin, end, what] = ENDS[next.indexOf(first)]!;
    const ended = buffer.indexOf(end, first + begin.length);
    if (ended === -1) throw damaged(`its part ${JSON.stringify(name.slice(0, 80))} breaks off inside ${what}`);
    at = ended + end.length;
  }
}

function refuseOtherPackages(entries: ZipEntry[], parts: WordParts): void {
  const types = Buffer.from(parts.get(CONTENT_TYPES) ?? strToU8('')).toString('utf8');
  if (types.includes('wordprocessingml')) return;
  const has = (prefix: string) => entries.some((entry) => entry.name.startsWith(prefix));
  const what = has('xl/')
    ? 'a spreadsheet'
    : has('ppt/')
      ? 'a presentation'
      : has('mimetype')
        ? 'an OpenDocument file'
        : 'a zip archive';
  throw new ImportError(
    'other-format',
    `the file is ${what}, not a Word document. Save it as .docx and upload it again`,
  );
}

function isRead(entry: ZipEntry): boolean {
  return /\.(?:xml|rels)$/i.test(entry.name) && !UNREAD.test(entry.name) && !UNREAD_PART.test(entry.name);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
