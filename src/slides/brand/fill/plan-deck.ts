/** The slides of a deck: cover, contents, chapters and closing in the layouts of a template. */

import { given } from '../../../core/given';
import { hasDividers } from '../../../outline/dividers';
import { isRightToLeft } from '../../../outline/languages';
import type { Outline } from '../../../outline/outline';
import { isFrame } from '../../../outline/prompts';
import { closingOf } from '../../render/compose/closing';
import { chaptersOf, longestHeading, titleOf, words } from '../../render/compose/content';
import { fixedWords } from '../../render/compose/fixed-words';
import { sentence } from '../../render/compose/notes';
import type { Pictures } from '../../render/deck/pictures';
import { cleanText } from '../../render/text/characters';
import type { Mapping } from '../mapping';
import type { Survey } from '../place';
import type { Assessed } from '../roles';
import { Ruler } from '../ruler';
import { fitText, fitTitle } from './fit-text';
import { inMiddle, PagePlanner } from './plan-page';
import type { FilledText, PlannedSlide } from './planned-slide';

export interface PlannedDeck {
  title: string;
  author?: string;
  slides: PlannedSlide[];
  /** The files of its images, by hash. */
  pictures: Pictures;
}

/** @param tag language of the deck's text, for the words that the deck has of its own */
export function planDeck(
  outline: Outline,
  tag: string,
  mapping: Mapping,
  survey: Survey,
  pictures: Pictures,
): PlannedDeck {
  const { language } = outline;
  const ruler = new Ruler(language);
  const own = fixedWords(language, tag);
  const title = titleOf(outline);
  const byline = cleanText(outline.byline ?? '');
  const chapters = chaptersOf(outline);
  const names = chapters.map((each) => each.title);
  const counts = chapters.map(({ pages }) => pages.length);
  const expected = counts.reduce((sum, count) => sum + count, 0);
  const spoken = { tag, fromRight: isRightToLeft(tag) };
  const planner = (layouts: Mapping) => new PagePlanner(ruler, layouts, survey, pictures, spoken, expected);
  const lines = byline === '' ? names : byline.split(' · ');
  const below = isFrame(outline) ? [words[language].frame, ...lines] : lines;
  const slides: PlannedSlide[] = [
    stage(ruler, 'cover', mapping.cover ?? mapping.text, title, below, language, [byline]),
  ];
  if (names.length > 1 && mapping.contents) {
    const heading = cleanText(outline.catalog ?? '') || own.catalogue;
    const isShort = (name: string): boolean => name.length <= longestHeading[language];
    const items = names.map((name) => (isShort(name) ? { heading: name, text: [] } : { heading: '', text: [name] }));
    const first = planner({ ...mapping, text: mapping.contents });
    slides.push(...first.plan({ title: heading, items, tables: [] }, 'contents'));
  }
  const pages = planner(mapping);
  for (const { title: name, pages: inputs, pageTitles } of chapters) {
    const inner = inputs.flatMap((page) => pages.plan(page));
    // As in other templates, a chapter of one slide has no divider.
    if (hasDividers(counts) && inner.length > 1 && mapping.section) {
      slides.push(stage(ruler, 'section', mapping.section, name, pageTitles, language));
    }
    slides.push(...inner);
  }
  const last = cleanText(outline.ending ?? '');
  const closing = last === '' ? closingOf(chapters, language, tag) : undefined;
  const summary = closing && 'items' in closing ? pages.plan({ ...closing, tables: [] }, 'closing') : [];
  if (summary.length === 1) slides.push(...summary);
  else if (mapping.closing) {
    const said = closing && 'sentence' in closing ? closing.sentence : '';
    const isWhole = said !== '' && fitTitle(ruler, mapping.closing.title!, said).rest === undefined;
    const end = isWhole ? said : last || own.ending;
    slides.push(stage(ruler, 'closing', mapping.closing, end, [title], language));
  }
  const author = byline.split(' · ').find((part) => part !== '' && !/\d/.test(part));
  return { title, ...given({ author }), slides: slides.map((each) => legible(each, survey)), pictures };
}

/** Texts whose own color cannot be read on the layout have another one of the theme. */
function legible(slide: PlannedSlide, survey: Survey): PlannedSlide {
  const texts = slide.texts.map((each): FilledText => {
    const shown = survey.override(slide.layout, each.holder);
    return shown === undefined ? each : { ...each, shown };
  });
  return { ...slide, texts, footers: survey.footers(slide.layout) };
}

/** A slide with a title and a few lines that other slides repeat, so that they may be left out. */
function stage(
  ruler: Ruler,
  kind: PlannedSlide['kind'],
  layout: Assessed,
  title: string,
  lines: readonly string[],
  language: Outline['language'],
  also: readonly string[] = [],
): PlannedSlide {
  const place = layout.subtitle ?? (layout.role === 'title-only' ? undefined : layout.bodies[0]);
  const shown = lines.filter(Boolean);
  const used = place ? layout : inMiddle(layout);
  const { filled } = fitTitle(ruler, used.title!, title);
  const joined = [shown.map((text) => ({ text, level: 0 })), [{ text: shown.join(' · '), level: 0 }]];
  const fitted =
    place && shown.length > 0 ? joined.map((paras) => fitText(ruler, place, paras)).find(Boolean) : undefined;
  const texts: FilledText[] = fitted ? [filled, fitted] : [filled];
  const notes = [title, ...also.filter(Boolean), ...(kind === 'section' ? lines : [])];
  return { kind, layout, texts, notes: notes.map((each) => sentence(each, language)) };
}
