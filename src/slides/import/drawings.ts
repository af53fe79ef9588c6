import { strToU8 } from 'fflate';
import type { Crop } from '../render/deck/picture-shape';
import type { WordParts } from './word-package';
import { named, textOf } from './word-parts';
import { scanXml } from './xml-scan';

/** A place in the text of a document that shows an image. */
export interface DrawnPicture {
  /** Id of its relationship; undefined for an image outside of the document, which is never fetched. */
  relation: string | undefined;
  alt: string;
  crop?: Crop;
  /** Shown as small as an icon or as thin as a rule. */
  isSmall?: true;
}

/** One centimetre. */
const SMALL = 360_000;
const MARK = 'picture:';
/** Word adds this to descriptions that it made itself. */
const MADE_BY_WORD = /Description automatically generated|AI-generated content may be incorrect/i;
/** A longer description is cut anyway. */
const MOST_READ = 1_000;
const FILE_NAME = /^\S+\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)$/i;

const PICTURE_NAMESPACES = [
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
].join(' ');

/** The relationship, crop and size of an image, from the tags around it. */
export class DrawingReader {
  private alt = '';
  private isSmall = false;
  private last: DrawnPicture | undefined;

  /** The image that a tag shows. Other tags describe the one before or the next. */
  read(name: string, attribute: (name: string) => string | undefined): DrawnPicture | undefined {
    if (name === 'wp:inline' || name === 'wp:anchor' || name === 'w:pict') this.forget();
    else if (name === 'wp:extent') {
      this.isSmall = ['cx', 'cy'].some((side) => Number(attribute(side) ?? SMALL) < SMALL);
    } else if (name === 'wp:docPr') this.alt = described(attribute('descr') || attribute('title') || '');
    else if (name === 'a:srcRect' && this.last) {
      const crop = cropOf(attribute);
      if (crop) this.last.crop = crop;
    } else if (name === 'a:blip') return this.picture(attribute('r:embed'));
    else if (name === 'v:imagedata') {
      this.forget();
      this.alt = described(attribute('o:title') ?? '');
      return this.picture(attribute('r:id'));
    }
    return undefined;
  }

  private picture(relation: string | undefined): DrawnPicture {
    this.last = { relation, alt: this.alt, ...(this.isSmall ? { isSmall: true } : {}) };
    return this.last;
  }

  private forget(): void {
    this.alt = '';
    this.isSmall = false;
    this.last = undefined;
  }
}

function described(text: string): string {
  const [own = ''] = text.slice(0, MOST_READ).split(MADE_BY_WORD, 1);
  const words = own.replace(/\s+/g, ' ').trim();
  return FILE_NAME.test(words) ? '' : words;
}

/** In thousandths of a percent; a negative one adds a margin, which a slide does not need. */
function cropOf(attribute: (name: string) => string | undefined): Crop | undefined {
  const [left, top, right, bottom] = ['l', 't', 'r', 'b'].map((side) =>
    Math.min(1, Math.max(0, Number(attribute(side) ?? 0) / 100_000 || 0)),
  ) as [number, number, number, number];
  const isCropped = left + top + right + bottom > 0 && left + right < 1 && top + bottom < 1;
  return isCropped ? { left, top, right, bottom } : undefined;
}

/**
 * Lists the images of the text in order, and gives each drawing in the parts a mark in place of its description, so
 * that it is found again after parsing.
 * @param relations ids of the relationships that exist: the parser fails on others
 */
export function withMarkedPictures(
  parts: WordParts,
  relations: ReadonlySet<string>,
): { parts: WordParts; drawn: DrawnPicture[] } {
  const main = named(parts, /(?:^|\/)document\d*\.xml$/i);
  if (main === undefined) return { parts, drawn: [] };
  const { xml, drawn } = marked(textOf(parts, main), relations);
  return drawn.length === 0 ? { parts, drawn } : { parts: new Map(parts).set(main, strToU8(xml)), drawn };
}

/** The number of a marked image, from its description after parsing. */
export function markedPicture(alt: string | undefined): number | undefined {
  return alt?.startsWith(MARK) ? Number(alt.slice(MARK.length)) : undefined;
}

function marked(xml: string, relations: ReadonlySet<string>): { xml: string; drawn: DrawnPicture[] } {
  const drawn: DrawnPicture[] = [];
  const pieces: string[] = [];
  const reader = new DrawingReader();
  const [spare] = relations;
  const known = ({ relation }: DrawnPicture) => (relation !== undefined && relations.has(relation) ? relation : spare);
  /** The outermost drawing or old image that is open. */
  let open: { name: string; start: number; depth: number; pictures: number[] } | undefined;
  let choices = 0;
  let after = 0;
  scanXml(xml, {
    open(name, attribute, start) {
      // The parser reads the other version, for old programs.
      if (name === 'mc:Choice') choices += 1;
      if (choices > 0) return;
      if (name === open?.name) open.depth += 1;
      else if (open === undefined && (name === 'w:drawing' || name === 'v:imagedata')) {
        open = { name, start, depth: 1, pictures: [] };
      }
      const picture = reader.read(name, attribute);
      if (picture && open) open.pictures.push(drawn.push(picture) - 1);
    },
    close(name, end) {
      if (name === 'mc:Choice') choices -= 1;
      if (choices > 0 || name !== open?.name) return;
      open.depth -= 1;
      if (open.depth > 0) return;
      const { start, pictures } = open;
      open = undefined;
      if (pictures.length === 0) return;
      const marks = pictures.map((at) => markOf(at, known(drawn[at]!)));
      pieces.push(xml.slice(after, start), ...marks);
      after = end;
    },
    text() {},
  });
  return { xml: [...pieces, xml.slice(after)].join(''), drawn };
}

/** A drawing in the new form: the parser does not find the description of the old one. */
function markOf(at: number, relation: string | undefined): string {
  if (relation === undefined) return '';
  const id = relation.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<w:drawing><wp:inline ${PICTURE_NAMESPACES}><wp:docPr id="1" name="" descr="${MARK}${at}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
}
