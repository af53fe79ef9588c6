/** Templates of different make, and what decks can do with each. */
import {
  allUsual,
  type BoxSpec,
  body,
  type FileSpec,
  footers,
  type LayoutSpec,
  picture,
  rectangle,
  templateFile,
  title,
  usual,
} from './template-file';

export interface Made {
  name: string;
  file: Uint8Array;
  /** Layout numbers of the mapping, or the reason of the refusal. */
  expected: Readonly<Record<string, number | null>> | RegExp;
}

const { cover, text, section, two, titleOnly, blank, picture: pictured } = usual;
const made = (name: string, spec: FileSpec, expected: Made['expected']): Made => ({
  name,
  file: templateFile(spec),
  expected,
});
const untyped = ({ type: _, ...layout }: LayoutSpec): LayoutSpec => layout;
const named = (layout: LayoutSpec, name: string): LayoutSpec => ({ ...layout, name });
const bare = (layout: LayoutSpec): LayoutSpec => ({
  ...layout,
  holders: layout.holders.filter((each) => !['dt', 'ftr', 'sldNum'].includes(each.type ?? '')),
});
const narrow = ({ holders, ...layout }: LayoutSpec): LayoutSpec => ({
  ...layout,
  holders: holders.map((each) =>
    each.box ? { ...each, box: [each.box[0] * 0.75, each.box[1], each.box[2] * 0.75, each.box[3]] } : each,
  ),
});
const standard = { cover: 1, contents: 2, section: 3, text: 2, twoColumns: 4, comparison: 5, data: 2, closing: 1 };
const mastersOf = (...all: LayoutSpec[]) => all;
const dark = { colorMap: { bg1: 'dk1', tx1: 'lt1', bg2: 'dk2', tx2: 'lt2' } };
const bar = (id: number, box: BoxSpec, hue: number): string =>
  rectangle(id, ['102040', 'E0A020', '802020'][hue % 3], box);
const picturesOnly: LayoutSpec = {
  name: 'Photo',
  holders: [title([40, 20, 880, 60]), { type: 'pic', idx: 1, box: [40, 90, 880, 400] }],
};
const example = {
  background: '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId2"/></a:blipFill><a:effectLst/></p:bgPr></p:bg>',
  picture: true,
};

export const corpus: readonly Made[] = [
  made('the usual layouts', {}, standard),
  made('a .pptx without the template type', { template: false }, standard),
  made(
    'localized names',
    {
      layouts: mastersOf(named(cover, 'Úvodní snímek'), named(text, 'Nadpis a obsah'), named(section, 'Záhlaví části')),
    },
    { cover: 1, text: 2, section: 3, twoColumns: null },
  ),
  made(
    'names with commas',
    { layouts: mastersOf(named(text, 'Title, Content'), named(two, 'Title, 2 Content'), named(cover, 'Title, Slide')) },
    { cover: 3, text: 1, twoColumns: 2 },
  ),
  made('the same name for all layouts', { layouts: allUsual.map((each) => named(each, 'Layout')) }, standard),
  made('section first', { layouts: [section, titleOnly, text, cover] }, { cover: 4, section: 1, text: 3 }),
  made(
    'reversed order',
    { layouts: [...allUsual].reverse() },
    { cover: 8, text: 7, section: 6, twoColumns: 5, comparison: 4 },
  ),
  made('three layouts', { layouts: [cover, text, titleOnly] }, { cover: 1, text: 2, section: 2, twoColumns: null }),
  made('only title and content', { layouts: [text] }, { text: 1, cover: null, section: 1, closing: null }),
  made('no type attribute of layouts', { layouts: allUsual.map(untyped) }, standard),
  made(
    'two masters, light and dark',
    { masters: [{ layouts: [cover, text, section] }, { layouts: [cover, text, two], ...dark }] },
    { cover: 1, text: 2, section: 3, twoColumns: 6 },
  ),
  made(
    'a master for covers only',
    { masters: [{ layouts: [cover], ...dark }, { layouts: [text, section] }] },
    { cover: 1, text: 2, section: 3 },
  ),
  made('a dark master', { masters: [{ layouts: allUsual, ...dark }] }, standard),
  made(
    'a color map of one layout',
    {
      layouts: [
        cover,
        {
          ...text,
          colorMap:
            'bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"',
        },
      ],
    },
    { cover: 1, text: 2 },
  ),
  made(
    'flags that hide date and footer',
    { masters: [{ layouts: allUsual, hf: '<p:hf hdr="0" ftr="0" dt="0"/>' }] },
    standard,
  ),
  made('no footers', { layouts: allUsual.map(bare) }, standard),
  made('no footers on covers', { presentation: { attributes: 'showSpecialPlsOnTitleSld="0"' } }, standard),
  made(
    'a body with an area of its own',
    { layouts: [cover, { ...text, holders: [title(), body(13, [300, 150, 560, 320], 20), ...footers()] }] },
    { text: 2 },
  ),
  made(
    'other idx values than the master',
    { layouts: [cover, { ...text, holders: [title(), body(27), ...footers(40)] }] },
    { text: 2 },
  ),
  made(
    'a chart on an example slide',
    { examples: [{ layout: 1 }, { layout: 2, chart: true, notes: true }, { layout: 1 }], notesMaster: true },
    standard,
  ),
  made(
    'images behind example slides',
    {
      examples: [
        { layout: 1, ...example },
        { layout: 2, ...example, shapes: rectangle(9) },
      ],
    },
    standard,
  ),
  made(
    'example slides that show another cover',
    { layouts: [cover, text, named(cover, 'Cover with photo')], examples: [{ layout: 3 }, { layout: 2 }] },
    { cover: 3, text: 2 },
  ),
  made(
    'example slides that show the closing',
    { layouts: [cover, text, named(cover, 'End')], examples: [{ layout: 1 }, { layout: 2 }, { layout: 3 }] },
    { cover: 1, closing: 3 },
  ),
  made(
    'fixed colors',
    {
      masters: [
        {
          layouts: allUsual.map((each) => ({ ...each, shapes: rectangle(50) })),
          background:
            '<p:bg><p:bgPr><a:solidFill><a:srgbClr val="101820"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>',
        },
      ],
    },
    standard,
  ),
  made(
    '4:3',
    {
      page: [720, 540],
      masters: [
        {
          layouts: allUsual.map(narrow),
          holders: [title([50, 29, 620, 104], 40), { type: 'body', idx: 1, box: [50, 144, 620, 342], size: 26 }],
        },
      ],
    },
    standard,
  ),
  made(
    'A4',
    {
      page: [780, 540],
      layouts: allUsual.map(narrow).map((each) => ({
        ...each,
        holders: each.holders.map((one) =>
          one.type === 'title' && !one.box
            ? { ...one, box: [40, 20, 700, 90] as const }
            : one.idx === 1 && !one.box
              ? { ...one, box: [40, 130, 700, 350] as const }
              : one,
        ),
      })),
    },
    standard,
  ),
  made(
    'a font of the company',
    { masters: [{ layouts: allUsual, fonts: ['Acme Sans Display', 'Acme Sans'] }] },
    standard,
  ),
  made('a serif font', { masters: [{ layouts: allUsual, fonts: ['Georgia', 'Georgia'] }] }, standard),
  made(
    'macro-free custom data and sections',
    {
      presentation: {
        after:
          '<p:custShowLst><p:custShow name="Old" id="0"><p:sldLst/></p:custShow></p:custShowLst><p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"/></p:ext></p:extLst>',
      },
      examples: [{ layout: 1 }],
    },
    standard,
  ),
  made(
    'vertical text next to usual layouts',
    { layouts: [{ name: 'Vertical', holders: [title(), { ...body(1), orient: 'vert' }] }, cover, text] },
    { cover: 2, text: 3 },
  ),
  made(
    'a caption body that is too low',
    { layouts: [cover, { name: 'Strip', holders: [title(), body(1, [66, 440, 828, 40], 24)] }, text] },
    { text: 3 },
  ),
  made('text next to an image only', { layouts: [cover, pictured] }, { cover: 1, text: 2 }),
  made('two columns only', { layouts: [cover, two] }, { cover: 1, text: 2, twoColumns: 2 }),
  made(
    'columns with one idx',
    {
      layouts: [
        cover,
        { ...two, holders: [title(), body(1, [66, 144, 408, 342]), body(1, [486, 144, 408, 342])] },
        text,
      ],
    },
    { text: 3, twoColumns: null },
  ),
  made(
    'a placeholder outside the slide',
    { layouts: [{ name: 'Parked', holders: [title([1200, 20, 400, 80]), body(1)] }, text] },
    { text: 2 },
  ),
  made(
    'a text body that cannot hold tables',
    { layouts: [cover, { name: 'Text', holders: [title(), { type: 'body', idx: 1 }] }] },
    { text: 2 },
  ),
  made(
    'small text',
    { masters: [{ layouts: [cover, { ...text, holders: [title(undefined, 20), body(1, undefined, 11)] }] }] },
    { text: 2 },
  ),
  made('pictures only', { layouts: [picturesOnly, blank] }, { text: 1 }),
  made(
    'drawing over all of the text',
    {
      layouts: [
        cover,
        {
          ...text,
          shapes: Array.from({ length: 60 }, (_, at) => bar(200 + at, [66 + at * 14, 140, 7, 350], at)).join(''),
        },
      ],
    },
    { text: 2 },
  ),
  made('a band under the text', { layouts: [cover, { ...text, shapes: bar(200, [0, 0, 200, 540], 1) }] }, { text: 2 }),
  made('only titles', { layouts: [titleOnly] }, { text: 1, data: 1 }),
  made(
    'no title placeholder anywhere',
    { layouts: [{ name: 'Body', holders: [body(1)] }, blank] },
    /"Body": it has no title placeholder/,
  ),
  made('blank layouts only', { layouts: [blank, named(blank, 'Empty')] }, /No layout can carry a title with text/),
  made(
    'a body without a position',
    { masters: [{ layouts: [text], holders: [title([66, 29, 828, 104])] }] },
    { text: 1 },
  ),
  made(
    'all bodies too low',
    { layouts: [{ name: 'Strip', holders: [title(), body(1, [66, 440, 828, 40], 24)] }] },
    { text: 1 },
  ),
  made('no layouts', { layouts: [] }, /The file has no layouts/),
  made('macros', { extra: { 'ppt/vbaProject.bin': picture(1) } }, /contains macros/),
  made(
    'a layout that links to an example slide',
    { layouts: [{ ...text, links: [['rId7', 'slide', '../slides/slide1.xml']] }], examples: [{ layout: 1 }] },
    /links to an example slide/,
  ),
];
