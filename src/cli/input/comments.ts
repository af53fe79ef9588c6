import type { ReviewComment } from '../../core/messages';
import { findItems } from '../../outline/outline-items';
import { badInput } from '../terminal/exit';

/** `ITEM=TEXT` of `--comment-on`: the number or heading of an item, and the comment. */
export interface WrittenComment {
  item: string;
  text: string;
}

export function writtenComment(option: string): WrittenComment {
  // A heading may contain `=` only if the item is given by its number.
  const at = option.indexOf('=');
  const item = option.slice(0, at).trim();
  const text = option.slice(at + 1).trim();
  if (at > 0 && item !== '' && text !== '') return { item, text };
  throw badInput(`--comment-on takes ITEM=TEXT, such as 2.1="Too long", not ${JSON.stringify(option)}.`);
}

/** The comments with the headings of the text. @throws CliError if an item is missing or ambiguous */
export function commentsOn(markdown: string, written: readonly WrittenComment[]): ReviewComment[] {
  return written.map(({ item, text }) => {
    const [found, ...others] = findItems(markdown, item);
    const hint = 'number the item as chapter.page.point, such as 2.1 (0 is the title)';
    if (found === undefined) throw badInput(`The text has no item ${JSON.stringify(item)}; ${hint}.`);
    if (others.length === 0) return { item: found, text };
    const places = [found, ...others].map(({ path }) => path).join(', ');
    throw badInput(`Several items have the heading ${JSON.stringify(item)} (${places}); ${hint}.`);
  });
}
