import type { Block, Chapter, Language, Outline, Page } from '../../outline/outline';
import { joined, sentencesOf } from './sentence-split';

/** Maximum text under one point, in characters, that an audience can follow. */
const MOST_TEXT = { en: 260, zh: 110 } as const;

/** Numbers before headings, which the deck replaces. "2026 in review" and "3D printing" keep theirs. */
const NUMBERING =
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章节篇部编条]\s*|[一二三四五六七八九十]{1,3}、\s*|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|\d{1,2}(?:\.\d{1,2}){1,3}\.?\s*(?=[\p{L}\p{Script=Han}])|\d{1,2}[.)、]\s*(?=[\p{L}\p{Script=Han}])|(?:chapter|section|part) [\dIVX]+\s*[:.–—-]\s*)/iu;

/** Edits the deck: shortens text but adds none. */
export function polished(outline: Outline): Outline {
  const { language } = outline;
  return {
    ...outline,
    title: heading(outline.title, language),
    chapters: withoutCounting(outline.chapters).map((chapter) => ({
      ...chapter,
      title: heading(chapter.title, language),
      pages: chapter.pages.map((page) => ({
        ...page,
        title: heading(page.title, language),
        blocks: page.blocks.map((block) => polishedBlock(block, language)),
      })),
    })),
  };
}

/** Bare numbers, as in "1 Results", "2 Causes", count as numbering only if they are consecutive: "5 lessons" stays. */
function withoutCounting(chapters: Chapter[]): Chapter[] {
  const numbers = chapters.map(({ title }) => Number(/^\d{1,2}(?=\s+\p{L})/u.exec(title)?.[0] ?? Number.NaN));
  const counted = numbers.filter((number) => !Number.isNaN(number));
  const counts = counted.length > 1 && counted.every((number, at) => number === counted[0]! + at);
  return counts
    ? chapters.map((chapter) => {
        const bare = (text: string) => text.replace(/^\d{1,2}\s+(?=\p{L})/u, '');
        const own = (page: Page) =>
          page.title.startsWith(chapter.title) ? { ...page, title: bare(page.title) } : page;
        return { ...chapter, title: bare(chapter.title), pages: chapter.pages.map(own) };
      })
    : chapters;
}

function polishedBlock(block: Block, language: Language): Block {
  if (block.kind === 'code' || block.kind === 'picture') return block;
  if (block.kind === 'table') {
    const cells = (row: string[]) => row.map((cell) => typed(cell, language));
    return { ...block, header: cells(block.header), rows: block.rows.map(cells) };
  }
  const title = heading(block.title, language);
  const text = block.text.map((paragraph) => essence(withoutRepeat(paragraph, block.title), language));
  return { ...block, title, text: text.filter((paragraph) => paragraph !== '') };
}

/** Removes the text that the heading already contains. */
function withoutRepeat(paragraph: string, title: string): string {
  return paragraph === title ? '' : paragraph;
}

function heading(text: string, language: Language): string {
  const plain = typed(text.replace(NUMBERING, ''), language).replace(/(?<![.。;；,，:：])[.。;；,，:：]+$/u, '');
  const words = plain === '' ? text : plain;
  return language === 'en' ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** As many complete sentences from the start as the point can hold, ending with a full stop. */
function essence(paragraph: string, language: Language): string {
  const sentences = sentencesOf(typed(paragraph, language), language);
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentences) {
    if (kept.length > 0 && length + sentence.length > MOST_TEXT[language]) break;
    kept.push(sentence);
    length += sentence.length;
  }
  const text = joined(kept, language);
  if (text === '' || sentences.length < 2 || /[.。!！?？…:：)）"”]$/u.test(text)) return text;
  return `${text.replace(/[;；,，]$/u, '')}${language === 'zh' ? '。' : '.'}`;
}

/** Corrects typography: doubled punctuation, spaces around it, half-width punctuation between hanzi. */
function typed(text: string, language: Language): string {
  const even = text
    .replace(/\s+/g, ' ')
    .replace(/([!?,;:！？，。；：、])\1+/gu, '$1')
    .trim();
  if (language === 'en') return even.replace(/ ([,;:!?.])(?=\s|$)/g, '$1');
  return even
    .replace(/(?<=\p{Script=Han})[ ]+(?=\p{Script=Han})/gu, '')
    .replace(/(?<=\p{Script=Han}),\s*/gu, '，')
    .replace(/(?<=\p{Script=Han});\s*/gu, '；')
    .replace(/(?<=\p{Script=Han}):\s*/gu, '：')
    .replace(/(?<=\p{Script=Han})\.(?=\s|$)/gu, '。');
}
