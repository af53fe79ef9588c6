import { strToU8 } from 'fflate';
import type { WordParts } from './word-package';

/** Parts with text that slides can show. */
export const TEXTS = /(?:^|\/)(?:document|footnotes|endnotes)\d*\.xml$/i;

/** Fields such as the number of a caption, text that was moved here, directions of writing, and what has a reading above it. */
const WRAPPERS = /(<\/?)w:(?:fldSimple|moveTo|dir|bdo|ruby|rubyBase)(?=[\s/>])/g;

/** The parts with every wrapper of text as one that the parser knows: it skips the text of others. */
export function withKnownWrappers(parts: WordParts): WordParts {
  const written = new Map(parts);
  for (const [name, part] of parts) {
    if (!TEXTS.test(name)) continue;
    const xml = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8');
    const known = xml.replace(WRAPPERS, '$1w:smartTag');
    if (known !== xml) written.set(name, strToU8(known));
  }
  return written;
}
