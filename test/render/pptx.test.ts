import { posix } from 'node:path';
import type { Outline } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { endless, hostile } from './hostile';
import { all, openPackage } from './open-package';
import { chinese, english } from './samples';
import { someSystemTemplates } from './some-templates';

const [template] = systemTemplates;

describe.each([
  ['english', english],
  ['chinese', chinese],
  ['hostile', hostile],
  ['images of the english', english],
] as [string, Outline][])('the package of the %s deck', (name, outline) => {
  const deck = composeDeck(outline, template!);
  const pages = name.startsWith('images') ? deck.slides.map(() => Buffer.from('a picture')) : undefined;
  const options = pages ? { pages } : {};
  const bytes = writePptx(deck, options);
  const parts = openPackage(bytes);
  const slides = [...parts].filter(([path]) => /^ppt\/slides\/slide\d+\.xml$/.test(path));

  it('has no folder entries, and every part has a type', () => {
    const types = parts.get('[Content_Types].xml')!;
    const overrides = new Set(all(types, /PartName="\/([^"]+)"/g));
    const extensions = all(types, /<Default Extension="(?!xml")([^"]+)"/g);
    for (const path of overrides) expect(parts.has(path)).toBe(true);
    for (const path of parts.keys()) {
      expect(path.endsWith('/')).toBe(false);
      if (path !== '[Content_Types].xml' && !path.endsWith('.rels'))
        expect([path, overrides.has(path) || extensions.includes(path.split('.').at(-1)!)]).toEqual([path, true]);
    }
  });

  it('has relationships only to parts that are there, and uses only ids that are there', () => {
    for (const [path, xml] of parts) {
      if (!path.endsWith('.rels')) continue;
      const owner = path.replace('_rels/', '').replace(/\.rels$/, '');
      for (const target of all(xml, /Target="([^"]+)"/g)) {
        expect(parts.has(posix.normalize(posix.join(posix.dirname(owner), target)))).toBe(true);
      }
      const ids = all(xml, /Id="([^"]+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      for (const used of all(parts.get(owner) ?? '', /r:(?:id|embed)="([^"]+)"/g)) expect(ids).toContain(used);
    }
  });

  it('has unique shape ids and one title placeholder on every slide', () => {
    expect(slides).toHaveLength(deck.slides.length);
    for (const [, xml] of slides) {
      const ids = all(xml, /<p:cNvPr id="(\d+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      expect(all(xml, /(<p:ph type="title"\/>)/g)).toHaveLength(1);
    }
  });

  it('has at most one pPr a paragraph, and it comes first', () => {
    for (const [, xml] of slides) {
      for (const paragraph of all(xml, /<a:p>(.*?)<\/a:p>/gs)) {
        const count = all(paragraph, /(<a:pPr[ >])/g).length;
        expect(count).toBeLessThanOrEqual(1);
        if (count === 1) expect(paragraph.startsWith('<a:pPr')).toBe(true);
      }
    }
  });

  it('has notes, an alternative text or a decorative flag on every drawing, and a text body in every shape', () => {
    for (const [path, xml] of slides) {
      expect(parts.get(path.replace(/slides\/slide/, 'notesSlides/notesSlide'))).toContain('<a:t>');
      for (const shape of all(xml, /<p:sp>(.*?)<\/p:sp>/gs)) {
        expect(shape).toContain('<p:txBody>');
        if (!shape.includes('<a:t>') && !shape.includes('<p:ph')) expect(shape).toMatch(/decorative|descr="/);
      }
      for (const frame of all(xml, /<p:graphicFrame>(.*?)<\/p:graphicFrame>/gs)) expect(frame).toContain('descr="');
      for (const picture of all(xml, /<p:pic>(.*?)<\/p:pic>/gs)) expect(picture).toContain('descr="');
    }
  });

  it('holds no character that XML forbids and is the same every time', () => {
    for (const [path, xml] of parts) {
      if (!/\.(?:xml|rels)$/.test(path)) continue;
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#10);)/);
    }
    expect(writePptx(composeDeck(outline, template!), options).equals(bytes)).toBe(true);
  });
});

it('marks each run with its language, and names Latin and Chinese fonts apart', () => {
  const parts = openPackage(writePptx(composeDeck(chinese, template!)));
  const slide = parts.get('ppt/slides/slide1.xml')!;
  expect(slide).toMatch(/lang="zh-CN"[^>]*>.*?<a:t>[^<]*[一-鿿]/s);
  expect(slide).toMatch(/lang="en-US"[^>]*>(?:(?!<a:r>).)*<a:t>2026<\/a:t>/s);
  const theme = parts.get('ppt/theme/theme1.xml')!;
  expect(theme).toContain('<a:latin typeface="Arial"/><a:ea typeface="Microsoft YaHei"/>');
});

it('keeps emoji for readers that have them', () => {
  const parts = openPackage(writePptx(composeDeck(hostile, template!)));
  expect(parts.get('ppt/slides/slide1.xml')).toContain('😀');
});

it('writes the speaker notes as sentences with the full text of the page', () => {
  const parts = openPackage(writePptx(composeDeck(english, template!)));
  const notes = [...parts]
    .filter(([path]) => path.startsWith('ppt/notesSlides/notes'))
    .map(([, xml]) => xml)
    .join('');
  expect(notes).toContain('Phase 1: Pilot: One line in Aarhus, six weeks, daily review.');
  expect(notes).toContain('Lower stock: 2025 €0.5m; 2026 €1.6m; 2027 €2.1m; Total €4.2m.');
});

it('says in the notes of a split page only what its own part shows', () => {
  const deck = composeDeck(endless('en'), template!);
  const parts = deck.slides.filter((slide) => slide.title.startsWith('Many points'));
  expect(parts.length).toBeGreaterThan(2);
  const said = parts.flatMap((slide) => slide.notes);
  expect(said.filter((note) => note === 'Many points.')).toHaveLength(1);
  for (let point = 1; point <= 23; point += 1) {
    const name = new RegExp(`^The committee review ${point}:`);
    expect(said.filter((note) => name.test(note))).toHaveLength(1);
  }
  const rows = deck.slides.filter((slide) => slide.title.startsWith('Long and wide')).flatMap((slide) => slide.notes);
  expect(rows.filter((note) => note.includes('Column 2 39'))).toHaveLength(1);
});

describe('a chart in a PPTX', () => {
  const deck = composeDeck(english, template!);
  const bytes = writePptx(deck);
  const parts = openPackage(bytes);
  const charts = [...parts.keys()].filter((path) => path.startsWith('ppt/charts/chart'));

  it('is a chart of the program, with its numbers, units and words', () => {
    expect(charts).toHaveLength(deck.slides.filter((slide) => slide.kind === 'chart').length);
    const kinds = charts.map((path) => /<c:(barChart|lineChart|doughnutChart)>/.exec(parts.get(path)!)?.[1]);
    expect(new Set(kinds)).toEqual(new Set(['barChart', 'lineChart', 'doughnutChart']));
    const first = parts.get('ppt/charts/chart1.xml')!;
    expect(first).toContain('<c:v>31.4</c:v>');
    expect(first).toContain('<c:v>2022</c:v>');
    expect(first).toContain('formatCode="&quot;€&quot;#,##0.0&quot;m&quot;"');
    const frame = all([...parts.values()].join(''), /<p:graphicFrame>(.*?)<\/p:graphicFrame>/gs).find((xml) =>
      xml.includes('Revenue grew'),
    );
    expect(frame).toContain('2022 €31.4m, 2023 €35.0m');
  });
});

describe.each(someSystemTemplates.map((each) => [each.id, each.table, each] as const))(
  'tables of template %i (%s)',
  (_, kind, each) => {
    const deck = composeDeck(english, each);
    const parts = openPackage(writePptx(deck));
    const style = parts.get('ppt/tableStyles.xml')!;
    const id = /def="([^"]+)"/.exec(style)![1]!;

    it('have the table style of the deck, which is also the one for new tables', () => {
      expect(style).toContain(`<a:tblStyle styleId="${id}"`);
      const tables = all([...parts.values()].join(''), /<a:tbl>(.*?)<\/a:tbl>/gs);
      expect(tables).toHaveLength(deck.slides.filter((slide) => slide.kind === 'table').length);
      for (const table of tables) {
        expect(table).toMatch(/<a:tblPr firstRow="1" bandRow="1">/);
        expect(table).toContain(`<a:tableStyleId>${id}</a:tableStyleId>`);
        // A row that is added takes nothing from its neighbor that it must not have.
        expect(table).not.toMatch(/<a:tcPr[^>]*>(?:(?!<\/a:tc>).)*<a:(?:solidFill|lnB)/s);
      }
    });

    it('have colors, rules and bold letters in the style', () => {
      const part = (name: string): string => new RegExp(`<a:${name}>(.*?)</a:${name}>`, 's').exec(style)![1]!;
      const filled = kind === 'filled';
      expect(part('firstRow').includes('<a:fill>')).toBe(filled);
      expect(part('band2H').includes('<a:fill>')).toBe(filled);
      expect(part('firstRow').includes('<a:ln w="19050">')).toBe(!filled);
      expect(part('insideH').includes('<a:ln w="9525">')).toBe(!filled);
      expect(part('firstRow')).toContain('b="on"');
      expect(part('wholeTbl')).toContain('fontRef idx="minor"');
    });
  },
);

it('says how many slides and notes the deck has, with all parts that editors expect', () => {
  const deck = composeDeck(english, template!);
  const parts = openPackage(writePptx(deck));
  const app = parts.get('docProps/app.xml')!;
  expect(app).toContain(`<Slides>${deck.slides.length}</Slides><Notes>${deck.slides.length}</Notes>`);
  for (const name of ['presProps', 'viewProps', 'tableStyles']) expect(parts.has(`ppt/${name}.xml`)).toBe(true);
});
