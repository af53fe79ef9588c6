/** Images for a PDF file. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { PictureFile, Pictures } from './deck/pictures';

/** An image that the library can place. */
export interface PdfImage {
  width: number;
  height: number;
}

/** Part of the library, but not of its types. */
interface Internals {
  ref(data: Record<string, unknown>): { end(bytes: Buffer): void };
  openImage(bytes: Uint8Array): PdfImage;
}

/** Every image as an object of the file, embedded once. */
export async function pdfImages(doc: PDFKit.PDFDocument, pictures: Pictures): Promise<Map<string, PdfImage>> {
  const result = new Map<string, PdfImage>();
  for (const [hash, file] of pictures) {
    result.set(hash, await imageOf(doc as unknown as Internals, file, `P${result.size + 1}`));
  }
  return result;
}

/**
 * JPEG files and plain PNG files are copied. The library unpacks the others at times that differ between runs, so they
 * are written here.
 */
async function imageOf(doc: Internals, { type, bytes }: PictureFile, label: string): Promise<PdfImage> {
  const { hasAlpha, isProgressive, orientation = 1 } = await sharp(bytes).metadata();
  if (orientation === 1 && (type === 'jpeg' || !(hasAlpha || isProgressive))) return doc.openImage(Buffer.from(bytes));
  const picture = sharp(bytes).autoOrient().toColorspace('srgb');
  const colors = await picture.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = colors.info;
  const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 };
  const write = (bytesOfPixels: Buffer, more: Record<string, unknown>): unknown => {
    const object = doc.ref({ ...image, Filter: 'FlateDecode', ...more });
    object.end(deflateSync(bytesOfPixels));
    return object;
  };
  const mask = hasAlpha
    ? { SMask: write(await picture.extractChannel('alpha').raw().toBuffer(), { ColorSpace: 'DeviceGray' }) }
    : {};
  const obj = write(colors.data, { ColorSpace: 'DeviceRGB', ...mask });
  return { width, height, ...{ obj, label } };
}
