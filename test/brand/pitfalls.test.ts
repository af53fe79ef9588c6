/** The ways in which programs fail on templates of designers, one test or more for each. */
import { unzipSync } from 'fflate';
import type { Block, Outline } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { openPackage } from '../../src/slides/brand/package';
import { readTemplate } from '../../src/slides/brand/read-template';
import { reportTemplate } from '../../src/slides/brand/report';
import { Ruler } from '../../src/slides/brand/ruler';
import { english } from '../render/samples';
import { filled, page, point, textOf } from './filled';
import { body, type FileSpec, holder, type LayoutSpec, rectangle, templateFile, title, usual } from './template-file';

const { cover, text, section, two, titleOnly } = usual;
const layoutsOf = (spec: FileSpec) => readTemplate(openPackage(templateFile(spec))).layouts;
const named = (layout: LayoutSpec, name: string): LayoutSpec => ({ ...layout, name });
const numbers = (name: string, first: number): Block => ({
  kind: 'table',
  header: ['Year', name],
  rows: [2022, 2023, 2024, 2025].map((year, at) => [String(year), String(first + at)]),
});

describe('1: positions are inherited', () => {
  it('by kind, whatever idx the master uses', () => {
    const layout: LayoutSpec = {
      name: 'Text',
      holders: [{ type: 'ctrTitle' }, body(33), { type: 'subTitle', idx: 44 }, { type: 'sldNum', idx: 55 }],
    };
    const [{ placeholders, footers: shown }] = layoutsOf({ layouts: [layout] }) as [ReturnType<typeof layoutsOf>[0]];
    const body1 = { x: 66, y: 144, w: 828, h: 342 };
    expect(placeholders.map(({ box, inherited }) => [box, inherited])).toEqual([
      [{ x: 66, y: 29, w: 828, h: 104 }, true],
      [body1, true],
      [body1, true],
    ]);
    expect(Object.keys(shown)).toEqual(['sldNum']);
  });

  it('also by footers, which text then ends above', () => {
    const low: LayoutSpec = {
      name: 'Text',
      holders: [title(), body(1, [66, 144, 828, 390]), { type: 'sldNum', idx: 77 }],
    };
    expect(layoutsOf({ layouts: [low] })[0]!.placeholders[1]!.box).toEqual({ x: 66, y: 144, w: 828, h: 361 });
  });
});

describe('2: the order of layouts is arbitrary', () => {
  const orders = [cover, text, section].flatMap((first, _at, all) => {
    const [second, third] = all.filter((each) => each !== first);
    return [
      [first, second!, third!],
      [first, third!, second!],
    ];
  });

  it.each(orders.map((order) => [order.map(({ name }) => name).join(', '), order] as const))('%s', (_, layouts) => {
    const { mapping } = reportTemplate(templateFile({ layouts }));
    const nameOf = (number: number | null) => layouts[number! - 1]!.name;
    expect([mapping!.cover, mapping!.text, mapping!.section].map(nameOf)).toEqual([
      cover.name,
      text.name,
      section.name,
    ]);
  });
});

describe('3: names are in any language', () => {
  const layouts = [named(cover, 'Úvodní snímek'), named(text, 'Titel, Inhalt'), named(two, '제목 및 내용')];

  it('so that roles do not depend on them', () => {
    expect(reportTemplate(templateFile({ layouts })).mapping).toMatchObject({ cover: 1, text: 2, twoColumns: 3 });
  });

  it.each(['Titel, Inhalt', 'Úvodní snímek', '제목 및 내용'])(
    'and roles can name %s, in both ways to write it',
    (name) => {
      for (const written of [name.normalize('NFC'), name.normalize('NFD'), ` ${name} `]) {
        const { mapping } = reportTemplate(templateFile({ layouts }), { section: written });
        expect(layouts[mapping!.section! - 1]!.name).toBe(name);
      }
    },
  );
});

describe('4: footers are copied to slides', () => {
  const empty = (kind: string, idx: number) => ({ type: kind, idx, content: '<a:p/>' });
  const slotted: LayoutSpec = {
    name: 'Text',
    holders: [title(), body(1), empty('dt', 10), empty('ftr', 11), empty('sldNum', 12)],
  };
  const footer = (words: string) => holder({ type: 'ftr', idx: 11, text: words }, 30);

  it('with the text of the example slides where the layout has an empty slot', () => {
    const spec: FileSpec = {
      layouts: [cover, slotted],
      examples: [{ layout: 1 }, { layout: 2, shapes: footer('Acme 2026') }, { layout: 2, shapes: footer('Acme 2026') }],
    };
    const { slides } = filled(spec, page('Plan', point('Pilot')));
    expect(slides[1]).toMatch(/<p:ph type="ftr" idx="11"\/>.*<a:t>Acme 2026<\/a:t>/s);
    expect(slides[1]).not.toContain('type="dt"');
    expect(slides[1]).toMatch(/<p:ph type="sldNum" idx="12"\/>/);
  });

  it('but no text that only one of several example slides has', () => {
    const examples = [
      { layout: 2, shapes: footer('Sales') },
      { layout: 2, shapes: footer('Research') },
    ];
    expect(filled({ layouts: [cover, slotted], examples }, page('Plan')).slides.join('')).not.toMatch(/Sales|Research/);
  });

  it.each(['Footer', '<footer>', 'Fußzeile'])('and a footer that says only %s is empty', (words) => {
    const sample: LayoutSpec = {
      name: 'Text',
      holders: [title(), body(1), { type: 'ftr', idx: 11, text: words.replace('<', '&lt;') }],
    };
    expect(filled({ layouts: [cover, sample] }, page('Plan')).slides[1]).not.toContain('type="ftr"');
  });

  it('unless the flags of the file hide them', () => {
    const spec: FileSpec = { masters: [{ layouts: [cover, text], hf: '<p:hf sldNum="0" dt="0"/>' }] };
    const [, slide] = filled(spec, page('Plan')).slides;
    expect(slide).toContain('Acme confidential');
    expect(slide).not.toMatch(/type="(?:dt|sldNum)"/);
  });
});

describe('5: masters are light and dark', () => {
  const map = (bg: string, tx: string): string =>
    `bg1="${bg}" tx1="${tx}" bg2="lt2" tx2="dk2" ${[1, 2, 3, 4, 5, 6].map((at) => `accent${at}="accent${at}"`).join(' ')} hlink="hlink" folHlink="folHlink"`;
  const chartIn = (layout: LayoutSpec): string => {
    const { parts } = filled({ layouts: [cover, layout] }, page('Sales', numbers('Sales', 10)));
    return Object.entries(parts).find(([path]) => /charts\/chart\d+\.xml$/.test(path))![1];
  };

  it('and a deck stays with one', () => {
    const dark = { colorMap: { bg1: 'dk1', tx1: 'lt1' } };
    const spec: FileSpec = { masters: [{ layouts: [cover, section] }, { layouts: [cover, text, section], ...dark }] };
    const { mapping, layouts } = reportTemplate(templateFile(spec));
    const used = ['section', 'text', 'contents'] as const;
    expect(used.map((job) => layouts[mapping![job]! - 1]!.master)).toEqual([2, 2, 2]);
  });

  it('a layout can have a color map of its own, which slides repeat and charts follow', () => {
    const light = chartIn(text);
    const dark = chartIn({ ...text, colorMap: map('dk1', 'lt1') });
    const { slides } = filled({ layouts: [cover, { ...text, colorMap: map('dk1', 'lt1') }] }, page('Plan'));
    expect(slides[1]).toContain('<a:overrideClrMapping bg1="dk1"');
    // Bars are a little darker than a light page, and a little lighter than a dark one.
    const bars = (xml: string): string => /<c:spPr><a:solidFill>(.*?)<\/a:solidFill>/.exec(xml)![1]!;
    expect(bars(light)).toMatch(/^<a:schemeClr val="bg1"><a:lumMod val="[89]\d+"\/><\/a:schemeClr>$/);
    expect(bars(dark)).toMatch(
      /^<a:schemeClr val="bg1"><a:lumMod val="\d+"\/><a:lumOff val="[12]\d{4}"\/><\/a:schemeClr>$/,
    );
  });

  it('small type next to charts can be read on the page, whatever color the text has', () => {
    const unreadable: LayoutSpec = { ...text, holders: [title(), { idx: 1, color: 'F0F0F0' }] };
    const source = { ...page('Sales', numbers('Sales', 10), point('', 'Source: annual report.')) };
    const { slides } = filled({ layouts: [cover, unreadable] }, source);
    const caption = /<p:cNvPr id="\d+" name="Caption.*?<\/p:sp>/s.exec(slides.join(''))![0];
    expect(caption).toMatch(/<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="6\d+"\/><a:lumOff val="3\d+"\/>/);
  });
});

describe('6: the design is on example slides', () => {
  const box = holder({ type: 'body', text: 'Drawn' }, 40).replace(/<p:ph[^>]*>/, '');
  const drawn = [{ layout: 1, shapes: box + rectangle(41) }, { layout: 1, shapes: rectangle(41) }, { layout: 1 }];
  const empty: LayoutSpec = { name: 'Empty', holders: [] };

  it('so that a file whose layouts are empty is refused with the remedy', () => {
    const { refusal } = reportTemplate(templateFile({ layouts: [empty], examples: drawn }));
    expect(refusal).toMatch(/Layouts: "Empty": blank\. The design is on example slides \(2\).*Slide Master/);
    expect(reportTemplate(templateFile({ layouts: [empty] })).refusal).not.toContain('example slides');
  });

  it('and where layouts can be used, the report says what decks lack', () => {
    const background = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg2"/></p:bgRef></p:bg>';
    const { notes } = reportTemplate(templateFile({ examples: [...drawn, { layout: 2, background }] }));
    expect(notes).toContain('Example slides with shapes of their own (2): move shapes that decks need to a layout.');
    expect(notes).toContain('Example slides with a background of their own (1): move it to a layout.');
  });
});

describe('7: the area of a placeholder is kept', () => {
  const points = page('Plan', ...Array.from({ length: 10 }, (_, at) => point(`Point ${at}`, 'Some words about it.')));
  const slidesIn = (layout: LayoutSpec): number => filled({ layouts: [cover, layout] }, points).slides.length;

  it('with its own position, and the margins inside', () => {
    const at = (holders: LayoutSpec['holders']): number => slidesIn({ name: 'Text', holders: [title(), ...holders] });
    const whole = at([body(1)]);
    expect(at([body(1, [66, 144, 828, 150])])).toBeGreaterThan(whole);
    expect(at([{ ...body(1), body: `tIns="${100 * 12_700}" bIns="${100 * 12_700}"` }])).toBeGreaterThan(whole);
  });
});

describe('8: parts of example slides are not shared', () => {
  const spec: FileSpec = {
    examples: [{ layout: 2, chart: true, notes: true }],
    presentation: {
      after:
        '<p:custShowLst><p:custShow name="Old" id="0"><p:sldLst/></p:custShow></p:custShowLst><p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="Old"/></p14:sectionLst></p:ext></p:extLst>',
      links: [
        ['rId300', 'presProps', 'presProps.xml'],
        ['rId301', 'commentAuthors', 'commentAuthors.xml'],
      ],
    },
    extra: {
      'ppt/presProps.xml':
        '<p:presentationPr xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:showPr loop="1"><p:present/><p:custShow id="0"/><p:penClr><a:srgbClr val="FF0000"/></p:penClr></p:showPr></p:presentationPr>',
      'ppt/commentAuthors.xml':
        '<p:cmAuthorLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cmAuthor id="1" name="Ann Author" initials="AA" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>',
    },
  };
  const { parts } = filled(spec, {
    ...page('Sales', numbers('Sales', 10), numbers('Cost', 60)),
  });

  it('every chart has a workbook of its own', () => {
    const charts = Object.entries(parts).filter(([path]) => /charts\/_rels/.test(path));
    const books = charts.map(([, links]) => /embeddings\/[^"]+/.exec(links)![0]);
    expect(new Set(books).size).toBe(2);
    expect(Object.keys(parts).filter((path) => path.includes('embeddings/'))).toHaveLength(2);
  });

  it('sections, custom shows and the start of the show do not point to slides that are gone', () => {
    expect(parts['ppt/presentation.xml']).not.toMatch(/sectionLst|custShow/);
    expect(parts['ppt/presProps.xml']).toContain('<p:showPr loop="1"><p:present/><p:penClr>');
    expect(parts['ppt/presProps.xml']).not.toContain('custShow');
  });

  it('the names of those who commented on them are not in decks', () => {
    expect(Object.values(parts).join('')).not.toContain('Ann Author');
    expect(parts['[Content_Types].xml']).not.toContain('commentAuthors');
  });
});

describe('9: images behind slides', () => {
  const image = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251);
  const fill = '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId50"/></a:blipFill><a:effectLst/></p:bgPr></p:bg>';
  const spec: FileSpec = {
    layouts: [cover, { ...text, background: fill, links: [['rId50', 'image', '../media/back.png']] }],
    extra: { 'ppt/media/back.png': image },
  };

  it('of a layout are in the deck once, for all its slides', () => {
    const file = templateFile(spec);
    const deck = fillTemplate({ file, outline: english });
    const media = Object.entries(unzipSync(deck)).filter(([path]) => path.includes('media/back'));
    expect(media.map(([, bytes]) => Buffer.from(bytes).equals(Buffer.from(image)))).toEqual([true]);
    expect(deck.length - file.length).toBeLessThan(image.length);
  });
});

describe('10: shrunk text keeps its size', () => {
  const lines = page('Plan', ...Array.from({ length: 8 }, (_, at) => point(`Number ${at} with a few words`)));
  const low = { ...text, holders: [title(), body(1, [66, 144, 828, 300])] };
  const { slides } = filled({ layouts: [cover, low] }, lines);

  it('because it is in the text, not a percentage that programs compute again', () => {
    expect(slides.join('')).not.toContain('fontScale');
    const sizes = [...slides[1]!.matchAll(/<a:rPr[^>]* sz="(\d+)"/g)].map((match) => Number(match[1]));
    expect(new Set(sizes).size).toBe(1);
    expect(sizes[0]).toBeLessThan(2800);
    expect(sizes[0]).toBeGreaterThanOrEqual(1960);
    expect(slides[1]).toMatch(/<a:spcBef><a:spcPts val="\d+"\/><\/a:spcBef>/);
  });

  it('while text that fits has the size of the template', () => {
    const few = Array.from({ length: 7 }, (_, at) => point(`Few words ${at}`));
    expect(filled({}, page('Plan', ...few)).slides[1]).not.toMatch(/ sz="/);
  });

  it('and fonts whose widths are unknown are named in the report', () => {
    const file = templateFile({ masters: [{ layouts: [cover, text], fonts: ['Acme Sans', 'Arial'] }] });
    expect(reportTemplate(file).notes.join(' ')).toMatch(/estimated for Acme Sans:/);
  });
});

describe('11: fixed colors do not follow the theme', () => {
  it('so the report counts them', () => {
    const bars = rectangle(20) + rectangle(21, '112233');
    const file = templateFile({ layouts: [cover, { ...text, shapes: bars }, { ...titleOnly, shapes: rectangle(22) }] });
    const { masters, notes } = reportTemplate(file);
    expect(masters[0]!.fixedColors).toBe(3);
    expect(notes).toContain('3 colors in masters and layouts do not follow the theme.');
    expect(reportTemplate(templateFile({ layouts: [cover, text] })).notes.join(' ')).not.toContain('follow the theme');
  });
});

describe('12: names and placeholders that people can work with', () => {
  it('are in the notes where names are the same or were made by copying', () => {
    const layouts = [cover, text, named(two, text.name), named(section, '1_Custom Layout'), named(titleOnly, ' ')];
    const notes = reportTemplate(templateFile({ layouts })).notes.join('\n');
    expect(notes).toContain('Layouts with the same name (2, 3)');
    expect(notes).toContain('Layouts with names that say nothing (4, 5)');
  });

  it('and not where they are fine', () => {
    expect(reportTemplate(templateFile({})).notes.join('\n')).not.toContain('Layouts with');
  });

  it('titles and footers are in placeholders, and nothing has a color or font that is not from the theme', () => {
    const outline: Outline = english;
    const { slides } = filled({}, outline);
    for (const slide of slides) {
      expect(slide).toMatch(/<p:ph type="(?:title|ctrTitle)"/);
      expect(slide).not.toMatch(/srgbClr|typeface="(?!\+m|Courier New|Arial")/);
      expect(textOf(slide)).not.toMatch(/Sample|Click to/);
    }
  });
});

describe('13: what a design has besides its places', () => {
  const cards = page('Risks', point('Budget', 'Too small.'), point('Team', 'Too new.'), point('Time', 'Too short.'));

  it('is kept: a layout with a title elsewhere does not replace that of the content', () => {
    const aside: LayoutSpec = { ...text, holders: [title([300, 29, 600, 104]), body(1, [300, 144, 600, 342])] };
    const panel = { ...aside, shapes: rectangle(20, 'F2E9E4', [0, 0, 260, 540]) };
    const { parts } = filled({ layouts: [cover, panel, titleOnly] }, cards);
    expect(parts['ppt/slides/_rels/slide2.xml.rels']).toContain('slideLayout2.xml');
    expect(filled({ layouts: [cover, text, titleOnly] }, cards).parts['ppt/slides/_rels/slide2.xml.rels']).toContain(
      'slideLayout3.xml',
    );
  });

  it('a pale accent becomes darker, in its own hue', () => {
    const rows = ['North', 'South', 'East'].map((name, at) => [name, String(10 + at), String(20 + at)]);
    const outline = page('Sales', { kind: 'table', header: ['Place', '2024', '2025'], rows });
    const masters = [{ layouts: [cover, text], colors: { accent2: 'D8F0A0' } }];
    const second = /accent2">((?:(?!<\/a:schemeClr>).)*)/.exec(
      filled({ masters }, outline).parts['ppt/charts/chart1.xml']!,
    );
    expect(second![1]).toContain('<a:lumMod');
    expect(second![1]).not.toMatch(/hueOff|satMod/);
  });

  it('hanzi are as wide in every font', () => {
    const style = {
      ...readTemplate(openPackage(templateFile({ layouts: [text] }))).layouts[0]!.placeholders[0]!.levels[0]!,
    };
    const ruler = new Ruler('zh');
    const width = (words: string, typeface: string): number => ruler.width(words, { ...style, typeface });
    expect(width('本季度收入增长', 'Unknown Sans')).toBe(width('本季度收入增长', 'Arial'));
    expect(width('Revenue', 'Unknown Sans')).toBeGreaterThan(width('Revenue', 'Arial') * 1.1);
  });
});
