import type { Chapter } from '../outline/outline';

/** Puts words into `{slots}`, in a single pass, because a word may itself look like a slot. */
export function filled(chapters: Chapter[], words: Readonly<Record<string, string>>): Chapter[] {
  const fill = (text: string) =>
    text.replace(/\{(a|b|ask|asked|audience|title)\}/g, (slot, name: string, at: number) => {
      const word = words[name]?.replace(/[[\]]/g, '');
      if (word === undefined) return slot;
      return at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    });
  return chapters.map((chapter) => ({
    ...chapter,
    pages: chapter.pages.map((page) => ({
      ...page,
      title: fill(page.title),
      blocks: page.blocks.map((block) => {
        if (block.kind === 'point') return { ...block, title: fill(block.title) };
        if (block.kind !== 'table') return block;
        return { ...block, header: block.header.map(fill) };
      }),
    })),
  }));
}
