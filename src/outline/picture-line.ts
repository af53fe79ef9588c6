/** An image as one line of Markdown: `![description](picture:HASH "caption")`. */
import type { Outline, Picture } from './outline';
import { cleanText } from './outline-limits';

const LINE =
  /^!\[((?:[^[\]\\]|\\[!-/:-@[-`{-~])*)\]\(picture:([\da-f]{64})(?:[ \t]+"((?:[^"\\]|\\[!-/:-@[-`{-~])*)")?\)$/i;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** The image that a line without spaces around it names; undefined if it names none. */
export function pictureOn(line: string): Picture | undefined {
  const [, alt, hash, caption] = LINE.exec(line) ?? [];
  return alt === undefined || hash === undefined ? undefined : pictureOf(hash, plain(alt), plain(caption ?? ''));
}

/** An image with clean texts. An empty caption is omitted. */
export function pictureOf(hash: string, alt: string, caption = ''): Picture {
  const below = cleanText(caption);
  return {
    kind: 'picture',
    hash: hash.toLowerCase(),
    alt: cleanText(alt),
    ...(below === '' ? {} : { caption: below }),
  };
}

export function writePicture({ hash, alt, caption }: Picture): string {
  const below = caption === undefined ? '' : ` "${caption.replace(/[\\"]/g, '\\$&')}"`;
  return `![${alt.replace(/[\\[\]]/g, '\\$&')}](picture:${hash}${below})`;
}

/** What an image says, without repeating itself: its caption, and its description. */
export const wordsOfPicture = ({ alt, caption = '' }: Pick<Picture, 'alt' | 'caption'>): string[] =>
  [...new Set([caption, alt])].filter((words) => words !== '');

/** The names of the images in an outline, each once. */
export const pictureHashes = ({ chapters }: Pick<Outline, 'chapters'>): string[] => {
  const blocks = chapters.flatMap(({ pages }) => pages.flatMap((page) => page.blocks));
  return [...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.hash] : [])))];
};

/** The names of the images that a text shows, each once, without reading the rest of it. */
export const pictureHashesIn = (markdown: string): string[] => {
  const lines = markdown.split('\n').filter((line) => line.includes(']('));
  return [...new Set(lines.flatMap((line) => pictureOn(line.trim())?.hash ?? []))];
};

const plain = (source: string): string => source.replace(ESCAPED, '$1');
