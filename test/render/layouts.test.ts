import { composeDeck } from '../../src/slides/render/compose';
import { writePptx } from '../../src/slides/render/pptx/package';
import { inheritedRun, placeholder, slidesOf, stylesOf } from './inherited';
import { all, openPackage } from './open-package';
import { chinese, english } from './samples';
import { someTemplates as templates } from './some-templates';
import { child, descendants, number, parseXml, type XmlNode } from './xml-tree';

const layoutName = (layout: XmlNode): string => descendants(layout, 'p:cSld')[0]!.attributes.name!;
const types = (node: XmlNode): string[] => descendants(node, 'p:ph').map((each) => each.attributes.type ?? 'obj');

describe.each(templates.map((template) => [template.id, template] as const))('layouts of suit %i', (_, template) => {
  const parts = openPackage(writePptx(composeDeck(english, template)));
  const slides = slidesOf(parts);
  const layouts = [...parts].filter(([path]) => /slideLayouts\/slideLayout\d+\.xml$/.test(path));

  it('are those that a user expects, with placeholders', () => {
    const made = layouts.map(([, xml]) => parseXml(xml));
    expect(made.map(layoutName)).toEqual([
      ...[
        'Title',
        'Contents',
        'Section',
        'Title and text',
        'Two contents',
        'Comparison',
        'Points',
        'Big number',
        'Quote',
      ],
      ...['Table', 'Chart', 'Image and text', 'Image with caption', 'Full image', 'Timeline', 'Blank', 'Closing'],
    ]);
    const kinds = new Set(made.flatMap(types));
    for (const kind of ['title', 'subTitle', 'body', 'tbl', 'chart', 'pic', 'ftr', 'sldNum', 'dt'])
      expect(kinds).toContain(kind);
    for (const layout of made) {
      const ids = descendants(layout, 'p:cNvPr').map((each) => each.attributes.id);
      expect(new Set(ids).size).toBe(ids.length);
      const indexes = descendants(layout, 'p:ph').map((each) => each.attributes.idx);
      expect(new Set(indexes).size).toBe(indexes.length);
    }
  });

  it('are used by slides of their kind, each placeholder at most once', () => {
    const used = new Set(slides.map(({ layout }) => layoutName(layout)));
    for (const name of ['Title', 'Section', 'Title and text', 'Quote', 'Table', 'Chart', 'Closing'])
      expect(used).toContain(name);
    for (const { slide, layout } of slides) {
      const known = descendants(layout, 'p:ph').map((each) => `${each.attributes.type} ${each.attributes.idx}`);
      const wanted = descendants(slide, 'p:ph').map((each) => `${each.attributes.type} ${each.attributes.idx}`);
      expect(new Set(wanted).size).toBe(wanted.length);
      for (const each of wanted) expect(known).toContain(each);
      for (const frame of descendants(slide, 'p:graphicFrame')) expect(types(frame)[0]).toMatch(/tbl|chart/);
      for (const group of descendants(slide, 'p:grpSp')) expect(types(group)).toEqual([]);
    }
  });

  it('give the titles of content slides the size of the master; stages have their own', () => {
    const path = 'ppt/slideMasters/slideMaster1.xml';
    const changed = parts.get(path)!.replace(/(<p:titleStyle>.*?sz=")\d+/s, '$13300');
    const after = slidesOf(new Map([...parts, [path, changed]]));
    const own = new Set<string>();
    for (const each of after) {
      const title = descendants(each.slide, 'p:sp').find((shape) => placeholder(shape)?.attributes.type === 'title')!;
      expect(descendants(title, 'a:rPr').some((run) => run.attributes.sz)).toBe(false);
      expect(
        descendants(title, 'a:lstStyle')[0]!.children.some((level) => child(level, 'a:defRPr')?.attributes.sz),
      ).toBe(false);
      const size = inheritedRun(each, title, 0, undefined).find((style) => style.attributes.sz);
      if (size?.attributes.sz !== '3300') own.add(layoutName(each.layout));
    }
    expect([...own].sort()).toEqual(['Closing', 'Contents', 'Section', 'Title']);
  });

  it('give texts their styles: no run repeats one, and lines are spaced in percent', () => {
    for (const each of slides) {
      for (const shape of descendants(each.slide, 'p:sp')) {
        for (const run of descendants(shape, 'a:rPr')) {
          expect(
            Object.keys(run.attributes).filter((key) => !['lang', 'altLang', 'dirty', 'noProof'].includes(key)),
          ).toEqual([]);
          expect(run.children).toEqual([]);
        }
        for (const paragraph of descendants(shape, 'a:p').filter((one) => descendants(one, 'a:t').length > 0)) {
          const level = number(child(paragraph, 'a:pPr'), 'lvl');
          const spacing = stylesOf(each, shape, level).find((style) => child(style, 'a:lnSpc'));
          expect(child(spacing, 'a:lnSpc', 'a:spcPct')).toBeDefined();
        }
      }
      expect(descendants(each.slide, 'a:br')).toEqual([]);
    }
  });
});

describe.each([
  ['English', english],
  ['Chinese', chinese],
] as const)('an %s deck', (_, outline) => {
  it.each(['standard', 'pro'] as const)('in %s layout can be edited: few fragments, groups, charts', (layout) => {
    for (const template of templates) {
      const parts = openPackage(writePptx(composeDeck(outline, template, layout)));
      const slides = slidesOf(parts);
      // Titles, footers and numbers have one paragraph in every program.
      const frames = slides.flatMap(({ slide }) =>
        descendants(slide, 'p:sp')
          .filter((shape) => !/title|ftr|sldNum/.test(placeholder(shape)?.attributes.type ?? ''))
          .filter((shape) => descendants(shape, 'a:t').length > 0),
      );
      const several = frames.filter((body) => descendants(body, 'a:p').length > 1);
      expect(several.length / frames.length).toBeGreaterThan(0.3);
      expect(slides.flatMap(({ slide }) => descendants(slide, 'p:grpSp')).length).toBeGreaterThan(10);
      expect(new Set(slides.map(({ layout: used }) => layoutName(used))).size).toBeGreaterThan(6);
      expect([...parts.keys()].filter((path) => path.startsWith('ppt/charts/chart')).length).toBeGreaterThan(3);
      expect(slides.every(({ slide }) => types(slide).includes('title'))).toBe(true);
      expect(all([...parts.values()].join(''), /(<p:ph type="body")/g).length).toBeGreaterThan(6);
    }
  });
});

describe('what a user finds in a PPTX', () => {
  const created = new Date('2026-03-05T07:08:09.123Z');
  const deck = composeDeck({ ...english, byline: 'Ada Byron · 5 March 2026' }, templates[0]!);
  const parts = openPackage(writePptx(deck, { created }));

  it('sections by chapter hold every slide once, in order', () => {
    const presentation = parseXml(parts.get('ppt/presentation.xml')!);
    const sections = descendants(presentation, 'p14:section');
    expect(sections.map((each) => each.attributes.name)).toEqual([
      'Opening',
      ...english.chapters.map((each) => each.title),
      'Closing',
    ]);
    expect(descendants(presentation, 'p14:sldId').map((each) => each.attributes.id)).toEqual(
      descendants(presentation, 'p:sldId').map((each) => each.attributes.id),
    );
    expect(new Set(sections.map((each) => each.attributes.id)).size).toBe(sections.length);
  });

  it('the contents link to the first slide of each chapter', () => {
    const contents = parseXml(parts.get('ppt/slides/slide2.xml')!);
    const links = descendants(contents, 'a:hlinkClick').map((each) => each.attributes['r:id']!);
    const rels = parts.get('ppt/slides/_rels/slide2.xml.rels')!;
    const targets = links.map(
      (id) => new RegExp(`Id="${id}" Type="[^"]+/slide" Target="slide(\\d+).xml"`).exec(rels)?.[1],
    );
    expect(targets).toEqual(deck.chapters.map(({ from }) => String(from + 1)));
    expect(targets).toHaveLength(english.chapters.length);
  });

  it('true dates, the author, and a theme named in the language of the deck', () => {
    const core = parts.get('docProps/core.xml')!;
    expect(core).toContain('<dc:creator>Ada Byron</dc:creator>');
    expect(all(core, />(2026-03-05T07:08:09Z)</g)).toHaveLength(2);
    expect(parts.get('ppt/theme/theme1.xml')).toContain(`name="${templates[0]!.english}"`);
    expect(openPackage(writePptx(deck)).get('docProps/core.xml')).not.toContain('dcterms:created');
  });
});
