/** Writes a ZIP file with Node's compression, which is several times faster than a JavaScript implementation. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  path: string;
  content: string | Uint8Array;
  /** The identical part occurs in other files, such as a theme or a layout, so its compressed form is cached. */
  shared?: boolean;
}

/** A part of another ZIP file in its compressed form, which is copied as it is. */
export interface PackedPart {
  path: string;
  packed: PackedBytes;
}

export interface PackedBytes {
  bytes: Uint8Array;
  crc: number;
  size: number;
  deflated: boolean;
}

/** Shared parts by their text. */
const known = new Map<string, PackedBytes>();
const mostKnown = 2000;

function packed({ content, shared }: ZipPart): PackedBytes {
  // Binary parts are images and workbooks, which are already compressed.
  if (typeof content !== 'string') {
    return { bytes: content, crc: crc32(content), size: content.length, deflated: false };
  }
  const earlier = shared && known.get(content);
  if (earlier) return earlier;
  const raw = Buffer.from(content);
  // Level 3 is 6 % larger than level 6 and a third faster.
  const fresh = { bytes: deflateRawSync(raw, { level: 3 }), crc: crc32(raw), size: raw.length, deflated: true };
  if (shared) {
    if (known.size >= mostKnown) known.clear();
    known.set(content, fresh);
  }
  return fresh;
}

/** 1 January 1980, the earliest date of the format; fixed for deterministic output. */
const date = 0x0021;
const utf8Names = 0x0800;

/** Returns a ZIP file with the parts in order. */
export function zip(parts: readonly (ZipPart | PackedPart)[]): Buffer {
  const entries = parts.map((part) => ({
    ...('packed' in part ? part.packed : packed(part)),
    name: Buffer.from(part.path),
  }));
  const names = entries.reduce((sum, { name }) => sum + name.length, 0);
  const data = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const file = Buffer.alloc(data + 2 * names + entries.length * (30 + 46) + 22);
  const offsets: number[] = [];
  let at = 0;
  /** Fields that the local header and the central directory share. */
  const facts = ({ crc, size, deflated, bytes, name }: (typeof entries)[number]): void => {
    at = file.writeUInt16LE(20, at);
    at = file.writeUInt16LE(utf8Names, at);
    at = file.writeUInt16LE(deflated ? 8 : 0, at);
    at = file.writeUInt16LE(0, at);
    at = file.writeUInt16LE(date, at);
    at = file.writeUInt32LE(crc, at);
    at = file.writeUInt32LE(bytes.length, at);
    at = file.writeUInt32LE(size, at);
    at = file.writeUInt16LE(name.length, at);
    at += 2;
  };
  for (const entry of entries) {
    offsets.push(at);
    at = file.writeUInt32LE(0x04034b50, at);
    facts(entry);
    file.set(entry.name, at);
    file.set(entry.bytes, at + entry.name.length);
    at += entry.name.length + entry.bytes.length;
  }
  const directory = at;
  entries.forEach((entry, index) => {
    at = file.writeUInt32LE(0x02014b50, at);
    at = file.writeUInt16LE(20, at);
    facts(entry);
    // No comment, first disk, no attributes.
    at += 10;
    at = file.writeUInt32LE(offsets[index]!, at);
    file.set(entry.name, at);
    at += entry.name.length;
  });
  const size = at - directory;
  at = file.writeUInt32LE(0x06054b50, at);
  at += 4;
  at = file.writeUInt16LE(entries.length, at);
  at = file.writeUInt16LE(entries.length, at);
  at = file.writeUInt32LE(size, at);
  file.writeUInt32LE(directory, at);
  return file;
}
