import type { OutlineItem, ReviewComment } from '../core/review-message';
import { isLine, itemsIn, placeOf } from './outline-items';
import { parseOutline, writeOutline } from './outline-markdown';

/** A heading or line of a text, and what replaces it. */
export type Suggestion = Required<Pick<ReviewComment, 'item' | 'suggestion'>>;

/** The text with the suggestion, whose line may have moved since, or why it cannot be applied. */
export function withSuggestion(
  markdown: string,
  { item, suggestion }: Suggestion,
): { markdown: string } | { fault: string } {
  const outline = parseOutline(markdown);
  const place = placeOf(itemsIn(outline), item);
  if (place === undefined) return { fault: `the text no longer has the line “${quoteOf(item)}”` };
  const { path, line } = place;
  const [chapterAt, pageAt, blockAt] = path.split('.').map((number) => Number(number) - 1);
  const chapter = path === '0' ? undefined : outline.chapters[chapterAt!]!;
  const page = pageAt === undefined ? undefined : chapter!.pages[pageAt]!;
  const block = blockAt === undefined ? undefined : page!.blocks[blockAt]!;
  if (block !== undefined && block.kind !== 'point') return { fault: NOT_TEXT };
  if (line === undefined) (block ?? page ?? chapter ?? outline).title = suggestion;
  else block!.text = block!.text.map((each) => (isLine({ line: each }, line) ? suggestion : each));
  return { markdown: writeOutline(outline) };
}

const NOT_TEXT = 'a suggestion can replace a heading or a line of text, not a table, code or an image';

/** Why the suggestions do not fit the text, or undefined. */
export function suggestionFault(markdown: string, comments: readonly ReviewComment[]): string | undefined {
  for (const { item, suggestion } of comments) {
    const applied = suggestion === undefined ? undefined : withSuggestion(markdown, { item, suggestion });
    if (applied !== undefined && 'fault' in applied) return applied.fault;
  }
  return undefined;
}

const quoteOf = ({ heading, line = heading }: OutlineItem) => line.replace(/\s+/g, ' ').slice(0, 60);
