import type { Block } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { openPackage } from '../../src/slides/brand/package';
import { readTemplate } from '../../src/slides/brand/read-template';
import { filled, page, point, textOf } from './filled';
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

describe('code', () => {
  const lines = ['for (const ship of arrivals) {', '  await berth(ship);', '', '}'];
  const { slides, parts } = filled({}, page('Berths', point('', 'Each ship gets a berth.'), code(...lines)));

  it('is set in a monospaced face, line by line, next to its text', () => {
    expect(slides[1]!.match(/<a:latin typeface="Courier New"\/>/g)!.length).toBeGreaterThan(0);
    expect(textOf(slides[1]!)).toContain('Each ship gets a berth.');
    expect(textOf(slides[1]!).replaceAll('\u00a0', ' ')).toContain('  await berth(ship);');
  });

  it('is not read aloud', () => {
    expect(parts['ppt/notesSlides/notesSlide2.xml']).toContain('Each ship gets a berth.');
    expect(parts['ppt/notesSlides/notesSlide2.xml']).not.toContain('arrivals');
  });

  it('continues on further slides, with every line once', () => {
    const many = Array.from({ length: 90 }, (_, at) => `line${at} = ${at}`);
    const pages = filled({}, page('Code', code(...many))).slides.filter((each) => each.includes('Courier New'));
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.flatMap((each) => textOf(each).match(/line\d+ = \d+/g) ?? [])).toEqual(many);
  });
});

describe('the place of text', () => {
  const place = (box: BoxSpec, ...more: LayoutSpec['holders']): LayoutSpec => ({
    name: 'Text',
    holders: [title(), body(1, box, 24), ...more],
  });
  const long = page('Plan', ...Array.from({ length: 24 }, (_, at) => point(`Point ${at}`)));
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
