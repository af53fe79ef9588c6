import type { Outline } from './outline';
import { countOn, marksOf, type PointMarks } from './point-marks';

interface Noted extends PointMarks {
  title: string;
  nodeType?: string;
}

/**
 * Restores unknown node types, and the numbers and emphasis of points, from an earlier version in the same places:
 * headings cannot express them, and reading them must not change them. What the outline states itself takes precedence.
 */
export function withPlacedNotesOf(before: Outline, outline: Outline): Outline {
  const known = new Map<string, Omit<Noted, 'title'>>();
  visit(before, (node, place) => {
    const notes = notesOf(node);
    if (Object.keys(notes).length > 0) known.set(place, notes);
  });
  if (known.size === 0) return outline;
  const noted = structuredClone(outline);
  visit(noted, (node, place) => Object.assign(node, { ...known.get(place), ...notesOf(node) }));
  for (const page of noted.chapters.flatMap(({ pages }) => pages)) countOn(page.blocks);
  return noted;
}

/** Restores only emphasis, for which a tree has no field. */
export function withEmphasisOf(before: Outline | undefined, outline: Outline): Outline {
  const marked = new Set<string>();
  if (before) visit(before, (node, place) => node.marked && marked.add(place));
  if (marked.size === 0) return outline;
  const noted = structuredClone(outline);
  visit(noted, (node, place) => {
    if (marked.has(place)) node.marked = true;
  });
  return noted;
}

const notesOf = ({ nodeType, ...marks }: Noted) => ({
  ...(nodeType === undefined ? {} : { nodeType }),
  ...marksOf(marks),
});

/** Visits chapters, pages and points, each with the names that lead to it. */
function visit(outline: Outline, see: (node: Noted, place: string) => unknown): void {
  for (const chapter of outline.chapters) {
    see(chapter, JSON.stringify([chapter.title]));
    for (const page of chapter.pages) {
      see(page, JSON.stringify([chapter.title, page.title]));
      for (const block of page.blocks) {
        if (block.kind === 'point') see(block, JSON.stringify([chapter.title, page.title, block.title]));
      }
    }
  }
}
