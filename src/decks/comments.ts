import type { ReviewComment } from '../core/review-message';
import { findItems } from '../outline/outline-items';
import { DeckError } from './errors';

export { itemLabel } from '../outline/outline-items';

/** A comment as a person or an assistant writes it: the number or heading of an item, and the text. */
export interface WrittenComment {
  item: string;
  text: string;
}

const NUMBER = 'give the number of the item, chapter.page.point, such as 2.1 (0 is the title)';

/** The comments with the headings of the text. @throws DeckError if an item is missing or ambiguous */
export function commentsOn(markdown: string, written: readonly WrittenComment[]): ReviewComment[] {
  return written.map(({ item, text }) => {
    const [found, ...others] = findItems(markdown, item);
    const remedy = { remedy: NUMBER };
    if (found === undefined)
      throw new DeckError('invalid-input', `The text has no item ${JSON.stringify(item)}`, remedy);
    if (others.length === 0) return { item: found, text };
    const places = [found, ...others].map(({ path }) => path).join(', ');
    throw new DeckError(
      'invalid-input',
      `${others.length + 1} items have the heading ${JSON.stringify(item)} (${places})`,
      remedy,
    );
  });
}
