import { createHash } from 'node:crypto';

/** A name that is a single path segment on every system: no separators, reserved characters or leading dots. */
export function safeName(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/g, '')
    .replace(/[<>:"/\\|?*\ud800-\udfff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  const short = shortened(clean, 120);
  return short === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(short) ? `deck ${short}`.trim() : short;
}

/** The suffix of a changed name, or of a Windows short name. */
const RESERVED_SUFFIX = /~([0-9a-f]{16}|\d+(\.[^.]*)?)$/;

/**
 * A directory name that is unique for an id: if cleaning changes the id, a hash keeps it apart from ids that look the
 * same afterwards. Ids that differ only in case share a directory on case-insensitive file systems.
 */
export function folderName(id: string): string {
  const name = safeName(id);
  if (name === id && !RESERVED_SUFFIX.test(name)) return name;
  return `${name}~${createHash('sha256').update(id, 'utf16le').digest('hex').slice(0, 16)}`;
}

/** At most `most` bytes of UTF-8, cut between characters, because file systems limit bytes. */
function shortened(text: string, most: number): string {
  let bytes = 0;
  let result = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    result += character;
  }
  return result.trim();
}
