import type { Outline, Page } from './outline';

/**
 * Keeps the speaker notes of an earlier version on pages of the same name: neither a tree nor the Markdown that people
 * edit has them.
 */
export function withNotesOf(before: Outline, outline: Outline): Outline {
  const known = new Map<string, string[]>();
  for (const { pages } of before.chapters) {
    for (const { title, notes } of pages) if (notes && !known.has(title)) known.set(title, notes);
  }
  if (known.size === 0) return outline;
  const kept = (page: Page): Page => {
    const notes = page.notes ?? known.get(page.title);
    return notes ? { ...page, notes } : page;
  };
  return {
    ...outline,
    chapters: outline.chapters.map((chapter) => ({ ...chapter, pages: chapter.pages.map(kept) })),
  };
}
