/** Writes a planned deck: new slides, and every kept part of the template byte by byte. */
import { given } from '../../../core/given';
import type { Language } from '../../../outline/outline';
import type { Fonts } from '../../render/deck/deck';
import { addSlides, packed, type SlideOnLayout, types } from '../../render/pptx/package';
import { Links, Parts } from '../../render/pptx/parts';
import { notesMasterXml, notesXml } from '../../render/pptx/slide';
import { NO_TABLE_STYLE } from '../../render/pptx/tables';
import { declaration } from '../../render/pptx/xml';
import type { BrandPackage } from '../package';
import { placeholderOf, shapesOf } from '../placeholders';
import type { BrandTemplate } from '../read-template';
import { related, relationshipsOf } from '../relationships';
import { childrenNamed } from '../xml';
import { keptLinks, keptParts } from './kept-parts';
import type { PlannedDeck } from './plan-deck';
import type { Drawing, PlannedSlide } from './planned-slide';
import { presentationXml } from './presentation-part';
import { showSettings } from './show-settings';
import { graphicHolderXml, referenceXml, slideXml } from './slide-xml';

const OURS: Fonts = { heading: 'arimo', body: 'arimo', figure: 'arimo' };
/** PowerPoint's own default, which every installation knows. */
const MEDIUM_STYLE = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';

interface DeckFacts {
  language: Language;
  /** BCP 47 tag of the language of its text. */
  tag: string;
  created?: Date | undefined;
}

/** @throws BrandError when a master or layout refers to an example slide. */
export function writeDeck(template: BrandTemplate, deck: PlannedDeck, facts: DeckFacts): Buffer {
  const { file, presentation } = template;
  const parts = keptIn(file, presentation);
  const links = new Links(keptLinks(file, presentation));
  const ownNotes = related(file, presentation, 'notesMaster');
  const notesMaster = ownNotes ?? addNotesMaster(template, parts);
  const notesLink = ownNotes === undefined ? links.add('notesMaster', notesMaster) : undefined;
  if (related(file, presentation, 'tableStyles') === undefined) links.add('tableStyles', addTableStyles(parts));
  const holders = notesHolders(ownNotes === undefined ? undefined : file, notesMaster);
  const slides = deck.slides.map((slide, at) => onLayout(template, slide, at + 1, facts, holders));
  const ids = addSlides(parts, slides, notesMaster, deck.pictures).map((name) => links.add('slide', name));
  parts.add(presentation, types.presentation, presentationXml(file.xml(presentation), ids, notesLink), links);
  return packed(parts, presentation, { ...deck, ...facts }, facts.created, new Links(keptLinks(file, '')));
}

/** The kept parts of a template, with their content types. */
function keptIn(file: BrandPackage, presentation: string): Parts {
  const kept = keptParts(file, presentation);
  const root = file.xml('[Content_Types].xml');
  const defaults = childrenNamed(root, 'Default').map(
    ({ attributes: { Extension = '', ContentType = '' } }) => [Extension.toLowerCase(), ContentType] as const,
  );
  const overrides = childrenNamed(root, 'Override').map(
    ({ attributes: { PartName = '', ContentType = '' } }) => [PartName.slice(1), ContentType] as const,
  );
  const parts = new Parts(new Map(defaults), new Map(overrides.filter(([name]) => kept.has(name))));
  const settings = showSettings(file, presentation);
  for (const path of kept) {
    parts.keep(path === settings?.part ? { path, content: declaration + settings.content } : file.part(path));
  }
  return parts;
}

const dateOf = ({ created, language }: DeckFacts): string | undefined =>
  created?.toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-US', { timeZone: 'UTC' });

/** Notes need a master with a theme of its own, so it gets a copy of the first slide master's. */
function addNotesMaster({ file, masters }: BrandTemplate, parts: Parts): string {
  const { themePart } = masters[0]!;
  const links = new Links();
  if (themePart !== undefined) {
    // Images of the theme are shared with the original.
    const images = new Links(relationshipsOf(file, themePart));
    links.add('theme', parts.add(parts.free('ppt/theme/theme.xml', 1), types.theme, file.text(themePart), images));
  }
  return parts.add(parts.free('ppt/notesMasters/notesMaster.xml', 1), types.notesMaster, notesMasterXml(), links);
}

/** Programs draw table styles only if the file has this part. */
function addTableStyles(parts: Parts): string {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const content = `${declaration}<a:tblStyleLst xmlns:a="${drawing}" def="${MEDIUM_STYLE}"/>`;
  return parts.add(parts.free('ppt/tableStyles.xml'), types.tableStyles, content);
}

/** The places of a notes master for the slide and its notes. @param file undefined if its master is ours */
function notesHolders(file: BrandPackage | undefined, master: string): { image: string; text: string } {
  const found = file?.has(master) ? shapesOf(file.xml(master)).map(placeholderOf) : [];
  const reference = (type: string, idx: string): string =>
    referenceXml({ reference: found.find((each) => each?.attributes.type === type)?.attributes ?? { type, idx } });
  return { image: reference('sldImg', '2'), text: reference('body', '3') };
}

function onLayout(
  { file, presentation, footersOnCover, footer }: BrandTemplate,
  slide: PlannedSlide,
  number: number,
  facts: DeckFacts,
  holders: Parameters<typeof notesXml>[2],
): SlideOnLayout {
  const { image, drawing, layout, kind } = slide;
  const isStage = layout.role === 'cover' && kind !== 'page';
  return {
    layout: layout.layout.part,
    ...given({ drawing }),
    images: image ? [image.hash] : [],
    notes: notesXml(slide.notes, facts.tag, holders),
    write: (ids, targets) =>
      slideXml(slide, {
        number,
        date: dateOf(facts),
        footers: footersOnCover || !isStage,
        footer,
        text: {
          tag: facts.tag,
          fonts: drawing?.fonts ?? OURS,
          targets,
          tableStyle: tableStyleOf(file, presentation, drawing),
        },
        references: { ...ids, holders: [], ...given({ graphic: drawing?.holder && graphicHolderXml(drawing.holder) }) },
        ...given({ image: image && ids.pictures.get(image.hash) }),
      }),
  };
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
