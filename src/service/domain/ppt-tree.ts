import type { ServiceProfile } from '../../contract/profile';
import type { DeckPage, SlideText } from '../../slides/render';

/** A node of a design's tree: pages at the top, their texts below. */
export interface PptNode {
  type: 'title' | 'text';
  value: string;
  pageType?: number;
  children: PptNode[];
}

/** Returns the pages of a deck in order. The profile decides the `pageType` values. */
export const pptTree = (pages: readonly DeckPage[], pageTypes: ServiceProfile['pageTypes']): PptNode[] =>
  pages.map(({ title, layout, texts }) => ({
    type: 'title',
    value: title,
    pageType: pageTypes[layout === 'page' ? 'content' : layout],
    children: texts.map(textNode),
  }));

const textNode = ({ value, children }: SlideText): PptNode => ({
  type: 'text',
  value,
  children: children.map(textNode),
});
