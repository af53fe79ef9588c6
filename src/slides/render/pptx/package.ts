/** The parts of a presentation, their relationships, and the ZIP file around them. */
import { given } from '../../../core/given';
import { type ChartShape, type Deck, PAGE, type Shape } from '../deck/deck';
import { missingOn } from '../deck/missing-images';
import { picturesOf } from '../deck/picture-shape';
import { addressOf, targetsOf } from '../deck/targets';
import { chartXml } from './chart';
import { layoutXml, masterXml } from './master';
import { holdersOf, patternNames, patternOf, stageOf } from './patterns';
import { appXml, coreXml, presentationPropertiesXml, viewPropertiesXml } from './properties';
import { coreProperties, linksXml, relationshipsPart, typesXml } from './relationships';
import { schemeOf } from './scheme';
import { sectionsXml, slideId } from './sections';
import { notesMasterXml, notesXml, pictureSlideXml, slideXml } from './slide';
import type { TextContext } from './styles';
import { tableStylesXml } from './tables';
import { themeXml } from './theme';
import { workbook } from './workbook';
import { declaration, emu, namespaces } from './xml';
import { type ZipPart, zip } from './zip';

const types = 'application/vnd.openxmlformats-officedocument.presentationml';

interface Part extends ZipPart {
  /** Content type; absent if it follows from the extension. */
  type?: string;
  /** Relationship type (its last segment) and target; ids are rId1, rId2 … in this order. */
  links?: [string, string][];
}

const linked = (links: readonly [string, string][]): string =>
  linksXml(links.map(([type, target], at) => ({ id: `rId${at + 1}`, type, target, external: type === 'hyperlink' })));

/** A part that depends only on the template, so that it is packed once for all its decks. */
const shared = (path: string, type: string, content: string, links?: [string, string][]): Part => ({
  path,
  type,
  content,
  shared: true,
  ...given({ links }),
});

interface PptxOptions {
  /** PNG of every slide, in order. If set, the slides consist of these images and cannot be edited. */
  pages?: readonly Uint8Array[];
  /** When the deck was made; without it the file has no dates. */
  created?: Date | undefined;
}

function presentation(deck: Deck): Part {
  const slides = deck.slides.map((_, index) => index + 1);
  const ids = slides.map((index) => `<p:sldId id="${slideId(index - 1)}" r:id="rId${index + 6}"/>`).join('');
  return {
    path: 'ppt/presentation.xml',
    type: `${types}.presentation.main+xml`,
    content:
      `${declaration}<p:presentation ${namespaces} saveSubsetFonts="1">` +
      '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>' +
      '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>' +
      `<p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="${emu(PAGE.w)}" cy="${emu(PAGE.h)}"/>` +
      `<p:notesSz cx="6858000" cy="9144000"/>${sectionsXml(deck)}</p:presentation>`,
    links: [
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['notesMaster', 'notesMasters/notesMaster1.xml'],
      ['theme', 'theme/theme1.xml'],
      ['presProps', 'presProps.xml'],
      ['viewProps', 'viewProps.xml'],
      ['tableStyles', 'tableStyles.xml'],
      ...slides.map((index): [string, string] => ['slide', `slides/slide${index}.xml`]),
    ],
  };
}

function parts(deck: Deck, { pages, created }: PptxOptions): Part[] {
  const context: TextContext = { tag: deck.tag, fonts: deck.style.fonts, scheme: schemeOf(deck.style) };
  const theme = themeXml(deck.style, deck.tag);
  const media = mediaPaths(deck);
  const themeType = 'application/vnd.openxmlformats-officedocument.theme+xml';
  return [
    presentation(deck),
    shared('ppt/slideMasters/slideMaster1.xml', `${types}.slideMaster+xml`, masterXml(deck, context), [
      ...patternNames.map((_, at): [string, string] => ['slideLayout', `../slideLayouts/slideLayout${at + 1}.xml`]),
      ['theme', '../theme/theme1.xml'],
    ]),
    ...patternNames.map((name, at) =>
      shared(`ppt/slideLayouts/slideLayout${at + 1}.xml`, `${types}.slideLayout+xml`, layoutXml(deck, name, context), [
        ['slideMaster', '../slideMasters/slideMaster1.xml'],
      ]),
    ),
    ...slideParts(deck, context, media, pages),
    ...(pages ? [] : mediaParts(deck, media)),
    shared('ppt/notesMasters/notesMaster1.xml', `${types}.notesMaster+xml`, notesMasterXml(), [
      ['theme', '../theme/theme2.xml'],
    ]),
    shared('ppt/theme/theme1.xml', themeType, theme),
    // The notes master needs a separate theme part with a light page, whatever the slides use.
    shared('ppt/theme/theme2.xml', themeType, notesTheme(deck)),
    shared('ppt/presProps.xml', `${types}.presProps+xml`, presentationPropertiesXml()),
    shared('ppt/viewProps.xml', `${types}.viewProps+xml`, viewPropertiesXml()),
    shared('ppt/tableStyles.xml', `${types}.tableStyles+xml`, tableStylesXml(deck.style, context.scheme)),
    {
      path: 'docProps/core.xml',
      type: 'application/vnd.openxmlformats-package.core-properties+xml',
      content: coreXml(deck, created),
    },
    {
      path: 'docProps/app.xml',
      type: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
      content: appXml(deck),
    },
  ];
}

/** The path of each image below `ppt`, by its hash. */
const mediaPaths = ({ pictures }: Deck): Map<string, string> =>
  new Map([...pictures].map(([hash, { type }], index) => [hash, `media/image${index + 1}.${type}`]));

/** Each image once, however many slides show it. */
const mediaParts = ({ pictures }: Deck, paths: ReadonlyMap<string, string>): Part[] =>
  [...pictures].map(([hash, { bytes }]) => ({ path: `ppt/${paths.get(hash)!}`, content: bytes }));

/** Every slide with its notes and its charts, or with the image that replaces it. */
function slideParts(
  deck: Deck,
  context: TextContext,
  media: ReadonlyMap<string, string>,
  pages: readonly Uint8Array[] | undefined,
): Part[] {
  let charts = 0;
  return deck.slides.flatMap((slide, index): Part[] => {
    const number = index + 1;
    const pattern = patternOf(slide);
    const links: [string, string][] = [
      ['slideLayout', `../slideLayouts/slideLayout${patternNames.indexOf(pattern) + 1}.xml`],
      ['notesSlide', `../notesSlides/notesSlide${number}.xml`],
    ];
    const added: Part[] = [];
    const ids = new Map<Shape, string>();
    const pictures = new Map<string, string>();
    const page = pages?.[index];
    if (page) {
      links.push(['image', `../media/image${number}.png`]);
      added.push({ path: `ppt/media/image${number}.png`, content: page });
    } else {
      for (const shape of slide.shapes) {
        if (shape.kind !== 'chart') continue;
        charts += 1;
        links.push(['chart', `../charts/chart${charts}.xml`]);
        ids.set(shape, `rId${links.length}`);
        added.push(...chartParts(shape, charts, context));
      }
      for (const { hash } of picturesOf(slide)) {
        const path = media.get(hash);
        if (path === undefined || pictures.has(hash)) continue;
        links.push(['image', `../${path}`]);
        pictures.set(hash, `rId${links.length}`);
      }
    }
    const picture = `rId${links.length}`;
    const jumps = new Map<number, string>();
    for (const shape of slide.shapes) {
      if (page || shape.kind !== 'text' || shape.link === undefined || jumps.has(shape.link)) continue;
      links.push(['slide', `slide${shape.link + 1}.xml`]);
      jumps.set(shape.link, `rId${links.length}`);
    }
    const targets = new Map<string, string>();
    for (const target of page ? [] : targetsOf(slide)) {
      const address = addressOf(target);
      if (address === undefined) continue;
      links.push(['hyperlink', address]);
      targets.set(target, `rId${links.length}`);
    }
    const holders = holdersOf(stageOf(deck, pattern), pattern);
    const references = { charts: ids, pictures, links: jumps, holders };
    const content = page
      ? pictureSlideXml(slide, context, references, { relationship: picture, missing: missingOn(deck, slide) })
      : slideXml(slide, { ...context, targets }, references);
    return [
      { path: `ppt/slides/slide${number}.xml`, type: `${types}.slide+xml`, content, links },
      {
        path: `ppt/notesSlides/notesSlide${number}.xml`,
        type: `${types}.notesSlide+xml`,
        content: notesXml(slide, context),
        links: [
          ['notesMaster', '../notesMasters/notesMaster1.xml'],
          ['slide', `../slides/slide${number}.xml`],
        ],
      },
      ...added,
    ];
  });
}

function chartParts(shape: ChartShape, number: number, { scheme }: TextContext): Part[] {
  return [
    {
      path: `ppt/charts/chart${number}.xml`,
      type: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
      content: chartXml(shape, scheme),
      links: [['package', `../embeddings/Microsoft_Excel_Sheet${number}.xlsx`]],
    },
    { path: `ppt/embeddings/Microsoft_Excel_Sheet${number}.xlsx`, content: workbook(shape) },
  ];
}

function notesTheme({ style, tag }: Deck): string {
  const { palette, dark } = style;
  if (!dark) return themeXml(style, tag);
  const light = { ...palette, ink: palette.paper, paper: palette.ink, deep: palette.line, mist: palette.ink };
  return themeXml({ ...style, dark: false, palette: light }, tag);
}

const extensions: Record<string, string> = {
  rels: 'application/vnd.openxmlformats-package.relationships+xml',
  xml: 'application/xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpeg: 'image/jpeg',
};

function contentTypes(all: Part[]): string {
  const used = new Set(['rels', 'xml', ...all.map((part) => part.path.split('.').at(-1)!)]);
  return typesXml(
    [...used].map((each) => [each, extensions[each]!] as const),
    all.flatMap(({ path, type }) => (type === undefined ? [] : [[path, type] as const])),
  );
}

/**
 * Returns the bytes of the PPTX file; deterministic.
 */
export function writePptx(deck: Deck, options: PptxOptions = {}): Buffer {
  const all = parts(deck, options);
  return zip([
    { path: '[Content_Types].xml', content: contentTypes(all) },
    {
      path: '_rels/.rels',
      content: linked([
        ['officeDocument', 'ppt/presentation.xml'],
        [coreProperties, 'docProps/core.xml'],
        ['extended-properties', 'docProps/app.xml'],
      ]),
      shared: true,
    },
    ...all.flatMap((part): ZipPart[] =>
      part.links ? [part, { path: relationshipsPart(part.path), content: linked(part.links), shared: true }] : [part],
    ),
  ]);
}
