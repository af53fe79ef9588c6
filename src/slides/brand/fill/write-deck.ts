/** Writes a planned deck: new slides, and every kept part of the template byte by byte. */
import { given } from '../../../core/given';
import type { Language } from '../../../outline/outline';
import type { ChartShape, Fonts, Shape } from '../../render/deck/deck';
import type { Pictures } from '../../render/deck/pictures';
import { addressOf, targetsOf } from '../../render/deck/targets';
import { chartXml } from '../../render/pptx/chart';
import { appXml, coreXml } from '../../render/pptx/properties';
import { coreProperties, type Link, linksXml, relationshipsPart } from '../../render/pptx/relationships';
import { notesMasterXml } from '../../render/pptx/slide';
import { NO_TABLE_STYLE } from '../../render/pptx/tables';
import { workbook } from '../../render/pptx/workbook';
import { declaration } from '../../render/pptx/xml';
import { type ZipPart, zip } from '../../render/pptx/zip';
import type { BrandPackage } from '../package';
import type { BrandTemplate } from '../read-template';
import { type Relationship, related, relationshipsOf } from '../relationships';
import { keptLinks, keptParts } from './kept-parts';
import { notesSlideXml } from './notes-part';
import type { PlannedDeck } from './plan-deck';
import type { Drawing } from './planned-slide';
import { contentTypesXml, presentationXml } from './presentation-part';
import { showSettings } from './show-settings';
import { graphicHolderXml, slideXml } from './slide-xml';

const types = 'application/vnd.openxmlformats-officedocument';
const OURS: Fonts = { heading: 'arimo', body: 'arimo', figure: 'arimo' };
/** PowerPoint's own default, which every installation knows. */
const MEDIUM_STYLE = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';

interface DeckFacts {
  language: Language;
  /** BCP 47 tag of the language of its text. */
  tag: string;
  created?: Date | undefined;
}

/** Collects new parts with their content types and relationships, under names that the template does not use. */
class Parts {
  readonly list: ZipPart[] = [];
  readonly types = new Map<string, string>();

  private readonly images = new Map<string, string>();

  constructor(private readonly taken: ReadonlySet<string>) {}

  /** A name such as `ppt/slides/slide3.xml`. */
  free(folder: string, base: string, extension: string, from: number): string {
    for (let number = from; ; number += 1) {
      const name = `${folder}/${base}${number}.${extension}`;
      if (!this.taken.has(name) && !this.types.has(name)) return name;
    }
  }

  /** An image, once for all slides that show it. */
  media(hash: string, files: Pictures): string {
    const { type, bytes } = files.get(hash)!;
    const path = this.images.get(hash) ?? this.free('ppt/media', 'image', type, this.images.size + 1);
    if (!this.images.has(hash)) this.add(path, `image/${type}`, bytes);
    this.images.set(hash, path);
    return path;
  }

  add(path: string, type: string, content: string | Uint8Array, links: readonly Link[] = []): void {
    this.types.set(path, type);
    this.list.push({ path, content });
    if (links.length > 0) this.list.push({ path: relationshipsPart(path), content: linksXml(links) });
  }
}

const absolute = (part: string): string => `/${part.split('/').map(encodeURIComponent).join('/')}`;

/** Relationships of the template, with targets that hold wherever they are written. */
const copied = (links: readonly Relationship[]): Link[] =>
  links.map(({ id, type, target, external }) => ({ id, type, target: external ? target : absolute(target), external }));

/** @throws BrandError when a master or layout refers to an example slide. */
export function writeDeck(template: BrandTemplate, deck: PlannedDeck, facts: DeckFacts): Buffer {
  const { file, presentation } = template;
  const kept = keptParts(file, presentation);
  const parts = new Parts(new Set([...kept, presentation]));
  const links = copied(keptLinks(file, presentation));
  const nextId = idsAfter(links);
  const ownNotesMaster = related(file, presentation, 'notesMaster');
  const notesMaster = ownNotesMaster ?? addNotesMaster(template, parts);
  const notesLink = ownNotesMaster === undefined ? nextId() : undefined;
  if (notesLink !== undefined) links.push({ id: notesLink, type: 'notesMaster', target: absolute(notesMaster) });
  if (related(file, presentation, 'tableStyles') === undefined) {
    links.push({ id: nextId(), type: 'tableStyles', target: absolute(addTableStyles(parts)) });
  }
  const slideLinks = deck.slides.map((_, index) => {
    const part = addSlide(template, deck, facts, index, parts, notesMaster);
    const id = nextId();
    links.push({ id, type: 'slide', target: absolute(part) });
    return id;
  });
  const root = file.xml(presentation);
  const settings = showSettings(file, presentation);
  const opening = packageLinks(file, presentation, deck, facts, parts);
  return zip([
    {
      path: '[Content_Types].xml',
      content: contentTypesXml(file.xml('[Content_Types].xml'), presentation, kept, parts.types),
    },
    { path: '_rels/.rels', content: linksXml(opening) },
    { path: presentation, content: presentationXml(root, slideLinks, notesLink) },
    { path: relationshipsPart(presentation), content: linksXml(links) },
    ...[...kept].map((path) =>
      path === settings?.part ? { path, content: declaration + settings.content } : file.part(path),
    ),
    ...parts.list,
  ]);
}

/** Relationship ids that are not used yet. */
function idsAfter(links: readonly Link[]): () => string {
  const used = new Set(links.map(({ id }) => id));
  let number = 0;
  return () => {
    do number += 1;
    while (used.has(`rId${number}`));
    return `rId${number}`;
  };
}

function packageLinks(
  file: BrandPackage,
  presentation: string,
  deck: PlannedDeck,
  facts: DeckFacts,
  parts: Parts,
): Link[] {
  const links = copied(keptLinks(file, ''));
  const nextId = idsAfter(links);
  const core = parts.free('docProps', 'core', 'xml', 1);
  const app = parts.free('docProps', 'app', 'xml', 1);
  parts.add(
    core,
    'application/vnd.openxmlformats-package.core-properties+xml',
    coreXml({ ...deck, ...facts }, facts.created),
  );
  parts.add(app, `${types}.extended-properties+xml`, appXml(deck));
  links.push({ id: nextId(), type: coreProperties, target: absolute(core) });
  links.push({ id: nextId(), type: 'extended-properties', target: absolute(app) });
  return links.some(({ target }) => target === absolute(presentation))
    ? links
    : [...links, { id: nextId(), type: 'officeDocument', target: absolute(presentation) }];
}

const dateOf = ({ created, language }: DeckFacts): string | undefined =>
  created?.toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-US', { timeZone: 'UTC' });

/** Notes need a master with a theme of its own, so it gets a copy of the first slide master's. */
function addNotesMaster({ file, masters }: BrandTemplate, parts: Parts): string {
  const [{ themePart }] = masters as [BrandTemplate['masters'][number]];
  const master = parts.free('ppt/notesMasters', 'notesMaster', 'xml', 1);
  const links: Link[] = [];
  if (themePart !== undefined) {
    const theme = parts.free('ppt/theme', 'theme', 'xml', 1);
    // Images of the theme are shared with the original.
    const images = copied(relationshipsOf(file, themePart));
    parts.add(theme, `${types}.theme+xml`, file.text(themePart), images);
    links.push({ id: 'rId1', type: 'theme', target: absolute(theme) });
  }
  parts.add(master, `${types}.presentationml.notesMaster+xml`, notesMasterXml(), links);
  return master;
}

function addSlide(
  template: BrandTemplate,
  deck: PlannedDeck,
  facts: DeckFacts,
  index: number,
  parts: Parts,
  notesMaster: string,
): string {
  const { file, presentation } = template;
  const slide = deck.slides[index]!;
  const number = index + 1;
  const part = parts.free('ppt/slides', 'slide', 'xml', number);
  const notes = parts.free('ppt/notesSlides', 'notesSlide', 'xml', number);
  const links: Link[] = [
    { id: 'rId1', type: 'slideLayout', target: absolute(slide.layout.layout.part) },
    { id: 'rId2', type: 'notesSlide', target: absolute(notes) },
  ];
  const link = (type: string, target: string, external = false): string => {
    const id = `rId${links.length + 1}`;
    links.push({ id, type, target, external });
    return id;
  };
  const { image, drawing } = slide;
  const charts = new Map<Shape, string>();
  for (const shape of drawing?.shapes ?? []) {
    if (shape.kind === 'chart') charts.set(shape, link('chart', absolute(addChart(shape, drawing!, number, parts))));
  }
  const targets = new Map<string, string>();
  for (const target of drawing ? targetsOf(drawing) : []) {
    const address = addressOf(target);
    if (address !== undefined) targets.set(target, link('hyperlink', address, true));
  }
  const isStage = slide.layout.role === 'cover' && slide.kind !== 'page';
  const content = slideXml(slide, {
    number,
    date: dateOf(facts),
    footers: template.footersOnCover || !isStage,
    footer: template.footer,
    text: {
      tag: facts.tag,
      fonts: drawing?.fonts ?? OURS,
      targets,
      tableStyle: tableStyleOf(file, presentation, drawing),
    },
    references: {
      charts,
      pictures: new Map(),
      links: new Map(),
      holders: [],
      ...given({ graphic: drawing?.holder && graphicHolderXml(drawing.holder) }),
    },
    ...(image ? { image: link('image', absolute(parts.media(image.hash, deck.pictures))) } : {}),
  });
  parts.add(part, `${types}.presentationml.slide+xml`, content, links);
  const master = file.has(notesMaster) ? file.xml(notesMaster) : undefined;
  parts.add(notes, `${types}.presentationml.notesSlide+xml`, notesSlideXml(slide.notes, master), [
    { id: 'rId1', type: 'notesMaster', target: absolute(notesMaster) },
    { id: 'rId2', type: 'slide', target: absolute(part) },
  ]);
  return part;
}

function addChart(shape: ChartShape, { colors }: Drawing, number: number, parts: Parts): string {
  const chart = parts.free('ppt/charts', 'chart', 'xml', number);
  const data = parts.free('ppt/embeddings', 'Microsoft_Excel_Sheet', 'xlsx', number);
  parts.add(data, `${types}.spreadsheetml.sheet`, workbook(shape));
  parts.add(chart, `${types}.drawingml.chart+xml`, chartXml(shape, colors), [
    { id: 'rId1', type: 'package', target: absolute(data) },
  ]);
  return chart;
}

/** Programs draw table styles only if the file has this part. */
function addTableStyles(parts: Parts): string {
  const part = parts.free('ppt', 'tableStyles', 'xml', 1);
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  parts.add(
    part,
    `${types}.presentationml.tableStyles+xml`,
    `${declaration}<a:tblStyleLst xmlns:a="${drawing}" def="${MEDIUM_STYLE}"/>`,
  );
  return part;
}

/** @param drawing on a panel, or on another color than that of the page, only a style with a ground of its own is readable */
function tableStyleOf(file: BrandPackage, presentation: string, drawing: Drawing | undefined): string {
  const usual = drawing?.hasTableStyle === false ? NO_TABLE_STYLE : MEDIUM_STYLE;
  if (drawing && !drawing.isPlain) return usual;
  const part = related(file, presentation, 'tableStyles');
  const style = part === undefined ? undefined : file.xml(part).attributes.def;
  const isOwn = style !== undefined && style !== MEDIUM_STYLE && /^\{[0-9A-Fa-f-]{36}\}$/.test(style);
  return isOwn ? style : usual;
}
