/** Makes PowerPoint files as designers do, with every peculiarity that decks must cope with. */
import { type Zippable, zipSync } from 'fflate';

const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const REL = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const ns = `xmlns:a="${A}" xmlns:p="${P}" xmlns:r="${R}"`;

export type BoxSpec = readonly [x: number, y: number, w: number, h: number];

export interface HolderSpec {
  type?: string;
  idx?: number;
  /** In points; without it, the position is inherited. */
  box?: BoxSpec;
  size?: number;
  text?: string;
  /** Paragraphs as XML, instead of text. */
  content?: string;
  orient?: 'vert';
  color?: string;
  body?: string;
}

export interface LayoutSpec {
  name: string;
  type?: string;
  holders: readonly HolderSpec[];
  /** Further shapes, flags or a color map, as XML in their places. */
  shapes?: string;
  after?: string;
  colorMap?: string;
  background?: string;
  links?: readonly (readonly [id: string, kind: string, target: string])[];
}

export interface MasterSpec {
  layouts: readonly LayoutSpec[];
  holders?: readonly HolderSpec[];
  /** Attributes of the color map that differ from the usual. */
  colorMap?: Readonly<Record<string, string>>;
  hf?: string;
  background?: string;
  styles?: string;
  fonts?: readonly [heading: string, body: string];
  colors?: Readonly<Record<string, string>>;
}

export interface ExampleSpec {
  /** Number of its layout, from 1, over all masters. */
  layout: number;
  shapes?: string;
  background?: string;
  chart?: boolean;
  picture?: boolean;
  notes?: boolean;
  /** Default: "Example" and its number. */
  title?: string;
  links?: readonly (readonly [id: string, kind: string, target: string, mode?: 'External'])[];
}

export interface FileSpec {
  masters?: readonly MasterSpec[];
  layouts?: readonly LayoutSpec[];
  examples?: readonly ExampleSpec[];
  page?: readonly [w: number, h: number];
  presentation?: { attributes?: string; after?: string; links?: readonly Link[] };
  extra?: Readonly<Record<string, string | Uint8Array>>;
  template?: boolean;
  notesMaster?: boolean;
}

const emu = (points: number): number => Math.round(points * 12_700);
export const title = (box?: BoxSpec, size?: number): HolderSpec => ({ type: 'title', ...given({ box, size }) });
export const body = (idx: number, box?: BoxSpec, size?: number): HolderSpec => ({ idx, ...given({ box, size }) });
const given = (fields: { box?: BoxSpec | undefined; size?: number | undefined }): Partial<HolderSpec> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function frame(box: BoxSpec | undefined): string {
  if (!box) return '';
  const [x, y, w, h] = box.map(emu);
  return `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${w}" cy="${h}"/></a:xfrm>`;
}

export function holder(
  { type, idx, box, size, text = '', content, orient, color, body: properties = '' }: HolderSpec,
  id: number,
): string {
  const attributes = [
    type && ` type="${type}"`,
    orient && ` orient="${orient}"`,
    idx === undefined ? '' : ` idx="${idx}"`,
  ];
  const fill = color === undefined ? '' : `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
  const level =
    size === undefined && fill === ''
      ? ''
      : `<a:lvl1pPr><a:defRPr${size === undefined ? '' : ` sz="${size * 100}"`}>${fill}</a:defRPr></a:lvl1pPr>`;
  const paragraphs = content ?? `<a:p><a:r><a:rPr lang="en-US"/><a:t>${text || 'Sample'}</a:t></a:r></a:p>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Holder ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
    `<p:nvPr><p:ph${attributes.filter(Boolean).join('')}/></p:nvPr></p:nvSpPr><p:spPr>${frame(box)}</p:spPr>` +
    `<p:txBody><a:bodyPr ${properties}/><a:lstStyle>${level}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`
  );
}

export const rectangle = (id: number, color = 'C00000', box: BoxSpec = [0, 0, 960, 8]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Bar ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${frame(box)}` +
  `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></p:spPr></p:sp>`;

const tree = (shapes: string): string =>
  '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>' +
  `${shapes}</p:spTree>`;

/** The usual footers, with a fixed date. */
export const footers = (first = 10, footer = 'Acme confidential'): HolderSpec[] => [
  { type: 'dt', idx: first, box: [48, 505, 200, 24], text: '3 March 2025' },
  { type: 'ftr', idx: first + 1, box: [320, 505, 320, 24], text: footer },
  {
    type: 'sldNum',
    idx: first + 2,
    box: [712, 505, 200, 24],
    content:
      '<a:p><a:r><a:rPr lang="en-US"/><a:t>Page </a:t></a:r><a:fld id="{11111111-1111-4111-8111-111111111111}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld></a:p>',
  },
];

/** The layouts of most files. */
export const usual: Record<
  'cover' | 'text' | 'section' | 'two' | 'comparison' | 'titleOnly' | 'blank' | 'picture',
  LayoutSpec
> = {
  cover: {
    name: 'Title Slide',
    type: 'title',
    holders: [
      { type: 'ctrTitle', box: [120, 90, 720, 188], size: 60 },
      { type: 'subTitle', idx: 1, box: [120, 284, 720, 130], size: 24 },
      ...footers(),
    ],
  },
  text: { name: 'Title and Content', type: 'obj', holders: [title(), body(1), ...footers()] },
  section: {
    name: 'Section Header',
    type: 'secHead',
    holders: [
      title([65, 135, 828, 225], 60),
      { type: 'body', idx: 1, box: [65, 361, 828, 118], size: 24 },
      ...footers(),
    ],
  },
  two: {
    name: 'Two Content',
    type: 'twoObj',
    holders: [title(), body(1, [66, 144, 408, 342]), body(2, [486, 144, 408, 342]), ...footers()],
  },
  comparison: {
    name: 'Comparison',
    type: 'twoTxTwoObj',
    holders: [
      title(),
      { type: 'body', idx: 1, box: [67, 132, 406, 65], size: 24 },
      body(2, [67, 197, 406, 290]),
      { type: 'body', idx: 3, box: [486, 132, 408, 65], size: 24 },
      body(4, [486, 197, 408, 290]),
      ...footers(),
    ],
  },
  titleOnly: { name: 'Title Only', type: 'titleOnly', holders: [title(), ...footers()] },
  blank: { name: 'Blank', type: 'blank', holders: footers() },
  picture: {
    name: 'Image with Caption',
    type: 'picTx',
    holders: [
      title([67, 36, 310, 126], 32),
      { type: 'pic', idx: 1, box: [408, 78, 486, 384] },
      { type: 'body', idx: 2, box: [67, 162, 310, 300], size: 16 },
    ],
  },
};

export const allUsual: LayoutSpec[] = Object.values(usual);
const masterHolders: HolderSpec[] = [
  title([66, 29, 828, 104], 44),
  { type: 'body', idx: 1, box: [66, 144, 828, 342], size: 28 },
  ...footers(2),
];
const masterStyles =
  '<p:txStyles><p:titleStyle><a:lvl1pPr><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:defRPr sz="4400"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle>' +
  `<p:bodyStyle>${[28, 24, 20, 18, 18]
    .map(
      (size, level) =>
        `<a:lvl${level + 1}pPr marL="${228_600 + level * 457_200}" indent="-228600"><a:spcBef><a:spcPts val="500"/></a:spcBef><a:buChar char="•"/><a:defRPr sz="${size * 100}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${level + 1}pPr>`,
    )
    .join('')}</p:bodyStyle><p:otherStyle/></p:txStyles>`;

const colors = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '1F3864',
  lt2: 'E7E6E6',
  accent1: '0B5394',
  accent2: 'C55A11',
  accent3: '7F7F7F',
  accent4: 'FFC000',
  accent5: '4472C4',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
};

function theme({ fonts = ['Calibri', 'Calibri'], colors: own = {} }: Pick<MasterSpec, 'fonts' | 'colors'>): string {
  const slots = Object.entries({ ...colors, ...own }).map(
    ([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`,
  );
  const face = (tag: string, name: string) =>
    `<a:${tag}><a:latin typeface="${name}"/><a:ea typeface=""/><a:cs typeface=""/></a:${tag}>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  return (
    `<a:theme xmlns:a="${A}" name="Acme"><a:themeElements><a:clrScheme name="Acme">${slots.join('')}</a:clrScheme>` +
    `<a:fontScheme name="Acme">${face('majorFont', fonts[0])}${face('minorFont', fonts[1])}</a:fontScheme><a:fmtScheme name="Acme">` +
    `<a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln>${fill}</a:ln>`.repeat(3)}</a:lnStyleLst>` +
    `<a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
  );
}

/** A small PNG, different for each number. */
export const picture = (number: number): Uint8Array =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, number]);

type Link = readonly [id: string, kind: string, target: string, mode?: 'External'];

class Writer {
  readonly parts: Record<string, string | Uint8Array> = {};
  private readonly types: [string, string][] = [];

  add(path: string, type: string, content: string, links: readonly Link[] = []): void {
    this.parts[path] = `<?xml version="1.0" encoding="UTF-8"?>${content}`;
    if (type !== '') this.types.push([path, type]);
    if (links.length > 0) this.parts[path.replace(/([^/]+)$/, '_rels/$1.rels')] = relationships(links);
  }

  zip(extra: FileSpec['extra'] = {}): Uint8Array {
    const overrides = this.types.map(
      ([path, type]) => `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`,
    );
    const types =
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/octet-stream"/>${overrides.join('')}</Types>`;
    const all = { '[Content_Types].xml': types, ...this.parts, ...extra };
    const files: Zippable = Object.fromEntries(
      Object.entries(all).map(([path, content]) => [
        path,
        typeof content === 'string' ? new TextEncoder().encode(content) : content,
      ]),
    );
    return zipSync(files, { mtime: new Date(1990, 0, 1) });
  }
}

function relationships(links: readonly Link[]): string {
  const rows = links.map(
    ([id, kind, target, mode]) =>
      `<Relationship Id="${id}" Type="${kind.includes('/') ? kind : `${R}/${kind}`}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  );
  return `<Relationships xmlns="${REL}">${rows.join('')}</Relationships>`;
}

function titleOf({ title: text }: ExampleSpec, number: number): string {
  const content = text === '' ? { content: '<a:p/>' } : { text: text ?? `Example ${number}` };
  return holder({ type: 'title', ...content }, 2);
}

export function templateFile(spec: FileSpec): Uint8Array {
  const {
    masters = [{ layouts: spec.layouts ?? allUsual }],
    examples = [],
    page = [960, 540],
    presentation = {},
    template = true,
  } = spec;
  const writer = new Writer();
  const links: Link[] = [];
  let layoutNumber = 0;
  masters.forEach((master, at) => {
    const number = at + 1;
    const own: Link[] = master.layouts.map((layout, index) => {
      layoutNumber += 1;
      const map = layout.colorMap ? `<a:overrideClrMapping ${layout.colorMap}/>` : '<a:masterClrMapping/>';
      writer.add(
        `ppt/slideLayouts/slideLayout${layoutNumber}.xml`,
        'presentationml.slideLayout',
        `<p:sldLayout ${ns}${layout.type === undefined ? '' : ` type="${layout.type}"`}><p:cSld name="${layout.name}">${layout.background ?? ''}` +
          `${tree(layout.holders.map((each, id) => holder(each, id + 2)).join('') + (layout.shapes ?? ''))}</p:cSld><p:clrMapOvr>${map}</p:clrMapOvr>${layout.after ?? ''}</p:sldLayout>`,
        [['rId1', 'slideMaster', `../slideMasters/slideMaster${number}.xml`], ...(layout.links ?? [])],
      );
      return [`rId${index + 2}`, 'slideLayout', `../slideLayouts/slideLayout${layoutNumber}.xml`];
    });
    const ids = own.map(([id], index) => `<p:sldLayoutId id="${2147483700 + at * 100 + index}" r:id="${id}"/>`);
    const map = {
      bg1: 'lt1',
      tx1: 'dk1',
      bg2: 'lt2',
      tx2: 'dk2',
      ...Object.fromEntries(
        ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'].map((each) => [
          each,
          each,
        ]),
      ),
      ...master.colorMap,
    };
    writer.add(
      `ppt/slideMasters/slideMaster${number}.xml`,
      'presentationml.slideMaster',
      `<p:sldMaster ${ns}><p:cSld>${master.background ?? '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>'}` +
        `${tree((master.holders ?? masterHolders).map((each, id) => holder(each, id + 2)).join(''))}</p:cSld>` +
        `<p:clrMap ${Object.entries(map)
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ')}/>` +
        `<p:sldLayoutIdLst>${ids.join('')}</p:sldLayoutIdLst>${master.hf ?? ''}${master.styles ?? masterStyles}</p:sldMaster>`,
      [['rId1', 'theme', `../theme/theme${number}.xml`], ...own, ['rId99', 'image', `../media/logo${number}.png`]],
    );
    writer.parts[`ppt/media/logo${number}.png`] = picture(number);
    writer.add(`ppt/theme/theme${number}.xml`, 'theme', theme(master));
    links.push([`rId${number}`, 'slideMaster', `slideMasters/slideMaster${number}.xml`]);
  });
  let notesList = '';
  if (spec.notesMaster) {
    writer.add('ppt/theme/theme90.xml', 'theme', theme({}));
    const holders =
      holder({ type: 'sldImg', idx: 2, box: [50, 50, 400, 225] }, 2) +
      holder({ type: 'body', idx: 7, box: [50, 300, 400, 300] }, 3);
    writer.add(
      'ppt/notesMasters/notesMaster1.xml',
      'presentationml.notesMaster',
      `<p:notesMaster ${ns}><p:cSld>${tree(holders)}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:notesMaster>`,
      [['rId1', 'theme', '../theme/theme90.xml']],
    );
    links.push(['rId80', 'notesMaster', 'notesMasters/notesMaster1.xml']);
    notesList = '<p:notesMasterIdLst><p:notesMasterId r:id="rId80"/></p:notesMasterIdLst>';
  }
  const slides = examples.map((example, at): string => {
    const number = at + 1;
    const own: Link[] = [['rId1', 'slideLayout', `../slideLayouts/slideLayout${example.layout}.xml`]];
    if (example.picture) {
      own.push(['rId2', 'image', `../media/example${number}.png`]);
      writer.parts[`ppt/media/example${number}.png`] = picture(100 + number);
    }
    own.push(...(example.links ?? []));
    if (example.chart) {
      own.push(['rId3', 'chart', `../charts/chart${number}.xml`]);
      writer.add(
        `ppt/charts/chart${number}.xml`,
        'drawingml.chart',
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>',
        [['rId1', 'package', `../embeddings/book${number}.bin`]],
      );
      writer.parts[`ppt/embeddings/book${number}.bin`] = picture(200 + number);
    }
    if (example.notes) {
      own.push(['rId4', 'notesSlide', `../notesSlides/notesSlide${number}.xml`]);
      writer.add(
        `ppt/notesSlides/notesSlide${number}.xml`,
        'presentationml.notesSlide',
        `<p:notes ${ns}><p:cSld>${tree('')}</p:cSld></p:notes>`,
        [['rId1', 'slide', `../slides/slide${number}.xml`]],
      );
    }
    writer.add(
      `ppt/slides/slide${number}.xml`,
      'presentationml.slide',
      `<p:sld ${ns}><p:cSld>${example.background ?? ''}${tree(titleOf(example, number) + (example.shapes ?? ''))}</p:cSld></p:sld>`,
      own,
    );
    links.push([`rId${200 + number}`, 'slide', `slides/slide${number}.xml`]);
    return `<p:sldId id="${255 + number}" r:id="rId${200 + number}"/>`;
  });
  links.push(...(presentation.links ?? []));
  writer.add(
    'ppt/presentation.xml',
    `presentationml.${template ? 'template' : 'presentation'}.main`,
    `<p:presentation ${ns} ${presentation.attributes ?? ''}><p:sldMasterIdLst>${masters.map((_, at) => `<p:sldMasterId id="${2147483648 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldMasterIdLst>${notesList}` +
      `${slides.length > 0 ? `<p:sldIdLst>${slides.join('')}</p:sldIdLst>` : ''}<p:sldSz cx="${emu(page[0])}" cy="${emu(page[1])}"/><p:notesSz cx="6858000" cy="9144000"/>${presentation.after ?? ''}</p:presentation>`,
    links,
  );
  writer.parts['_rels/.rels'] = relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]);
  return writer.zip(spec.extra);
}
