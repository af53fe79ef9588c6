/** The slides of a deck: cover, contents, chapters and closing in the layouts of a template. */

import { given } from '../../../core/given';
import { hasDividers } from '../../../outline/dividers';
import type { Outline } from '../../../outline/outline';
import { isFrame } from '../../../outline/prompts';
import { chaptersOf, titleOf, words } from '../../render/compose/content';
import { fixedWords } from '../../render/compose/fixed-words';
import { sentence } from '../../render/compose/notes';
import type { Pictures } from '../../render/deck/pictures';
import type { Template } from '../../render/templates/template';
import { cleanText } from '../../render/text/characters';
import type { Mapping } from '../mapping';
import type { Assessed } from '../roles';
import { Ruler } from '../ruler';
import { fitText, fitTitle } from './fit-text';
import { planPage } from './plan-page';
import type { FilledText, PlannedSlide } from './planned-slide';
import { splitPoints } from './split-points';

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
  template: Template,
  pictures: Pictures,
): PlannedDeck {
  const { language } = outline;
  const ruler = new Ruler(language);
  const own = fixedWords(language, tag);
  const title = titleOf(outline);
  const byline = cleanText(outline.byline ?? '');
  const chapters = chaptersOf(outline);
  const names = chapters.map((each) => each.title);
  const lines = byline === '' ? names : byline.split(' · ');
  const below = isFrame(outline) ? [words[language].frame, ...lines] : lines;
  const slides: PlannedSlide[] = [
    stage(ruler, 'cover', mapping.cover ?? mapping.text, title, below, language, [byline]),
  ];
  if (names.length > 1 && mapping.contents) {
    const heading = cleanText(outline.catalog ?? '') || own.catalogue;
    slides.push(...contents(ruler, mapping.contents, heading, names, language));
  }
  const counts = chapters.map(({ pages }) => pages.length);
  for (const { title: name, pages, pageTitles } of chapters) {
    const inner = pages.flatMap((page) => planPage({ ruler, mapping, template, pictures }, page));
    // As in other templates, a chapter of one slide has no divider.
    if (hasDividers(counts) && inner.length > 1 && mapping.section) {
      slides.push(stage(ruler, 'section', mapping.section, name, pageTitles, language));
    }
    slides.push(...inner);
  }
  if (mapping.closing) {
    const end = cleanText(outline.ending ?? '') || own.ending;
    slides.push(stage(ruler, 'closing', mapping.closing, end, [title], language));
  }
  const author = byline.split(' · ').find((part) => part !== '' && !/\d/.test(part));
  return { title, ...given({ author }), slides, pictures };
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
  const { filled } = fitTitle(ruler, layout.title!, title);
  const place = layout.subtitle ?? layout.bodies[0];
  const shown = lines.filter(Boolean);
  const joined = [shown.map((text) => ({ text, level: 0 })), [{ text: shown.join(' · '), level: 0 }]];
  const fitted =
    place && shown.length > 0 ? joined.map((paras) => fitText(ruler, place, paras)).find(Boolean) : undefined;
  const texts: FilledText[] = fitted ? [filled, fitted] : [filled];
  const notes = [title, ...also.filter(Boolean), ...(kind === 'section' ? lines : [])];
  return { kind, layout, texts, notes: notes.map((each) => sentence(each, language)) };
}

function contents(
  ruler: Ruler,
  layout: Assessed,
  heading: string,
  names: readonly string[],
  language: Outline['language'],
): PlannedSlide[] {
  const parts = splitPoints(
    ruler,
    layout.bodies[0]!,
    names.map((name) => ({ heading: name, text: [] })),
  );
  return parts.map(({ filled, items }, at) => {
    const title = parts.length === 1 ? heading : `${heading} (${at + 1}/${parts.length})`;
    return {
      kind: 'contents',
      layout,
      texts: [fitTitle(ruler, layout.title!, title).filled, filled],
      notes: [heading, ...items.map((each) => each.heading)].map((each) => sentence(each, language)),
    };
  });
}
