/** `Content-Disposition` by RFC 6266: an ASCII name for old clients, and the real name. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${asciiName(name)}"; filename*=UTF-8''${encoded}`;
}

/** Slide number and extension after the name of a deck. */
const TAIL = /(?:-\d{1,4})?(?:\.[A-Za-z0-9]{1,8})?$/;
const NEUTRAL = 'presentation';

/** Removes accents. A name with letters outside ASCII becomes a neutral name with the same tail. */
function asciiName(name: string): string {
  const [tail] = TAIL.exec(name)!;
  const plain = name
    .slice(0, name.length - tail.length)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{P}/gu, (mark) => (/[\p{Pd}]/u.test(mark) ? '-' : mark));
  const isReadable = !/[^\x00-\x7f]/.test(plain.replace(/[^\p{L}\p{N}]/gu, '')) && /[A-Za-z0-9]/.test(plain);
  const base = plain
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/["\\%]/g, '_')
    .replace(/ +/g, ' ')
    .trim();
  return `${isReadable ? base : NEUTRAL}${tail}`;
}
