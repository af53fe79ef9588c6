/** Writes decks: slides, with what they show, on the layouts of a package. A template of ours makes these layouts. */
import type { ChartShape, Deck, Shape } from '../deck/deck';
import { missingOn } from '../deck/missing-images';
import { picturesOf } from '../deck/picture-shape';
import type { PictureFile } from '../deck/pictures';
import { addressOf, targetsOf } from '../deck/targets';
import { chartXml } from './chart';
import { layoutXml, masterXml } from './master';
import { coreProperties, Links, Parts } from './parts';
import { holdersOf, type PatternName, patternNames, patternOf, stageOf } from './patterns';
import { appXml, coreXml, presentationPropertiesXml, presentationXml, viewPropertiesXml } from './properties';
import { type Colors, schemeOf } from './scheme';
import type { References } from './shapes';
import { notesMasterXml, notesXml, pictureSlideXml, slideXml } from './slide';
import type { TextContext } from './styles';
import { tableStylesXml } from './tables';
import { themeXml } from './theme';
import { workbook } from './workbook';

const office = 'application/vnd.openxmlformats-officedocument';
/** Content types. */
export const types = {
  presentation: `${office}.presentationml.presentation.main+xml`,
  slideMaster: `${office}.presentationml.slideMaster+xml`,
  slideLayout: `${office}.presentationml.slideLayout+xml`,
  slide: `${office}.presentationml.slide+xml`,
  notesMaster: `${office}.presentationml.notesMaster+xml`,
  notesSlide: `${office}.presentationml.notesSlide+xml`,
  presProps: `${office}.presentationml.presProps+xml`,
  viewProps: `${office}.presentationml.viewProps+xml`,
  tableStyles: `${office}.presentationml.tableStyles+xml`,
  theme: `${office}.theme+xml`,
  chart: `${office}.drawingml.chart+xml`,
  workbook: `${office}.spreadsheetml.sheet`,
  app: `${office}.extended-properties+xml`,
  core: 'application/vnd.openxmlformats-package.core-properties+xml',
} as const;

/** A slide for a layout. */
export interface SlideOnLayout {
  /** The part of its layout. */
  layout: string;
  drawing?: { shapes: Shape[]; colors: Colors };
  /** Images that are not among the shapes, by hash. */
  images?: readonly string[];
  /** @param ids relationships of what the slide refers to, and of each address that its texts link to */
  write(ids: Omit<References, 'holders'>, targets: ReadonlyMap<string, string>): string;
  notes: string;
}

/** Adds slides with their notes, charts and images. Returns the names of their parts. */
export function addSlides(
  parts: Parts,
  slides: readonly SlideOnLayout[],
  notesMaster: string,
  files: ReadonlyMap<string, Pick<PictureFile, 'type' | 'bytes'>>,
): string[] {
  const names = slides.map((_, at) => parts.free('ppt/slides/slide.xml', at + 1));
  let charts = 0;
  const addChart = (shape: ChartShape, colors: Colors): string => {
    charts += 1;
    const links = new Links();
    const data = parts.free('ppt/embeddings/Microsoft_Excel_Sheet.xlsx', charts);
    links.add('package', parts.add(data, types.workbook, workbook(shape)));
    return parts.add(parts.free('ppt/charts/chart.xml', charts), types.chart, chartXml(shape, colors), links);
  };
  for (const [at, slide] of slides.entries()) {
    const { layout, drawing, images = [] } = slide;
    const shapes: Shape[] = drawing?.shapes ?? [];
    const [name, notes] = [names[at]!, parts.free('ppt/notesSlides/notesSlide.xml', at + 1)];
    const links = new Links();
    links.add('slideLayout', layout);
    links.add('notesSlide', notes);
    const hashes = [...images, ...picturesOf({ shapes }).map(({ hash }) => hash)].filter((hash) => files.has(hash));
    const jumps = shapes.flatMap((shape) => (shape.kind === 'text' ? (shape.link ?? []) : []));
    const addresses = targetsOf({ shapes }).filter((target) => addressOf(target) !== undefined);
    const ids = {
      charts: links.addAll(
        shapes.filter((shape) => shape.kind === 'chart'),
        'chart',
        (shape) => addChart(shape, drawing!.colors),
      ),
      pictures: links.addAll(hashes, 'image', (hash) => parts.image(hash, files.get(hash)!)),
      links: links.addAll(jumps, 'slide', (index) => names[index]!),
    };
    const targets = links.addAll(addresses, 'hyperlink', (target) => addressOf(target)!, true);
    parts.add(name, types.slide, slide.write(ids, targets), links);
    const behind = new Links();
    behind.add('notesMaster', notesMaster);
    behind.add('slide', name);
    parts.add(notes, types.notesSlide, slide.notes, behind);
  }
  return names;
}

/** The bytes of a package that has all its parts but the properties of the deck. @param links of the package */
export function packed(
  parts: Parts,
  presentation: string,
  deck: Parameters<typeof coreXml>[0] & Parameters<typeof appXml>[0],
  created: Date | undefined,
  links = new Links(),
): Buffer {
  if (!links.list.some(({ target }) => target === presentation)) links.add('officeDocument', presentation);
  links.add(coreProperties, parts.add(parts.free('docProps/core.xml'), types.core, coreXml(deck, created)));
  links.add('extended-properties', parts.add(parts.free('docProps/app.xml'), types.app, appXml(deck)));
  return parts.zip(links);
}

interface PptxOptions {
  /** PNG of every slide, in order. If set, the slides consist of these images and cannot be edited. */
  pages?: readonly Uint8Array[];
  /** When the deck was made; without it the file has no dates. */
  created?: Date | undefined;
}

/**
 * Returns the bytes of the PPTX file; deterministic.
 */
export function writePptx(deck: Deck, { pages, created }: PptxOptions = {}): Buffer {
  const context: TextContext = { tag: deck.tag, fonts: deck.style.fonts, scheme: schemeOf(deck.style) };
  const parts = new Parts();
  const links = addDesign(parts, deck, context);
  const pageNames = pages?.map((_, at) => `page ${at}`);
  const slides = deck.slides.map((slide, index): SlideOnLayout => {
    const pattern = patternOf(slide);
    const holders = holdersOf(stageOf(deck, pattern), pattern);
    const page = pageNames?.[index];
    const shared = { layout: layoutPart(pattern), notes: notesXml(slide.notes, deck.tag) };
    if (page === undefined) {
      const write: SlideOnLayout['write'] = (ids, targets) =>
        slideXml(slide, { ...context, targets }, { ...ids, holders });
      return { ...shared, drawing: { shapes: slide.shapes, colors: context.scheme }, write };
    }
    const write: SlideOnLayout['write'] = (ids) => {
      const image = { relationship: ids.pictures.get(page)!, missing: missingOn(deck, slide) };
      return pictureSlideXml(slide, context, { ...ids, holders }, image);
    };
    return { ...shared, images: [page], write };
  });
  const files = pageNames
    ? new Map(pageNames.map((name, at) => [name, { type: 'png' as const, bytes: pages![at]! }]))
    : deck.pictures;
  const ids = addSlides(parts, slides, NOTES_MASTER, files).map((name) => links.add('slide', name));
  parts.add(PRESENTATION, types.presentation, presentationXml(deck, ids), links);
  return packed(parts, PRESENTATION, deck, created);
}

const PRESENTATION = 'ppt/presentation.xml';
const MASTER = 'ppt/slideMasters/slideMaster1.xml';
const NOTES_MASTER = 'ppt/notesMasters/notesMaster1.xml';
const layoutPart = (name: PatternName): string => `ppt/slideLayouts/slideLayout${patternNames.indexOf(name) + 1}.xml`;

/** Adds the parts that depend only on the template. Returns the relationships of the presentation. */
function addDesign(parts: Parts, deck: Deck, context: TextContext): Links {
  const presentation = new Links();
  const shared = (path: string, type: keyof typeof types, content: string, links?: [string, string][]): void => {
    const own = new Links();
    for (const [kind, target] of links ?? []) own.add(kind, target);
    parts.add(path, types[type], content, own, true);
  };
  const [theme, notesTheme] = ['ppt/theme/theme1.xml', 'ppt/theme/theme2.xml'];
  shared(MASTER, 'slideMaster', masterXml(deck, context), [
    ...patternNames.map((name): [string, string] => ['slideLayout', layoutPart(name)]),
    ['theme', theme],
  ]);
  for (const name of patternNames) {
    shared(layoutPart(name), 'slideLayout', layoutXml(deck, name, context), [['slideMaster', MASTER]]);
  }
  shared(NOTES_MASTER, 'notesMaster', notesMasterXml(), [['theme', notesTheme]]);
  shared(theme, 'theme', themeXml(deck.style, deck.tag));
  // The notes master needs a separate theme part with a light page, whatever the slides use.
  shared(notesTheme, 'theme', themeXml(onLight(deck.style), deck.tag));
  presentation.add('slideMaster', MASTER);
  presentation.add('notesMaster', NOTES_MASTER);
  presentation.add('theme', theme);
  for (const [name, xml] of [
    ['presProps', presentationPropertiesXml()],
    ['viewProps', viewPropertiesXml()],
    ['tableStyles', tableStylesXml(deck.style, context.scheme)],
  ] as const) {
    shared(`ppt/${name}.xml`, name, xml);
    presentation.add(name, `ppt/${name}.xml`);
  }
  return presentation;
}

function onLight(style: Deck['style']): Deck['style'] {
  const { palette, dark } = style;
  if (!dark) return style;
  const light = { ...palette, ink: palette.paper, paper: palette.ink, deep: palette.line, mist: palette.ink };
  return { ...style, dark: false, palette: light };
}
