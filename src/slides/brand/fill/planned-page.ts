import { tableText, textOf } from '../../render/compose/notes';
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
export function pageOf({ kind, texts: [title, ...texts], graphic, captions = [] }: PlannedSlide): DeckPage {
  const shown = kind === 'page' || kind === 'contents' ? texts.flatMap(linesOf) : [];
  if (graphic) shown.push(graphic.kind === 'table' ? tableText(graphic.data) : textOf(altOf(graphic)));
  return {
    title: title?.paras.map(({ text }) => text).join(' ') ?? '',
    layout: layouts[kind],
    texts: [...shown, ...captions.map(({ text }) => textOf(text))],
  };
}

const altOf = (graphic: Exclude<NonNullable<PlannedSlide['graphic']>, { kind: 'table' }>): string =>
  graphic.kind === 'chart' ? graphic.shape.alt : graphic.alt;

/** A line below another one belongs to it. */
function linesOf({ paras }: FilledText): SlideText[] {
  const lines: SlideText[] = [];
  for (const { text, level } of paras) {
    const above = level > 0 ? lines.at(-1) : undefined;
    (above?.children ?? lines).push(textOf(text));
  }
  return lines;
}
