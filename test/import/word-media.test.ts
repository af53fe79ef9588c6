import sharp from 'sharp';
import { PICTURE_LIMITS } from '../../src/slides/import/picture-file';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { usablePictures, WordMedia } from '../../src/slides/import/word-media';
import { openWordPackage } from '../../src/slides/import/word-package';
import { picturesInText, richDocx } from './rich-docx';

const file = (width: number) =>
  sharp({ create: { width, height: 100, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();

async function mediaOf(widths: readonly number[]): Promise<WordMedia> {
  const pictures = await Promise.all(widths.map(async (width) => ({ bytes: await file(width) })));
  const bytes = richDocx([], picturesInText(pictures).more);
  return new WordMedia(bytes, openWordPackage(bytes, WORD_LIMITS), WORD_LIMITS);
}
const drawn = (...numbers: number[]) => numbers.map((number) => ({ relation: `rPicture${number}`, alt: '' }));

describe('the images of a document', () => {
  it('are made once each, up to their number', async () => {
    const { usable, files } = await usablePictures(await mediaOf([100, 110, 120]), drawn(1, 2, 1, 3), { count: 2 });
    expect([usable.map((each) => each !== undefined), files.size]).toEqual([[true, true, false, false], 2]);
  });

  it('are left out when their time is over', async () => {
    let time = 0;
    const now = () => {
      time += PICTURE_LIMITS.milliseconds / 2;
      return time;
    };
    const { usable } = await usablePictures(await mediaOf([100, 110, 120]), drawn(1, 2, 3), { count: 9, now });
    expect(usable.map((each) => each !== undefined)).toEqual([true, false, false]);
  });
});
