import type { Outline } from './outline';

interface Typed {
  title: string;
  nodeType?: string;
}

/**
 * Restores unknown node types from an earlier version in the same places: Markdown cannot express them, and reading it
 * must not change them. Types that the outline states itself take precedence.
 */
export function withNodeTypesOf(before: Outline, outline: Outline): Outline {
  const types = new Map<string, string>();
  visit(before, (node, place) => {
    if (node.nodeType !== undefined) types.set(place, node.nodeType);
  });
  if (types.size === 0) return outline;
  const typed = structuredClone(outline);
  visit(typed, (node, place) => {
    const nodeType = node.nodeType ?? types.get(place);
    if (nodeType !== undefined) node.nodeType = nodeType;
  });
  return typed;
}

/** Visits chapters, pages and points, each with the names that lead to it. */
function visit(outline: Outline, see: (node: Typed, place: string) => void): void {
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
