/** Finds what the renderer writes into a file in place of an image whose file is missing. */
import { fromAscii, missingMark, missingPattern } from '../render/deck/missing-images';
import { type CheckReport, type Finding, finding, reportOf } from './finding';

/** Of the descriptions of one slide. */
const LONGEST = 8_000;
/** More than a deck has. */
const MOST = 1_000;

export function missingImages(text: string): Finding[] {
  return [...text.matchAll(missingPattern)]
    .slice(0, MOST)
    .map(([, slide, alt]) =>
      finding('missing-image', `A box is in place of the image “${alt!.trim()}”.`, { slide: Number(slide) }),
    );
}

/** Checks an image of a slide, or a ZIP file of them. It looks only for missing images. */
export function checkImages(bytes: Uint8Array): CheckReport {
  const found = missingImages(textAround(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  return reportOf('image', 1, found);
}

/** The texts that begin with the mark. */
function textAround(bytes: Buffer): string {
  const texts: string[] = [];
  for (let at = bytes.indexOf(missingMark); at !== -1 && texts.length < MOST; ) {
    const end = bytes.indexOf(0, at);
    const text = bytes.subarray(at, end === -1 ? at + LONGEST : Math.min(end, at + LONGEST));
    texts.push(...text.toString('latin1').split('\n').map(fromAscii));
    at = bytes.indexOf(missingMark, at + text.length);
  }
  return texts.join('\n');
}
