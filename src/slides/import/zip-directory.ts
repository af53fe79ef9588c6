import { ImportError } from './import-error';

/** A file of a ZIP package, as declared in its central directory. */
export interface ZipEntry {
  name: string;
  method: 'stored' | 'deflated' | 'other';
  encrypted: boolean;
  compressedSize: number;
  size: number;
  /** Offset of the local header. */
  offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;

/**
 * Lists a package without decompressing it, so that sizes and encryption are known before any content is read.
 * @throws ImportError if the directory is missing or truncated, or lists more than `mostEntries` files.
 */
export function readZipDirectory(bytes: Uint8Array, mostEntries: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) throw damaged('its directory is missing');
  const { count, offset } = locate(view, end);
  if (count > mostEntries) {
    throw new ImportError(
      'exploding',
      `the document consists of ${count} parts; at most ${mostEntries} are allowed. Save it again in a word processor`,
    );
  }
  const entries: ZipEntry[] = [];
  let at = offset;
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged('its directory is truncated');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const commentLength = view.getUint16(at + 32, true);
    const next = at + 46 + nameLength + extraLength + commentLength;
    if (next > view.byteLength) throw damaged('its directory is truncated');
    entries.push(readEntry(bytes, view, at, nameLength, extraLength));
    at = next;
  }
  return entries;
}

/** Returns the compressed bytes of an entry. */
export function storedBytes(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, compressedSize } = entry;
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL) {
    throw damaged(`its part ${JSON.stringify(entry.name.slice(0, 80))} is missing`);
  }
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + compressedSize > view.byteLength) {
    throw damaged(`its part ${JSON.stringify(entry.name.slice(0, 80))} is truncated`);
  }
  return bytes.subarray(start, start + compressedSize);
}

export function damaged(what: string): ImportError {
  return new ImportError(
    'damaged',
    `the document is corrupted: ${what}. Open it in a word processor, save it as .docx and upload it again`,
  );
}

/** The end record is last, followed only by a comment of at most 64 KB. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  return undefined;
}

function locate(view: DataView, end: number): { count: number; offset: number } {
  const count = view.getUint16(end + 10, true);
  const offset = view.getUint32(end + 16, true);
  const locator = end - 20;
  const is64 = (count === 0xffff || offset === 0xffffffff) && locator >= 0;
  if (!is64 || view.getUint32(locator, true) !== LOCATOR_64) return { count, offset };
  const end64 = number64(view, locator + 8);
  if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== END_64)
    throw damaged('its directory cannot be found');
  return { count: number64(view, end64 + 32), offset: number64(view, end64 + 48) };
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, nameLength: number, extraLength: number): ZipEntry {
  const method = view.getUint16(at + 10, true);
  const nameStart = at + 46;
  const entry: ZipEntry = {
    // Part names of documents are ASCII; other names only need to stay distinct.
    name: Buffer.from(bytes.subarray(nameStart, nameStart + nameLength))
      .toString('utf8')
      .replaceAll('\\', '/'),
    method: method === 0 ? 'stored' : method === 8 ? 'deflated' : 'other',
    encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  readSizes64(view, nameStart + nameLength, extraLength, entry);
  return entry;
}

/**
 * Some programs write all sizes in 64 bits. The fields have a fixed order, and each exists only if the short one
 * overflows.
 */
function readSizes64(view: DataView, start: number, length: number, entry: ZipEntry): void {
  for (let at = start; at + 4 <= start + length; ) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      let field = at + 4;
      const last = Math.min(field + size, start + length);
      for (const name of ['size', 'compressedSize', 'offset'] as const) {
        if (entry[name] !== 0xffffffff || field + 8 > last) continue;
        entry[name] = number64(view, field);
        field += 8;
      }
      return;
    }
    at += 4 + size;
  }
}

function number64(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) throw damaged('its directory is truncated');
  return Number(view.getBigUint64(at, true));
}
