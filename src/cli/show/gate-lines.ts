import type { PresentationProgress } from '../../core/progress';
import { nameOf } from '../../core/reviewer-name';
import { itemLabel } from '../../outline/outline-items';

type Review = NonNullable<PresentationProgress['review']>;

/** What an open gate waits for, one line each: approvals, delegations and open change requests. */
export function gateLines(review: Review): string[] {
  return gateRows(review).map(([name, value]) => (name === '' ? `  ${value}` : `${capital(name)}: ${value}`));
}

/** The same as rows of a table. */
export function gateRows({ approvals, mayDecide, delegations = [], changeRequests = [] }: Review): [string, string][] {
  return [
    ...(approvals === undefined ? [] : [['approvals', approvals.summary] as [string, string]]),
    ...(approvals?.given ?? []).map((each): [string, string] => ['approved', `${nameOf(each)} at ${each.at}`]),
    ...(mayDecide === undefined ? [] : [['may decide', mayDecide.join(', ')] as [string, string]]),
    ...delegations.map(({ from, to }): [string, string] => ['delegated', `${to} decides for ${from}`]),
    ...changeRequests.flatMap(({ number, revision, comment, comments = [], ...who }): [string, string][] => [
      [
        'changes',
        `request ${number} by ${nameOf(who)}, revision ${revision}${comment === undefined ? '' : `: ${comment}`}`,
      ],
      ...comments.map(({ item, text }): [string, string] => ['', `${itemLabel(item)}: ${text}`]),
    ]),
  ];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
