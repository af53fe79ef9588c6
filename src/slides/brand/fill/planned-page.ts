import { textOf } from '../../render/compose/notes';
import type { DeckPage, LayoutName, SlideText } from '../../render/deck/deck';
import type { FilledText, PlannedSlide } from './planned-slide';

const layouts: Record<PlannedSlide['kind'], LayoutName> = {
  cover: 'cover',
  contents: 'catalogue',
  section: 'chapter',
  page: 'page',
  closing: 'ending',
};

/** What a planned slide says. Its first text is its title. */
export function pageOf({ kind, texts: [title, ...texts], drawing, image, captions = [] }: PlannedSlide): DeckPage {
  const shown = kind === 'page' || kind === 'contents' ? texts.flatMap(linesOf) : [];
  return {
    title: title?.paras.map(({ text }) => text).join(' ') ?? '',
    layout: layouts[kind],
    texts: [
      ...shown,
      ...(drawing?.texts ?? []),
      ...(image ? [textOf(image.alt)] : []),
      ...captions.map(({ text }) => textOf(text)),
    ],
  };
}

/** A line below another one belongs to it. */
function linesOf({ paras }: FilledText): SlideText[] {
  const lines: SlideText[] = [];
  for (const { text, level } of paras) {
    const above = level > 0 ? lines.at(-1) : undefined;
    (above?.children ?? lines).push(textOf(text));
  }
  return lines;
}
