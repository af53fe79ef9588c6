import { given } from '../core/given';
import type { PresentationProgress, Thread } from '../core/progress';
import type { ReviewComment } from '../core/review-message';
import { nameOf } from '../core/reviewer-name';
import { isOpen } from '../core/threads';
import { findItems, itemLabel } from '../outline/outline-items';
import type { PlacedThread } from '../outline/placed-threads';
import { DeckError } from './errors';

/** A comment as a person or an assistant writes it: the number or heading of an item, and the text. */
export interface WrittenComment {
  item: string;
  text?: string | undefined;
  suggestion?: string | undefined;
}

const NUMBER = 'give the number of the item, chapter.page.point, such as 2.1 (0 is the title)';

/** The comments with the headings of the text. @throws DeckError if an item is missing or ambiguous */
export function commentsOn(markdown: string, written: readonly WrittenComment[]): ReviewComment[] {
  return written.map(({ item, text = '', suggestion }) => {
    const [found, ...others] = findItems(markdown, item);
    const remedy = { remedy: NUMBER };
    if (found === undefined)
      throw new DeckError('invalid-input', `The text has no item ${JSON.stringify(item)}`, remedy);
    if (others.length === 0) return { item: found, text, ...given({ suggestion }) };
    const places = [found, ...others].map(({ path }) => path).join(', ');
    throw new DeckError(
      'invalid-input',
      `${others.length + 1} items have the heading ${JSON.stringify(item)} (${places})`,
      remedy,
    );
  });
}

/** The numbers of the open objections that a person has just read. */
export function objectionsIn({ threads = [] }: Pick<PresentationProgress, 'threads'>): number[] {
  return threads.filter((thread) => thread.objection && isOpen(thread)).map(({ number }) => number);
}

type Said = Omit<PlacedThread, 'gate' | 'at' | 'replies' | 'closed'> & {
  replies: readonly Omit<Thread['replies'][number], 'at'>[];
  closed?: PlacedThread['closed'];
};

/** A thread on one line, then its replies. */
export function threadLines(thread: Said): string[] {
  const { number, revision, item, place = item, slide, text, suggestion, replies, closed, removed } = thread;
  const at = [
    ...(place === undefined ? [] : [itemLabel(place)]),
    ...(slide === undefined ? [] : [`slide ${slide}`]),
    ...(removed ? ['line removed'] : []),
  ];
  const says = [...(text === '' ? [] : [text]), ...(suggestion === undefined ? [] : [`suggests “${suggestion}”`])];
  const end =
    closed === undefined ? '' : ` [${closed.decision === 'edit' ? 'accepted' : 'closed'} by ${nameOf(closed)}]`;
  return [
    `${number} by ${nameOf(thread)}, revision ${revision}${at.length === 0 ? '' : `, ${at.join(', ')}`}: ${says.join('; ')}${end}`,
    ...replies.map((reply) => `${nameOf(reply)}: ${reply.text}`),
  ];
}
