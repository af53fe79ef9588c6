/** The functions that the renderer's worker threads run. */
import { zipSync } from 'fflate';
import { archive, type DeliveryFormat, formats } from '../../core/formats';
import type { Outline } from '../../outline/outline';
import { BrandError } from '../brand/brand-error';
import { designImages } from '../brand/design-images';
import { filledPages, fillTemplate } from '../brand/fill-template';
import type { Roles } from '../brand/mapping';
import { type BrandLook, standIn } from '../brand/stand-in';
import { SlidesError } from '../errors/slides-error';
import { composeCover, composeDeck } from './compose';
import type { Arrangement, Deck, DeckPage } from './deck/deck';
import type { Pictures } from './deck/pictures';
import { writePdf } from './pdf';
import { drawDeck, drawSlide } from './picture';
import { writePptx } from './pptx/package';
import { type Template, templateById } from './templates';
import { cleanText } from './text/characters';

export interface RenderedFile {
  /** File name without directories. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface RenderInput {
  outline: Outline;
  /** The files of its images; an image without a file is shown as an empty box. */
  pictures?: Pictures;
  templateId: number;
  /** Default: standard. */
  layout?: Arrangement;
  format: DeliveryFormat;
  /** Base of the file names; characters that file systems reject are replaced. */
  name: string;
  /** When the deck was made, for the properties of PPTX and PDF (default: not said). */
  created?: Date;
  /**
   * Only for `ppt`. False renders every slide as an image with alternative text and notes, so that it cannot be edited
   * (default: true). Corresponds to the parameter `edit` of the service.
   */
  edit?: boolean;
  /**
   * Only for `png` and `jpeg`. True returns a single file "name.zip" with all slides (default: false). Corresponds to
   * the parameter `files_to_zip` of the service.
   */
  zip?: boolean;
  /** For a template from a PowerPoint file. */
  brand?: Brand;
}

/** A template from a PowerPoint file. `file` is only needed for an editable `ppt`; the rest is drawn in its look. */
export interface Brand {
  look: BrandLook;
  file?: { bytes: Uint8Array; roles: Roles };
}

export interface CoverInput {
  outline: Outline;
  templateId: number;
  /** Default: standard. */
  layout?: Arrangement;
  /** For a template from a PowerPoint file. */
  brand?: Brand;
}

const pictureWidth = 1920;
const coverWidth = 960;

/** How each format is drawn: one image per slide, or one file. */
const drawings: {
  [Format in DeliveryFormat]: (
    deck: Deck,
    input: RenderInput,
  ) => Promise<(typeof formats)[Format]['picture'] extends true ? Buffer[] : Buffer>;
} = {
  ppt: async (deck, { edit = true, created }) =>
    writePptx(deck, { created, ...(edit ? {} : { pages: await drawDeck(deck, 'png', pictureWidth) }) }),
  pdf: (deck, { created }) => writePdf(deck, created),
  png: (deck) => drawDeck(deck, 'png', pictureWidth),
  jpeg: (deck) => drawDeck(deck, 'jpeg', pictureWidth),
};

/** @throws RangeError for an unknown template. */
export async function renderDeck(input: RenderInput): Promise<RenderedFile[]> {
  const name = fileName(input.name);
  const { extension, mediaType } = formats[input.format];
  const { brand, format, edit = true } = input;
  if (brand?.file && format === 'ppt' && edit) {
    return [{ name: `${name}.${extension}`, mediaType, bytes: await filled(brand.file, input, fillTemplate) }];
  }
  const deck = composeDeck(input.outline, templateOf(input), input.layout, input.pictures);
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

const templateOf = ({ templateId, brand }: Pick<RenderInput, 'templateId' | 'brand'>): Template =>
  brand ? standIn(templateId, brand.look) : templateById(templateId);

/** The deck of a design, for its pages. */
export type DeckInput = Pick<RenderInput, 'outline' | 'pictures' | 'templateId' | 'layout' | 'brand'>;

/** Lists the slides of an editable PPTX. */
export async function renderPages(input: DeckInput): Promise<DeckPage[]> {
  const { outline, pictures, layout, brand } = input;
  if (brand?.file) return filled(brand.file, input, filledPages);
  const { slides } = composeDeck(outline, templateOf(input), layout, pictures);
  // The last slide closes the deck, whatever it is drawn with.
  const ending = slides.length - 1;
  return slides.map(({ title, layout, texts = [] }, at) => ({
    title,
    layout: at === ending ? 'ending' : layout,
    texts,
  }));
}

/** A file that was accepted can only fail after an update that rejects it. */
async function filled<Result>(
  { bytes, roles }: { bytes: Uint8Array; roles: Roles },
  { outline, pictures, created }: Pick<RenderInput, 'outline' | 'pictures' | 'created'>,
  fill: (input: Parameters<typeof fillTemplate>[0]) => Result,
): Promise<Result> {
  try {
    return fill({ file: bytes, roles, outline, pictures, created, images: await designImages(bytes) });
  } catch (error) {
    if (!(error instanceof BrandError)) throw error;
    throw new SlidesError('template', `the template cannot be used: ${error.message}`);
  }
}

/** Deterministic. Images are already compressed, so they are only stored. */
function zipped(files: RenderedFile[]): Buffer {
  const entries = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  // A local date, because the ZIP format has no time zone and fflate reads local time fields.
  return Buffer.from(zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) }));
}

/** Returns a PNG of the first slide, 960 × 540. @throws RangeError for an unknown template. */
export async function renderCover(input: CoverInput): Promise<Buffer> {
  const deck = composeCover(input.outline, templateOf(input), input.layout);
  return drawSlide(deck, deck.slides[0]!, 'png', coverWidth);
}

/** Returns a PNG of a template's cover with a sample title, 960 × 540. @throws RangeError for an unknown template. */
export async function renderTemplateCover(templateId: number): Promise<Buffer> {
  const template = templateById(templateId);
  return renderCover({
    templateId,
    outline: { title: template.sample, language: 'zh', chapters: [{ title: template.name, pages: [] }] },
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
