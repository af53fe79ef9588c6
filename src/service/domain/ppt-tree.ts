import type { ServiceProfile } from '../../contract/profile';
import type { Block, Outline } from '../../outline/outline';
import { DEFAULT_HEADINGS } from '../../outline/outline-limits';
import { wordsOfPicture } from '../../outline/picture-line';

/** A node of a design's tree: pages at the top, their texts below. */
export interface PptNode {
  type: 'title' | 'text';
  value: string;
  pageType?: number;
  children: PptNode[];
}

/** Returns the pages of a deck in order. The profile decides the `pageType` values. */
export function pptTree(deck: Outline, pageTypes: ServiceProfile['pageTypes']): PptNode[] {
  const words = DEFAULT_HEADINGS[deck.language];
  const page = (kind: keyof ServiceProfile['pageTypes'], value: string, children: PptNode[] = []): PptNode => ({
    type: 'title',
    value,
    pageType: pageTypes[kind],
    children,
  });
  return [
    page('cover', deck.title),
    page(
      'catalogue',
      deck.catalog ?? words.catalog,
      deck.chapters.map((chapter) => text(chapter.title)),
    ),
    ...deck.chapters.flatMap((chapter) => [
      page('chapter', chapter.title),
      ...chapter.pages.map((each) => page('content', each.title, each.blocks.map(blockNode))),
    ]),
    page('ending', deck.ending ?? words.ending),
  ];
}

function blockNode(block: Block): PptNode {
  if (block.kind === 'point')
    return text(
      block.title,
      block.text.map((paragraph) => text(paragraph)),
    );
  if (block.kind === 'code') return text(block.text);
  if (block.kind === 'picture') return text(wordsOfPicture(block)[0] ?? '');
  return text(
    row(block.header),
    block.rows.map((cells) => text(row(cells))),
  );
}

function row(cells: string[]): string {
  return cells.join(' | ');
}

function text(value: string, children: PptNode[] = []): PptNode {
  return { type: 'text', value, children };
}
