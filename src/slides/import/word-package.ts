import { inflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { ImportError } from './import-error';
import type { WordLimits } from './word-limits';
import { damaged, readZipDirectory, storedBytes, type ZipEntry } from './zip-directory';

/** The XML parts of a document that can contain text, by name. */
export type WordParts = Map<string, Uint8Array>;

const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP_MAGIC = [0x50, 0x4b];
const CONTENT_TYPES = '[Content_Types].xml';
/** A smaller part is harmless, whatever its compression ratio. */
const SMALL_PART = 1024 * 1024;

/** Parts without document text, including macros. They are never decompressed, so their content does not matter. */
const UNREAD = /^(?:customXml|docProps)\/|\/(?:theme|glossary|charts|diagrams|media|embeddings|fonts)\//;
const UNREAD_PART = /(?:^|\/)(?:settings|webSettings|fontTable|people|header\d*|footer\d*|vba\w*)\.xml$/i;

/**
 * Runs all checks that need no decompression: the first bytes, the directory and its declared sizes.
 * @throws ImportError
 */
export function checkedDirectory(bytes: Uint8Array, limits: WordLimits): ZipEntry[] {
  refuseByMagic(bytes, limits);
  const entries = readZipDirectory(bytes, limits.entries);
  refuseByDirectory(entries, limits);
  return entries;
}

/**
 * Runs all checks before parsing. Parts are decompressed only up to their declared and allowed size.
 * @param also further parts to read
 * @throws ImportError
 */
export function openWordPackage(bytes: Uint8Array, limits: WordLimits, also?: RegExp): WordParts {
  const entries = checkedDirectory(bytes, limits);
  const parts: WordParts = new Map();
  let budget = limits.xmlBytes;
  for (const entry of entries.filter((each) => isRead(each) || also?.test(each.name))) {
    if (parts.has(entry.name))
      throw damaged(`two of its parts have the name ${JSON.stringify(entry.name.slice(0, 80))}`);
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
 * Repackages only these parts. The parser gets this package instead of the upload, so that it sees exactly what was
 * checked, even if two ZIP readers would disagree.
 */
export function packed(parts: WordParts): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
}

function refuseByMagic(bytes: Uint8Array, limits: WordLimits): void {
  if (bytes.length === 0) throw new ImportError('empty', 'the document is empty: upload it again');
  if (bytes.length > limits.bytes) {
    const megabytes = (size: number) => Math.max(1, Math.round(size / 1024 / 1024));
    throw new ImportError(
      'too-large',
      `the document has ${megabytes(bytes.length)} MB; at most ${megabytes(limits.bytes)} MB are allowed. Remove images from it`,
    );
  }
  if (startsWith(bytes, OLE_MAGIC)) throw oleError(bytes);
  if (!startsWith(bytes, ZIP_MAGIC)) {
    throw new ImportError(
      'other-format',
      'the file is not a .docx document. Save it as a Word document (.docx) and upload it again',
    );
  }
}

/** The error for OLE compound files: protected .docx files, old .doc files and many others. */
function oleError(bytes: Uint8Array): ImportError {
  const holds = (name: string) => Buffer.from(bytes).includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return passwordError();
  const what = holds('WordDocument') ? 'an old Word document (.doc)' : 'an old Office file';
  return new ImportError('legacy-format', `the file is ${what}. Save it as .docx and upload it again`);
}

function passwordError(): ImportError {
  return new ImportError(
    'protected',
    'the document is password-protected. Save it without a password and upload it again',
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
    `the document would unpack to ${megabytes} MB, far more than is normal for its size. Save it again in a word processor`,
  );
}

function tooMuchText(): ImportError {
  return new ImportError(
    'too-complex',
    'the document is too long for one deck. Split it and import the parts separately',
  );
}

/** Decompresses at most the declared size and the remaining budget; zlib stops there. */
export function inflated(stored: Uint8Array, entry: ZipEntry, budget: number): Uint8Array {
  if (entry.size > budget) throw tooMuchText();
  if (entry.method === 'stored') {
    if (stored.length !== entry.size) throw damaged('the sizes in its directory are wrong');
    return stored;
  }
  if (entry.method === 'other') throw damaged('it uses a compression method that word processors do not use');
  try {
    const part = inflateRawSync(stored, { maxOutputLength: Math.max(1, entry.size) });
    if (part.length !== entry.size) throw damaged('the sizes in its directory are wrong');
    return part;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // ERR_BUFFER_TOO_LARGE: the data exceeds its declared size, which no proper program produces.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ImportError(
        'exploding',
        'the document unpacks to more than it declares. Save it again in a word processor and upload it',
      );
    }
    throw damaged('one of its parts cannot be unpacked');
  }
}

/** Documents contain no DTD. Without it there are no entities, neither external nor recursive ones. */
function refuseDeclarations(part: Uint8Array, name: string): void {
  const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (buffer.includes('<!DOCTYPE') || buffer.includes('<!ENTITY')) {
    throw damaged(`its part ${JSON.stringify(name.slice(0, 80))} declares entities, which documents never do`);
  }
}

/** Start and end of markup other than elements. The parser searches for each end up to the end of the part. */
const ENDS = [
  ['<!--', '-->', 'a comment'],
  ['<![CDATA[', ']]>', 'a CDATA section'],
  ['<?', '?>', 'a processing instruction'],
] as const;

/** Rejects unterminated markup, for which the parser takes quadratic time. This check reads each byte once. */
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
    if (ended === -1) throw damaged(`its part ${JSON.stringify(name.slice(0, 80))} ends inside ${what}`);
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
