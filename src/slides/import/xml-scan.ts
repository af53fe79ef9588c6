/** Receives the markup of a part in order. Offsets are positions in the text. */
interface XmlVisitor {
  open(name: string, attribute: (name: string) => string | undefined, start: number): void;
  /** @param end position after the end tag */
  close?(name: string, end: number): void;
  text?(text: string): void;
}

const NAME = /^[^\s/>]+/;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Reads XML once, without building a tree. Names keep their prefix. The package checks that no markup is unended. */
export function scanXml(xml: string, visitor: XmlVisitor): void {
  for (let at = 0; at < xml.length; ) {
    const tag = xml.indexOf('<', at);
    const text = xml.slice(at, tag === -1 ? xml.length : tag);
    if (text !== '') visitor.text?.(decoded(text));
    if (tag === -1) return;
    const other = endOfOther(xml, tag, visitor);
    const end = other ?? endOfTag(xml, tag);
    if (other === undefined) readTag(xml, tag, end, visitor);
    at = end;
  }
}

/** The end of a comment, CDATA section, processing instruction or declaration that starts here. */
function endOfOther(xml: string, start: number, visitor: XmlVisitor): number | undefined {
  const until = (end: string) => {
    const found = xml.indexOf(end, start + 2);
    return found === -1 ? xml.length : found + end.length;
  };
  if (xml.startsWith('<!--', start)) return until('-->');
  if (xml.startsWith('<?', start)) return until('?>');
  if (xml.startsWith('<![CDATA[', start)) {
    const end = until(']]>');
    visitor.text?.(xml.slice(start + 9, end - 3));
    return end;
  }
  return xml.startsWith('<!', start) ? until('>') : undefined;
}

/** The position after the `>` of a tag; attribute values can contain that character. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < xml.length; at += 1) {
    const char = xml[at]!;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
  }
  return xml.length;
}

function readTag(xml: string, start: number, end: number, visitor: XmlVisitor): void {
  const isClosing = xml[start + 1] === '/';
  const body = xml.slice(start + (isClosing ? 2 : 1), end - 1);
  const name = NAME.exec(body)?.[0] ?? '';
  if (isClosing) {
    visitor.close?.(name, end);
    return;
  }
  visitor.open(name, (wanted) => attributeOf(body, wanted), start);
  if (body.endsWith('/')) visitor.close?.(name, end);
}

function attributeOf(body: string, wanted: string): string | undefined {
  for (const quote of ['"', "'"]) {
    const mark = `${wanted}=${quote}`;
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) {
      if (body[at - 1]?.trim() !== '') continue;
      const from = at + mark.length;
      return decoded(body.slice(from, body.indexOf(quote, from)));
    }
  }
  return undefined;
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()]!;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
