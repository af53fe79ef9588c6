import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { leftOutSentences } from '../../src/outline/left-out';
import type { Picture } from '../../src/outline/outline';
import { writeOutline } from '../../src/outline/outline-markdown';
import { leftOutOf } from '../../src/slides/import/left-out-of';
import { outlineOf } from '../../src/slides/import/outline-of';
import { parseWord, parseWordDocument } from '../../src/slides/import/parse-word';
import { PICTURE_LIMITS } from '../../src/slides/import/picture-file';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { cell, heading, paragraph, row, run, styled, table, title } from './docx';
import { type PictureInText, picturesInText, richDocx } from './rich-docx';

const TEXT = 'The port costs a lot of money every year.';
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#f00' } }, left: 0, top: 0 },
  ]);
const png = (width = 400, height = 300): Promise<Buffer> => halves(width, height).png().toBuffer();

/** A document whose chapter “Costs” has these images, each in a paragraph of its own, and further paragraphs. */
function withPictures(pictures: readonly PictureInText[], ...after: string[]): Uint8Array {
  const { runs, more } = picturesInText(pictures);
  return richDocx(
    [title('T'), heading(1, 'Costs'), paragraph(TEXT), ...runs.map((each) => paragraph(each)), ...after],
    more,
  );
}

async function imported(bytes: Uint8Array) {
  const { document, pictures } = await parseWord(bytes, WORD_LIMITS);
  const outline = outlineOf(document, { mode: 'keep' });
  const pages = outline.chapters.flatMap((chapter) => chapter.pages);
  const placed = pages.flatMap(({ blocks }) => blocks).filter((block): block is Picture => block.kind === 'picture');
  const leftOut = leftOutSentences(await leftOutOf(bytes, writeOutline(outline)));
  return { pages, placed, pictures, leftOut };
}

const pixelsOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
};

describe('an image of a document', () => {
  it('is on the page of its text, with its description and its caption', async () => {
    const bytes = await png();
    const { pages, pictures, leftOut } = await imported(
      withPictures([{ bytes, alt: 'Two halves' }], styled('Caption', 'Figure 1: The quay'), paragraph('More text.')),
    );
    const picture = { kind: 'picture', hash: hashOf(bytes), alt: 'Two halves', caption: 'Figure 1: The quay' };
    expect(pages).toHaveLength(1);
    expect(pages[0]!.blocks).toMatchObject([{ title: TEXT.slice(0, -1) }, picture, { title: 'More text' }]);
    expect([...pictures.keys()]).toEqual([hashOf(bytes)]);
    expect(pictures.get(hashOf(bytes))).toMatchObject({ type: 'png', width: 400, height: 300 });
    expect(leftOut).toEqual([]);
  });

  it.each([
    ['typed below it', (picture: string) => [paragraph(picture), paragraph(run('Figure 2: Typed'))], 'Figure 2: Typed'],
    ['in its paragraph', (picture: string) => [`<w:p>${picture}${run('Figure 2: Same')}</w:p>`], 'Figure 2: Same'],
    ['above it', (picture: string) => [styled('Caption', 'Figure 2: Above'), paragraph(picture)], 'Figure 2: Above'],
    ['in a table', (picture: string) => [table(row(`<w:tc>${paragraph(picture)}</w:tc>`, cell('Words')))], undefined],
  ])('with its caption %s', async (_, body, caption) => {
    const { runs, more } = picturesInText([{ bytes: await png() }]);
    const { placed, leftOut } = await imported(
      richDocx([title('T'), heading(1, 'Costs'), paragraph(TEXT), ...body(runs[0]!)], more),
    );
    expect(placed.map((picture) => picture.caption)).toEqual([caption]);
    expect(leftOut).toEqual([]);
  });

  it('has no description where it is only the name of a file, and not what Word adds', async () => {
    const bytes = await png();
    const { placed } = await imported(
      withPictures([
        { bytes, alt: 'IMG_2041.JPG' },
        { bytes, alt: 'A quay Description automatically generated with low confidence' },
      ]),
    );
    expect(placed.map(({ alt }) => alt)).toEqual(['', 'A quay']);
  });

  it('is upright and without the place where it was taken', async () => {
    const bytes = await halves(400, 200)
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Copyright: 'SECRET' } })
      .toBuffer();
    expect(bytes.includes('SECRET')).toBe(true);
    const { pictures } = await imported(withPictures([{ bytes, extension: 'jpeg' }]));
    const [file] = [...pictures.values()];
    expect(file).toMatchObject({ type: 'jpeg', width: 200, height: 400 });
    const { exif, orientation, icc, xmp } = await sharp(file!.bytes).metadata();
    expect({ exif, orientation, icc, xmp }).toEqual({});
    const at = await pixelsOf(file!.bytes);
    expect(at(100, 50)[0]).toBeGreaterThan(240);
    expect(at(100, 350)[2]).toBeGreaterThan(240);
  });

  it('is as small as a slide needs it', async () => {
    const { pictures } = await imported(withPictures([{ bytes: await png(4000, 1000) }]));
    expect([...pictures.values()]).toMatchObject([{ width: PICTURE_LIMITS.mostSide, height: 480 }]);
  });

  it('has only the part that its author shows', async () => {
    const bytes = await png();
    const { placed, pictures, leftOut } = await imported(
      withPictures([{ bytes, crop: 'l="50000" b="50000"' }, { bytes }]),
    );
    const [cropped, whole] = placed.map(({ hash }) => pictures.get(hash)!);
    expect(whole).toMatchObject({ width: 400, height: 300 });
    expect(cropped).toMatchObject({ width: 200, height: 150 });
    expect((await pixelsOf(cropped!.bytes))(0, 0)).toEqual([0, 0, 255]);
    expect(leftOut).toEqual([]);
  });

  it.each(['gif', 'webp', 'tiff'] as const)('in the format %s becomes PNG', async (format) => {
    const bytes = await halves(400, 300).toFormat(format).toBuffer();
    const { pictures } = await imported(withPictures([{ bytes, extension: format }]));
    expect([...pictures.values()]).toMatchObject([{ type: 'png', width: 400, height: 300 }]);
  });

  it('keeps its transparency; a large one without becomes JPEG', async () => {
    const clear = await sharp({ create: { width: 100, height: 100, channels: 4, background: '#f008' } })
      .png()
      .toBuffer();
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const photo = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#fff', noise } })
      .png()
      .toBuffer();
    const { pictures } = await imported(withPictures([{ bytes: clear }, { bytes: photo }]));
    expect([...pictures.values()].map(({ type }) => type)).toEqual(['png', 'jpeg']);
    expect(await sharp([...pictures.values()][0]!.bytes).metadata()).toMatchObject({ hasAlpha: true });
  });

  it('is found in the version for old programs, which the parser reads', async () => {
    const { more } = picturesInText([{ bytes: await png() }]);
    const old =
      '<w:r><mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing><wp:anchor><wp:docPr id="9" name="Group" descr="Old"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rPicture1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:group><v:shape><v:imagedata r:id="rPicture1" o:title="Old"/></v:shape></v:group></w:pict></mc:Fallback></mc:AlternateContent></w:r>';
    const bytes = richDocx([title('T'), heading(1, 'Costs'), paragraph(TEXT), paragraph(old)], more);
    const { placed, leftOut } = await imported(bytes);
    expect(placed).toMatchObject([{ alt: 'Old' }]);
    expect(leftOut).toEqual([]);
  });

  it('above the title is a logo, which is left out', async () => {
    const { runs, more } = picturesInText([{ bytes: await png(), alt: 'Logo' }]);
    const { placed, leftOut } = await imported(
      richDocx([paragraph(runs[0]!), title('T'), paragraph('A. Author'), heading(1, 'Costs'), paragraph(TEXT)], more),
    );
    expect(placed).toEqual([]);
    expect(leftOut).toEqual(['Image “Logo” is not on a slide.']);
  });

  it('shares a page with text and at most one other image', async () => {
    const all = await Promise.all([300, 310, 320, 330, 340].map((width) => png(width)));
    const { pages } = await imported(withPictures(all.map((bytes) => ({ bytes }))));
    expect(pages.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
      ['point', 'picture', 'picture'],
      ['picture', 'picture'],
      ['picture'],
    ]);
  });
});

/** A PNG whose header declares a size that its data does not have. */
function declared(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    data,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an image that is left out does not fail the import, and is reported with the reason', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="9" height="9"/></svg>';
  it.each<[string, () => PictureInText | Promise<PictureInText>, string]>([
    ['an icon', async () => ({ bytes: await png(40, 40) }), 'it has only 40 × 40 pixels'],
    ['a rule', async () => ({ bytes: await png(900, 4) }), 'it has only 900 × 4 pixels'],
    [
      'one that is shown as an icon',
      async () => ({ bytes: await png(), extent: { cx: 200_000, cy: 150_000 } }),
      'it is shown as small as an icon',
    ],
    ['a drawing', () => ({ bytes: Buffer.from(SVG) }), 'it is not a PNG, JPEG, GIF, WebP or TIFF file'],
    [
      'a metafile',
      () => ({ bytes: Buffer.from([1, 0, 0, 0, 0x58]), extension: 'emf' }),
      'it is not a PNG, JPEG, GIF, WebP or TIFF file',
    ],
    ['an explosive one', () => ({ bytes: declared(50_000, 50_000) }), 'it has more than 50 million pixels'],
    ['one with a damaged header', () => ({ bytes: Buffer.from('89504e470d0a1a0a00', 'hex') }), 'it is damaged'],
  ])('%s', async (_, picture, reason) => {
    const { pages, placed, pictures, leftOut } = await imported(withPictures([{ alt: 'Pic', ...(await picture()) }]));
    expect([placed, [...pictures]]).toEqual([[], []]);
    expect(pages[0]!.blocks).toMatchObject([{ title: TEXT.slice(0, -1) }]);
    expect(leftOut).toEqual([`Image “Pic” (below “Costs”) is not on a slide: ${reason}.`]);
  });

  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['that is truncated', async () => (await png(1500, 1500)).subarray(0, 400)],
    ['with less data than it declares', () => declared(4000, 4000)],
  ])('one %s', async (_, bytes) => {
    const { placed, leftOut } = await imported(withPictures([{ alt: 'Pic', bytes: await bytes() }]));
    expect(placed).toEqual([]);
    expect(leftOut).toHaveLength(1);
    expect(leftOut[0]).toMatch(/^Image “Pic” \(below “Costs”\) is not on a slide/);
  });

  const relation = (target: string, more = '') =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rPicture1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}"${more}/></Relationships>`;
  it.each([
    ['outside of the package', relation('../../../../../../etc/hostname.png')],
    ['on a server', relation('http://127.0.0.1:9/x.png', ' TargetMode="External"')],
    ['in a file on the disk', relation('file:///etc/hostname')],
    ['in a part that is not an image', relation('document.xml')],
    ['without a relationship', relation('x.png').replace('rPicture1', 'rOther')],
    ['in a package without relationships', undefined],
  ])('one %s', async (_, rels) => {
    const { runs, more } = picturesInText([{ bytes: await png(), alt: 'Pic' }]);
    const { 'word/_rels/document.xml.rels': _rels, ...media } = more;
    const parts = rels === undefined ? media : { ...media, 'word/_rels/document.xml.rels': rels };
    const body = [title('T'), heading(1, 'Costs'), paragraph(TEXT), paragraph(runs[0]!)];
    const { placed, leftOut } = await imported(richDocx(body, parts));
    expect(placed).toEqual([]);
    expect(leftOut[0]).toMatch(/^Image “Pic” \(below “Costs”\) is not on a slide: it is /);
  });

  it('one that is only linked', async () => {
    const { runs, more } = picturesInText([{ bytes: await png(), alt: 'Pic' }]);
    const linked = runs[0]!.replace('r:embed', 'r:link');
    const { placed, leftOut } = await imported(
      richDocx([title('T'), heading(1, 'Costs'), paragraph(TEXT), paragraph(linked)], more),
    );
    expect(placed).toEqual([]);
    expect(leftOut).toEqual(['Image “Pic” (below “Costs”) is not on a slide: it is not in the document.']);
  });

  it('those that nothing can keep, and those above the number of a document', async () => {
    const bytes = withPictures([{ bytes: await png() }, { bytes: await png(300) }]);
    expect((await parseWordDocument(bytes, WORD_LIMITS)).blocks.some(({ kind }) => kind === 'picture')).toBe(false);
    expect((await parseWord(bytes, { ...WORD_LIMITS, pictures: 1 })).pictures.size).toBe(1);
  });
});
