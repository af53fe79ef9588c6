/**
 * Speaker notes: the full text of a slide as sentences. If a page spans several slides, each has the notes of its part.
 */
import type { Language } from '../../outline/outline';
import { cleanText } from '../text/characters';
import type { IllustrationInput } from './image';
import { type Item, subLevel } from './sheet';
import type { TableData } from './table';

const marks = { en: { stop: '.', colon: ': ', list: '; ' }, zh: { stop: '。', colon: '：', list: '；' } };

export function sentence(text: string, language: Language): string {
  const clean = cleanText(text);
  return !clean || /[.!?。！？…:：;；]["'”’」)）]*$/u.test(clean) ? clean : clean + marks[language].stop;
}

export function itemNotes(items: Item[], language: Language): string[] {
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
