/** Marks the links of a page in the texts of its slides. */
import type { LinkFinder } from '../../../outline/links';
import type { Language, Link } from '../../../outline/outline';
import type { Paragraph, Shape, TextBox } from '../deck/deck';
import { cleanText } from '../text/characters';

/** Marks the links that the shapes have, the title last: it repeats words of the text. */
export function markLinks(shapes: readonly Shape[], links: LinkFinder): void {
  const texts = shapes.flatMap((shape): TextBox[] => {
    if (shape.kind === 'table') return shape.rows.flatMap(({ cells }) => cells.map(({ text }) => text));
    return shape.kind === 'text' && (shape.part === 'text' || shape.part === 'title') ? [shape] : [];
  });
  for (const part of ['text', 'title'] as const) {
    for (const text of texts) if (text.part === part) for (const paragraph of text.paragraphs) mark(paragraph, links);
  }
}

function mark(paragraph: Paragraph, links: LinkFinder): void {
  if (paragraph.font === 'code') return;
  const found = links.in(paragraph.text.replace(/\u00a0/g, ' '));
  if (found.length > 0) paragraph.links = found;
}

/** A sentence for the notes about links whose words are on no slide. */
export function linkNotes(links: readonly Link[], language: Language): string[] {
  if (links.length === 0) return [];
  const list = links.map(({ text, target }) => `${cleanText(text)} <${target}>`);
  return [language === 'zh' ? `链接：${list.join('；')}` : `Links: ${list.join('; ')}`];
}
