import type { PresentationProgress } from '../../core/progress';
import { nameOf } from '../../core/reviewer-name';
import { isOpen } from '../../core/threads';
import { threadLines } from '../../decks/comments';

type Gate = Pick<PresentationProgress, 'review' | 'threads'>;

/** What an open gate waits for, one line each: approvals, delegations and open threads. */
export function gateLines(progress: Gate): string[] {
  return gateRows(progress).map(([name, value]) => (name === '' ? `  ${value}` : `${capital(name)}: ${value}`));
}

/** The same as rows of a table. */
export function gateRows({ review, threads = [] }: Gate): [string, string][] {
  const { approvals, mayDecide, delegations = [] } = review ?? {};
  return [
    ...(approvals === undefined ? [] : [['approvals', approvals.summary] as [string, string]]),
    ...(approvals?.given ?? []).map((each): [string, string] => ['approved', `${nameOf(each)} at ${each.at}`]),
    ...(mayDecide === undefined ? [] : [['may decide', mayDecide.join(', ')] as [string, string]]),
    ...delegations.map(({ from, to }): [string, string] => ['delegated', `${to} decides for ${from}`]),
    ...threads.filter(isOpen).flatMap((thread): [string, string][] => {
      const [first, ...rest] = threadLines(thread);
      return [
        [thread.objection ? 'objection' : 'comment', first!],
        ...rest.map((line): [string, string] => ['', line]),
      ];
    }),
  ];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
