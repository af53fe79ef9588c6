import { zipSync } from 'fflate';
import type { Block, Outline, Page } from '../../src/outline/outline';
import { checkDeck } from '../../src/slides/check/check-deck';
import { checkImages } from '../../src/slides/check/missing-images';
import { composeDeck } from '../../src/slides/render/compose';
import type { Arrangement, Box, Deck, PictureShape, Slide } from '../../src/slides/render/deck/deck';
import { picturesOf, wholeBox } from '../../src/slides/render/deck/picture-shape';
import type { PictureFile, Pictures } from '../../src/slides/render/deck/pictures';
import { drawDeck } from '../../src/slides/render/picture';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { openPackage } from './open-package';
import { clearPng, hashOf, jpeg, png } from './picture-files';
import { boxOf, meet, texts, wording } from './shapes';
import { someTemplates } from './some-templates';

const [template] = systemTemplates;
const point = (title: string, ...text: string[]): Block => ({ kind: 'point', title, text });
const few = [
  point('Three lines meet here', 'Regional trains, the night bus and the cable car share one square.'),
  point('Transfers take six minutes', 'Half of it is the walk across the road, which has no crossing.'),
];

const files = new Map<string, PictureFile>();
const names: Record<string, string> = {};
beforeAll(async () => {
  const made = {
    photo: await jpeg(1500, 1000),
    similar: await jpeg(1400, 1050),
    tall: await jpeg(600, 1200),
    wide: await jpeg(1800, 500),
    square: await png(800, 800),
    clear: await clearPng(600, 400),
    tiny: await png(60, 60),
  };
  for (const [name, file] of Object.entries(made)) {
    names[name] = hashOf(file.bytes);
    files.set(names[name], file);
  }
});

const image = (name: string, caption?: string, alt = `A ${name} image`): Block => ({
  kind: 'picture',
  hash: names[name] ?? name,
  alt,
  ...(caption === undefined ? {} : { caption }),
});

const outlineOf = (pages: Page[]): Outline => ({
  title: 'Field report',
  language: 'en',
  chapters: [{ title: 'Findings', pages }],
});

const compose = (pages: Page[], layout: Arrangement = 'standard', given: Pictures = files, suit = template!): Deck =>
  composeDeck(outlineOf(pages), suit, layout, given);

const slidesOf = (deck: Deck): Slide[] => deck.slides.filter(({ layout }) => layout === 'page');
const pagesOf = (blocks: Block[], layout: Arrangement = 'standard', given: Pictures = files): Slide[] =>
  slidesOf(compose([{ title: 'The station', blocks }], layout, given));
const only = (slide: Slide): PictureShape => {
  const found = picturesOf(slide);
  expect(found).toHaveLength(1);
  return found[0]!;
};
const wordsIn = ({ shapes }: Slide): string => texts(shapes).map(wording).join('\n');
const within = (one: Box, other: Box): boolean =>
  one.x >= other.x - 0.1 &&
  one.y >= other.y - 0.1 &&
  one.x + one.w <= other.x + other.w + 0.1 &&
  one.y + one.h <= other.y + other.h + 0.1;
const captionIn = (slide: Slide): Box | undefined =>
  slide.shapes.filter((each) => each.name === 'Caption').map(boxOf)[0];

describe.each(['standard', 'pro'] as const)('an image in %s layout', (layout) => {
  it('is next to a few points, in turns on the right and the left', () => {
    const pages = ['one', 'two', 'three', 'four'].map((title) => ({ title, blocks: [image('photo'), ...few] }));
    const slides = slidesOf(compose(pages, layout));
    expect(slides.map(({ kind }) => kind)).toEqual(Array(4).fill('picture'));
    const sides = slides.map((slide) => (only(slide).box.x > 480 - 100 ? 'right' : 'left'));
    expect(sides).toEqual(['right', 'left', 'right', 'left']);
    for (const slide of slides) {
      const text = slide.shapes.find(({ name }) => name === 'Text')!;
      expect(wordsIn(slide)).toContain('Three lines meet here');
      expect(meet(boxOf(text), only(slide).box)).toBe(false);
    }
  });

  it('is above the points if it is wide', () => {
    const [slide] = pagesOf([image('wide', 'Figure 1: A panorama'), ...few], layout);
    const text = slide!.shapes.find(({ name }) => name === 'Text')!;
    expect(boxOf(text).y).toBeGreaterThan(only(slide!).box.y + only(slide!).box.h);
  });

  it('alone is as large as the page allows, with its caption on the side, or below a wide one', () => {
    const [photo] = pagesOf([image('photo', 'Figure 1: The station')], layout);
    expect(only(photo!).box.h).toBeGreaterThan(template!.page.body.h - 30);
    expect(captionIn(photo!)!.x).toBeGreaterThan(only(photo!).box.x + only(photo!).box.w);
    const [wide] = pagesOf([image('wide', 'Figure 1: The station')], layout);
    expect(only(wide!).box.w).toBeGreaterThan(template!.page.body.w - 30);
    expect(captionIn(wide!)!.y).toBeGreaterThan(only(wide!).box.y + only(wide!).box.h);
  });

  it('among two to four is as high as its neighbors; more make another slide', () => {
    const [slide] = pagesOf([image('photo', 'One'), image('square', 'Two'), image('tall', 'Three')], layout);
    const shown = picturesOf(slide!);
    expect(new Set(shown.map(({ box }) => Math.round(box.h))).size).toBe(1);
    expect(new Set(shown.map(({ box }) => Math.round(box.y))).size).toBe(1);
    const many = pagesOf(
      Array.from({ length: 5 }, () => image('photo')),
      layout,
    );
    expect(many.map((each) => picturesOf(each).length)).toEqual([3, 2]);
  });

  it('is never distorted, and is cut only to match a similar one', () => {
    const all = [
      ...pagesOf([image('photo'), image('similar')], layout),
      ...pagesOf([image('photo'), image('tall')], layout),
      ...pagesOf([image('wide'), ...few], layout),
      ...pagesOf([image('tall'), ...few], layout),
      ...pagesOf([image('square'), image('wide'), image('clear'), image('tall')], layout),
    ].flatMap(picturesOf);
    expect(all).toHaveLength(10);
    for (const shape of all) {
      const { width, height } = files.get(shape.hash)!;
      const whole = wholeBox(shape);
      expect(whole.w / whole.h / (width / height)).toBeCloseTo(1, 3);
      const { left = 0, right = 0, top = 0, bottom = 0 } = shape.crop ?? {};
      expect(Math.max(left + right, top + bottom)).toBeLessThan(0.15);
    }
    const [photo, similar] = all;
    expect(photo!.box.w).toBeCloseTo(similar!.box.w, 1);
    expect([photo!.crop, similar!.crop]).not.toContain(undefined);
    expect(all.slice(2).filter(({ crop }) => crop)).toEqual([]);
  });
});

it('a small image keeps its size', () => {
  const [slide] = pagesOf([image('tiny')]);
  expect(only(slide!).box.w).toBeLessThanOrEqual(160);
});

it('a few words are above several images; more points are on a slide of their own with the first', () => {
  const [slide, ...none] = pagesOf([few[0]!, image('photo'), image('square')]);
  expect(none).toEqual([]);
  expect(picturesOf(slide!)).toHaveLength(2);
  const long = ['a', 'b', 'c', 'd', 'e'].map((name) => point(`Finding ${name}`, 'One sentence about it.'));
  const slides = pagesOf([...long, image('photo'), image('square')]);
  expect(slides.map((each) => picturesOf(each).length)).toEqual([1, 1]);
});

it('long points, tables, code and charts have slides of their own', () => {
  const long = Array.from({ length: 6 }, (_, at) =>
    point(`Point ${at}`, 'A long sentence about the station. '.repeat(9)),
  );
  const table: Block = {
    kind: 'table',
    header: ['Line', 'State'],
    rows: [
      ['A', 'open'],
      ['B', 'closed'],
    ],
  };
  const code: Block = { kind: 'code', text: 'run();' };
  const figures = [point('Trains', '40 %'), point('Buses', '35 %'), point('Walking', '25 %')];
  for (const blocks of [long, [table], [code], figures]) {
    const slides = pagesOf([...blocks, image('photo', 'Figure 1: The station')]);
    const own = slides.filter((slide) => picturesOf(slide).length > 0);
    expect(own).toHaveLength(1);
    expect(own[0]!.shapes.some((shape) => shape.kind === 'table' || shape.name === 'Text')).toBe(false);
    expect(slides.length).toBeGreaterThan(1);
  }
});

it('the notes name the caption, or else the description', () => {
  expect(pagesOf([image('photo', 'Figure 1: The station'), ...few])[0]!.notes).toContain('Figure 1: The station.');
  expect(pagesOf([image('photo')])[0]!.notes).toContain('A photo image.');
});

it('the alternative text is the description, or else the caption, or the title of the page', () => {
  const alts = [image('photo'), image('photo', 'Figure 1', ''), image('photo', undefined, '')];
  expect(alts.map((each) => only(pagesOf([each])[0]!).alt)).toEqual(['A photo image', 'Figure 1', 'The station']);
});

it('a missing image is a box with its description, which the check of the file reports', () => {
  const deck = compose([
    { title: 'The yard is flat and empty', blocks: [image('0'.repeat(64), 'Figure 1', 'The yard'), ...few] },
  ]);
  expect(deck.pictures.size).toBe(0);
  const [slide] = slidesOf(deck);
  expect(wordsIn(slide!)).toContain('Image: The yard');
  const file = writePptx(deck);
  expect(openPackage(file).get('ppt/slides/slide2.xml')).not.toContain('<p:pic>');
  const found = checkDeck(file).findings.filter(({ severity }) => severity !== 'note');
  expect(found).toMatchObject([
    { rule: 'empty-placeholder', slide: 2, shape: expect.stringMatching(/^Missing image/) },
  ]);
});

describe('a missing image is found in', () => {
  const alts = ['The yard', '货场'];
  const deck = () =>
    compose(
      alts.map((alt, at) => ({
        title: `Yard ${at} is flat and empty`,
        blocks: [image(String(at).repeat(64), 'Figure 1', alt), ...few],
      })),
    );
  const expected = alts.map((alt, at) => ({
    rule: 'missing-image',
    severity: 'error',
    slide: at + 2,
    message: `A box is in place of the image “${alt}”.`,
  }));

  it.each(['png', 'jpeg'] as const)('images in the format %s, alone and in an archive', async (format) => {
    const slides = await drawDeck(deck(), format, 480);
    expect(slides.map((bytes) => checkImages(bytes).findings.length)).toEqual([0, 1, 1, 0]);
    const zip = zipSync(Object.fromEntries(slides.map((bytes, at) => [`${at}.${format}`, bytes])), { level: 0 });
    expect(checkImages(zip).findings).toMatchObject(expected);
  });

  it('a PPTX whose slides are images', async () => {
    const pages = await drawDeck(deck(), 'png', 480);
    const { findings } = checkDeck(writePptx(deck(), { pages }));
    expect(findings.filter(({ rule }) => rule === 'missing-image')).toMatchObject(expected);
  });

  it('no file that has its images', async () => {
    const whole = compose([{ title: 'The station is full', blocks: [image('photo', 'Figure 1'), ...few] }]);
    expect(checkDeck(writePptx(whole)).counts).toMatchObject({ error: 0, warning: 0 });
    const [, slide] = await drawDeck(whole, 'png', 480);
    expect(checkImages(slide!).findings).toEqual([]);
  });
});

it('the deck has only the files that its slides show', () => {
  const deck = compose([{ title: 'The station', blocks: [image('photo'), image('photo'), image('tall')] }]);
  expect([...deck.pictures.keys()].sort()).toEqual([names.photo, names.tall].sort());
});

it('PPTX puts an image into the placeholder of a layout for it', () => {
  const deck = compose([
    { title: 'With points', blocks: [image('photo', 'Figure 1'), ...few] },
    { title: 'Alone', blocks: [image('clear', 'Figure 2')] },
  ]);
  const parts = openPackage(writePptx(deck));
  const layouts = [2, 3].map((number) => {
    expect(parts.get(`ppt/slides/slide${number}.xml`)).toMatch(
      /<p:pic><p:nvPicPr>(?:(?!<\/p:nvPicPr>).)*<p:ph type="pic" sz="quarter" idx="31"\/>/,
    );
    const [, layout] = /slideLayouts\/(\w+\.xml)/.exec(parts.get(`ppt/slides/_rels/slide${number}.xml.rels`)!)!;
    return /<p:cSld name="(.*?)"/.exec(parts.get(`ppt/slideLayouts/${layout}`)!)![1];
  });
  expect(layouts).toEqual(['Image and text', 'Image with caption']);
});

describe.each(someTemplates.map((suit) => [suit.id, suit] as const))('slides with images in suit %i', (_, suit) => {
  it.each(['standard', 'pro'] as const)('pass the checks in %s layout', (layout) => {
    const caption = 'Figure 1: The valley station, seen from the south platform in the first week of operation';
    const deck = compose(
      [
        { title: 'The station serves three lines', blocks: [image('photo', caption), ...few] },
        { title: 'Visitors walk past the entrance', blocks: [image('tall', caption), ...few] },
        { title: 'The panorama shows the place of the bridge', blocks: [image('wide', caption), ...few] },
        { title: 'One image says it all', blocks: [image('similar', caption)] },
        { title: 'Two designs were compared', blocks: [image('photo', caption), image('clear', 'B')] },
        {
          title: 'Three sites remain',
          blocks: [few[0]!, image('photo', 'A'), image('square', 'B'), image('tall', 'C')],
        },
        { title: 'Four seasons look alike', blocks: ['A', 'B', 'C', 'D'].map((each) => image('similar', each)) },
      ],
      layout,
      files,
      suit,
    );
    expect(deck.overflow).toEqual([]);
    expect(checkDeck(writePptx(deck)).findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    const { body } = suit.page;
    for (const slide of slidesOf(deck)) {
      const shown = picturesOf(slide).map(({ box }) => box);
      for (const each of shown) expect(within(each, body)).toBe(true);
      shown.forEach((one, index) => {
        for (const other of shown.slice(index + 1)) expect(meet(one, other)).toBe(false);
      });
    }
  });
});
