/** Speaker notes: everything the page says, as sentences. */
import type { Language, Page } from '../../domain/outline';
import { cleanText } from '../text/characters';

const marks = { en: { stop: '.', colon: ': ', list: '; ' }, zh: { stop: '。', colon: '：', list: '；' } };

export function sentence(text: string, language: Language): string {
  const clean = cleanText(text);
  return !clean || /[.!?。！？…:：;；]["'”’」)）]*$/u.test(clean) ? clean : clean + marks[language].stop;
}

export function pageNotes(page: Page, language: Language): string[] {
  const { colon, list, stop } = marks[language];
  const notes = [sentence(page.title, language)];
  for (const block of page.blocks) {
    if (block.kind === 'point') {
      const heading = cleanText(block.title);
      const text = block.text.map((each) => sentence(each, language)).filter(Boolean);
      const space = language === 'zh' ? '' : ' ';
      if (text.length === 0) notes.push(sentence(heading, language));
      else notes.push(heading ? heading.replace(/[.。:：]$/u, '') + colon + text.join(space) : text.join(space));
    } else {
      const header = block.header.map(cleanText);
      for (const row of block.rows) {
        const cells = row.map(cleanText);
        const values = cells.slice(1).map((value, index) => {
          const name = header[index + 1];
          return name ? `${name}${language === 'zh' ? '' : ' '}${value}` : value;
        });
        notes.push(
          values.length > 0 ? `${cells[0]}${colon}${values.join(list)}${stop}` : sentence(cells[0] ?? '', language),
        );
      }
    }
  }
  return notes.filter(Boolean);
}
