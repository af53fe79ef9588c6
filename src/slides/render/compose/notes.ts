/**
 * The content of a slide as texts, and as speaker notes: its full text as sentences. If a page spans several slides, each has the notes of its part.
 */
import type { Language } from '../../../outline/outline';
import type { SlideText } from '../deck/deck';
import { cleanText } from '../text/characters';
import type { IllustrationInput } from './image';
import { type Item, subLevel } from './sheet';
import type { TableData } from './table';

const marks = { en: { stop: '.', colon: ': ', list: '; ' }, zh: { stop: '。', colon: '：', list: '；' } };

/** What a slide shows below its title. */
export interface SlideContent {
  items?: readonly Item[];
  images?: readonly IllustrationInput[];
  table?: TableData;
  code?: readonly string[];
}

export const contentNotes = ({ items = [], images = [], table }: SlideContent, language: Language): string[] => [
  ...itemNotes(items, language),
  ...imageNotes(images, language),
  ...(table ? rowNotes(table, language) : []),
];

export const textOf = (value: string, children: readonly string[] = []): SlideText => ({
  value,
  children: children.map((each) => textOf(each)),
});

export const contentTexts = ({ items = [], images = [], table, code }: SlideContent): SlideText[] => [
  ...items.flatMap(({ heading, text }) => (heading ? [textOf(heading, text)] : text.map((each) => textOf(each)))),
  ...(code ? [textOf(code.join('\n'))] : []),
  ...images.map(({ alt, caption }) => textOf(caption ?? alt)),
  ...(table ? [tableText(table)] : []),
];

export const tableText = ({ header, rows }: TableData): SlideText =>
  textOf(
    header.join(' | '),
    rows.map((cells) => cells.join(' | ')),
  );

export function sentence(text: string, language: Language): string {
  const clean = cleanText(text);
  return !clean || /[.!?。！？…:：;；]["'”’」)）]*$/u.test(clean) ? clean : clean + marks[language].stop;
}

export function itemNotes(items: readonly Item[], language: Language): string[] {
  const { colon } = marks[language];
  const space = language === 'zh' ? '' : ' ';
  return items
    .map(({ heading, text }) => {
      const sentences = text.map((each) => sentence(each.replace(subLevel, ''), language)).filter(Boolean);
      if (sentences.length === 0) return sentence(heading, language);
      return heading ? heading.replace(/[.。:：]$/u, '') + colon + sentences.join(space) : sentences.join(space);
    })
    .filter(Boolean);
}

/** What images show, where a caption or a description says it. */
export const imageNotes = (images: readonly IllustrationInput[], language: Language): string[] =>
  images.map(({ alt, caption }) => sentence(caption ?? alt, language)).filter(Boolean);

export function rowNotes({ header, rows }: TableData, language: Language): string[] {
  const { colon, list, stop } = marks[language];
  return rows
    .map((cells) => {
      const values = cells.slice(1).map((value, index) => {
        const name = header[index + 1];
        return name ? `${name}${language === 'zh' ? '' : ' '}${value}` : value;
      });
      if (values.length === 0) return sentence(cells[0] ?? '', language);
      return `${cells[0]}${colon}${values.join(list)}${stop}`;
    })
    .filter(Boolean);
}
