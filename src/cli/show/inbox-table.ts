import { elapsed } from '../../base/text/elapsed';
import { shortId, userKeyOf } from '../../core/deck-id';
import type { InboxItem } from '../../decks/inbox';
import { type Column, tableLines } from '../terminal/table';
import { deadlineText } from './deadline-text';

const ageOf = (iso: string) => elapsed(Date.now() - Date.parse(iso));

/** `review the outline`, or `resolve ServiceUnreachable`. */
export function actionText({ gate, attention }: InboxItem): string {
  return gate === undefined ? `resolve ${attention ?? 'the deck'}` : `review the ${gate}`;
}

/** `closes in 1 h 20 min`; empty without a deadline. */
export function dueText({ due }: InboxItem): string {
  return due === undefined ? '' : deadlineText(due);
}

const columns: Column<InboxItem>[] = [
  { name: 'DECK', text: ({ workflowId }) => shortId(workflowId) },
  { name: 'TITLE', text: ({ title = '' }) => title, minWidth: 10 },
  { name: 'TO DO', text: actionText, style: ({ gate }) => (gate === undefined ? 'yellow' : 'cyan'), minWidth: 12 },
  { name: 'USER', text: ({ uid = '', channel }) => userKeyOf({ uid, channel }), minWidth: 6, hideOrder: 2 },
  { name: 'WAITING', text: ({ since }) => ageOf(since), hideOrder: 1 },
  { name: 'DUE', text: dueText, hideOrder: 3 },
];

export function inboxTable(items: readonly InboxItem[], stream: NodeJS.WriteStream): string[] {
  return tableLines(items, columns, stream);
}
