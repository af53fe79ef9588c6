/** One request to the renderer, answered in the thread that calls: what the worker thread runs. */
import { zipSync } from 'fflate';
import { archive, type DeliveryFormat, formats } from '../core/formats';
import type { Outline } from '../outline/outline';
import { composeCover, composeDeck } from './compose';
import type { Arrangement, Deck } from './deck/deck';
import { writePdf } from './pdf';
import { drawDeck, drawSlide } from './picture';
import { writePptx } from './pptx/package';
import { suitById } from './suits';
import { cleanText } from './text/characters';

export interface RenderedFile {
  /** File name without folders. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface RenderInput {
  outline: Outline;
  suitId: number;
  /** Absent means standard. */
  layout?: Arrangement;
  format: DeliveryFormat;
  /** Base of the file names; characters that file systems refuse are replaced. */
  name: string;
  /**
   * Of `ppt` only: false makes every slide a picture, with its text as alternative text and its notes kept, so that
   * nothing on it can be changed. Absent means true. The service passes its parameter `edit`.
   */
  edit?: boolean;
  /**
   * Of `png` and `jpeg` only: true answers with one file "name.zip" that holds the pages. Absent means false. The
   * service passes its parameter `files_to_zip`.
   */
  zip?: boolean;
}

export interface CoverInput {
  outline: Outline;
  suitId: number;
  /** Absent means standard. */
  layout?: Arrangement;
}

const pictureWidth = 1920;
const coverWidth = 960;

/** How each format is drawn: a picture for every page, or one file. */
const drawings: {
  [Format in DeliveryFormat]: (
    deck: Deck,
    input: RenderInput,
  ) => Promise<(typeof formats)[Format]['picture'] extends true ? Buffer[] : Buffer>;
} = {
  ppt: async (deck, { edit = true }) =>
    edit ? writePptx(deck) : writePptx(deck, await drawDeck(deck, 'png', pictureWidth)),
  pdf: writePdf,
  png: (deck) => drawDeck(deck, 'png', pictureWidth),
  jpeg: (deck) => drawDeck(deck, 'jpeg', pictureWidth),
};

/** @throws RangeError for an unknown suit. */
export async function renderDeck(input: RenderInput): Promise<RenderedFile[]> {
  const deck = composeDeck(input.outline, suitById(input.suitId), input.layout);
  const name = fileName(input.name);
  const { extension, mediaType } = formats[input.format];
  const drawn = await drawings[input.format](deck, input);
  if (!Array.isArray(drawn)) return [{ name: `${name}.${extension}`, mediaType, bytes: drawn }];
  const files = drawn.map((bytes, index) => ({
    name: `${name}-${String(index + 1).padStart(2, '0')}.${extension}`,
    mediaType,
    bytes,
  }));
  if (!input.zip) return files;
  return [{ name: `${name}.${archive.extension}`, mediaType: archive.mediaType, bytes: zipped(files) }];
}

/** Same files, same bytes. Pictures are compressed already, so they are only stored. */
function zipped(files: RenderedFile[]): Buffer {
  const entries = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  // A local date: the ZIP format has no time zone, and fflate reads the fields of local time.
  return Buffer.from(zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) }));
}

/** PNG of the first slide, 960 × 540. @throws RangeError for an unknown suit. */
export async function renderCover(input: CoverInput): Promise<Buffer> {
  const deck = composeCover(input.outline, suitById(input.suitId), input.layout);
  return drawSlide(deck, deck.slides[0]!, 'png', coverWidth);
}

/** PNG of a suit's cover with a sample title, 960 × 540. @throws RangeError for an unknown suit. */
export async function renderSuitCover(suitId: number): Promise<Buffer> {
  const suit = suitById(suitId);
  return renderCover({
    suitId,
    outline: { title: suit.sample, language: 'zh', chapters: [{ title: suit.name, pages: [] }] },
  });
}

const longestName = 80;

function fileName(name: string): string {
  const safe = [...cleanText(name).replace(/[\s<>:"/\\|?*]+/g, ' ')]
    .slice(0, longestName)
    .join('')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  return safe || 'deck';
}
