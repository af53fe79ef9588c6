import type { Block } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { openPackage } from '../../src/slides/brand/package';
import { readTemplate } from '../../src/slides/brand/read-template';
import { filled, page, point } from './filled';
import { type BoxSpec, body, footers, type LayoutSpec, templateFile, title, usual } from './template-file';

const code = (...lines: string[]): Block => ({ kind: 'code', text: lines.join('\n') });
const EMU = 12_700;

interface Shape {
  xml: string;
  /** In points; undefined if the slide does not give it one. */
  box: { x: number; y: number; w: number; h: number } | undefined;
}

/** The shape of a placeholder on a slide. */
function shapeOf(slide: string, reference: string): Shape {
  const xml = slide.match(/<p:sp>.*?<\/p:sp>/gs)!.find((each) => each.includes(reference))!;
  const found = /<p:spPr><a:xfrm><a:off x="(\d+)" y="(\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"\/>/.exec(xml);
  const [x, y, w, h] = (found ?? []).slice(1).map((each) => Number(each) / EMU);
  return { xml, box: found ? { x: x!, y: y!, w: w!, h: h! } : undefined };
}

const sizesOf = (xml: string): number[] =>
  [...xml.matchAll(/<a:rPr[^>]* sz="(\d+)"[^>]*><a:latin typeface="Courier New"/g)].map(
    (match) => Number(match[1]) / 100,
  );
const shown = (xml: string): string[] => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map((match) => match[1]!);

describe('code', () => {
  const lines = ['for (const ship of arrivals) {', '  await berth(ship);', '', '}'];
  const { slides, parts } = filled({}, page('Berths', point('', 'Each ship gets a berth.'), code(...lines)));
  const { xml } = shapeOf(slides[1]!, '<p:ph idx="1"/>');

  it('is set in a monospaced face, line by line, without bullets', () => {
    expect(xml.match(/<a:latin typeface="Courier New"\/>/g)).toHaveLength(4);
    expect(xml.match(/<a:buNone\/>/g)).toHaveLength(4);
    expect(shown(xml)).toEqual([
      'Each ship gets a berth.',
      'for (const ship of arrivals) {',
      '\u00a0\u00a0await berth(ship);',
      '}',
    ]);
    expect(xml.match(/<a:endParaRPr[^>]* sz="2000"/g)).toHaveLength(1);
    // A little space between the text and the code.
    expect(xml.match(/<a:spcBef><a:spcPts val="(?:800|0)"\/>/g)).toEqual([
      '<a:spcBef><a:spcPts val="800"/>',
      ...Array.from({ length: 3 }, () => '<a:spcBef><a:spcPts val="0"/>'),
    ]);
  });

  it('is not read aloud', () => {
    expect(parts['ppt/notesSlides/notesSlide2.xml']).toContain('Each ship gets a berth.');
    expect(parts['ppt/notesSlides/notesSlide2.xml']).not.toContain('arrivals');
  });

  it.each([
    [20, 30],
    [16, 80],
    [12, 100],
    [12, 400],
  ])('has %i points at %i characters in a line', (size, length) => {
    const { slides: set } = filled({}, page('Code', code('x'.repeat(length))));
    expect(sizesOf(set[1]!)).toEqual([size]);
  });

  it('is never larger than the text of its placeholder', () => {
    const small: LayoutSpec = { ...usual.text, holders: [title(), body(1, undefined, 14)] };
    const { slides: set } = filled({ layouts: [usual.cover, small] }, page('Code', code('x = 1')));
    expect(sizesOf(set[1]!)).toEqual([14]);
  });

  it('continues on further slides, with every line once', () => {
    const many = Array.from({ length: 90 }, (_, at) => `line${at} = ${at}`);
    const { slides: set } = filled({}, page('Code', code(...many)));
    const pages = set.filter((each) => each.includes('Courier New'));
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.flatMap((each) => shown(each).filter((text) => text.startsWith('line')))).toEqual(many);
    // Lines of 20 pt in the 342 pt of the placeholder, which shrinks to 80 % at most.
    for (const each of pages) expect(shown(each).filter((text) => text.startsWith('line')).length).toBeLessThan(21);
  });

  it('with many empty lines is split too', () => {
    const { slides: set } = filled({}, page('Code', code('a', ...Array.from({ length: 60 }, () => ''), 'b')));
    for (const each of set) expect((each.match(/Courier New"\/><a:cs/g) ?? []).length).toBeLessThan(21);
  });
});

describe('the place of text', () => {
  const place = (box: BoxSpec, ...more: LayoutSpec['holders']): LayoutSpec => ({
    name: 'Text',
    holders: [title(), body(1, box, 24), ...more],
  });
  const long = page('Plan', ...Array.from({ length: 12 }, (_, at) => point(`Point ${at}`, 'Some words about it.')));
  const bodiesOf = (layout: LayoutSpec): Shape[] =>
    filled({ layouts: [usual.cover, layout] }, long)
      .slides.filter((each) => each.includes('<p:ph idx="1"/>'))
      .map((each) => shapeOf(each, '<p:ph idx="1"/>'));

  it.each<[string, LayoutSpec, { top?: number; bottom?: number; right?: number }]>([
    ['below the slide', place([66, 144, 828, 700]), { bottom: 540 - 18 }],
    ['over the footer', place([66, 144, 828, 390], ...footers()), { bottom: 505 }],
    ['over the slide number only', place([500, 144, 420, 390], ...footers()), { bottom: 505 }],
    [
      'over a footer at the top',
      place([66, 120, 828, 340], { type: 'ftr', idx: 9, box: [66, 118, 828, 24] }),
      { top: 142 },
    ],
    [
      'over a number at the right',
      place([66, 144, 828, 342], { type: 'sldNum', idx: 9, box: [850, 0, 110, 540] }),
      { right: 850 },
    ],
  ])('that reaches %s ends before', (_, layout, { top, bottom, right }) => {
    const bodies = bodiesOf(layout);
    expect(bodies.length).toBeGreaterThan(1);
    for (const { box } of bodies) {
      if (bottom !== undefined) expect(box!.y + box!.h).toBeCloseTo(bottom, 0);
      if (top !== undefined) expect(box!.y).toBeCloseTo(top, 0);
      if (right !== undefined) expect(box!.x + box!.w).toBeCloseTo(right, 0);
    }
  });

  it('is inherited where nothing is in its way', () => {
    for (const { xml } of bodiesOf(place([66, 144, 828, 342], ...footers()))) expect(xml).toContain('<p:spPr/>');
  });

  it('may cover a footer that slides do not show', () => {
    const empty = { type: 'ftr', idx: 9, box: [66, 440, 828, 24], content: '<a:p/>' } as const;
    for (const { xml } of bodiesOf(place([66, 144, 828, 342], empty))) expect(xml).toContain('<p:spPr/>');
  });

  it('holds less text if it is cut', () => {
    const read = (layout: LayoutSpec) =>
      readTemplate(openPackage(templateFile({ layouts: [layout] }))).layouts[0]!.placeholders[1]!.box!.h;
    expect(read(place([66, 144, 828, 700]))).toBeCloseTo(378, 0);
    expect(read(place([66, 144, 828, 390], ...footers()))).toBeCloseTo(361, 0);
  });

  it('of tables ends before the footer, too', () => {
    const rows = Array.from({ length: 30 }, (_, at) => [`Name ${at}`, `Owner ${at}`, 'Some words']);
    const outline = page('People', { kind: 'table', header: ['Name', 'Owner', 'Note'], rows });
    const { slides } = filled({ layouts: [usual.cover, place([66, 144, 828, 390], ...footers())] }, outline);
    const tables = slides.flatMap(
      (each) =>
        /<p:xfrm><a:off x="\d+" y="(\d+)"\/><a:ext cx="\d+" cy="(\d+)"\/>/.exec(each)?.slice(1).map(Number) ?? [],
    );
    expect(tables.length).toBeGreaterThan(2);
    for (let at = 0; at < tables.length; at += 2)
      expect((tables[at]! + tables[at + 1]!) / EMU).toBeLessThanOrEqual(505.5);
  });

  it('of a title that is parked outside the slide is not brought back', () => {
    const parked: LayoutSpec = { name: 'Parked', holders: [title([66, 530, 828, 100]), body(1)] };
    expect(() => fillTemplate({ file: templateFile({ layouts: [parked] }), outline: long })).toThrow(
      /outside the slide/,
    );
  });
});
