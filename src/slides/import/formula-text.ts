import { strToU8 } from 'fflate';
import { formulaText } from './formula';
import type { WordParts } from './word-package';
import { scanXml } from './xml-scan';

/** Parts that can contain formulas. */
const TEXTS = /(?:^|\/)(?:document|footnotes|endnotes)\d*\.xml$/i;

/** The parts with every formula as a run of text, because the parser skips formulas. */
export function withFormulas(parts: WordParts): WordParts {
  const written = new Map(parts);
  for (const [name, part] of parts) {
    if (!TEXTS.test(name)) continue;
    const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (buffer.includes('<m:oMath')) written.set(name, strToU8(replaced(buffer.toString('utf8'))));
  }
  return written;
}

function replaced(xml: string): string {
  const pieces: string[] = [];
  let open: { start: number; depth: number } | undefined;
  let after = 0;
  scanXml(xml, {
    open(name, _attribute, start) {
      if (name !== 'm:oMath' && name !== 'm:oMathPara') return;
      if (open === undefined) open = { start, depth: 0 };
      open.depth += 1;
    },
    close(name, end) {
      if (open === undefined || (name !== 'm:oMath' && name !== 'm:oMathPara')) return;
      open.depth -= 1;
      if (open.depth > 0) return;
      const text = formulaText(xml.slice(open.start, end));
      pieces.push(xml.slice(after, open.start), `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`);
      after = end;
      open = undefined;
    },
    text() {},
  });
  return [...pieces, xml.slice(after)].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
