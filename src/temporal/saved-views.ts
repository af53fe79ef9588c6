import { PRESENTATION } from '../core/messages';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationStage,
  PresentationUid,
  PresentationWaitingSince,
} from '../core/search-attributes';
import { type Stage, stageFacts, stages } from '../core/stages';

/** A ready-made list of decks for operators. */
export interface SavedView {
  /** Name on the command line. */
  key: string;
  /** Name in the Temporal UI. */
  name: string;
  /** A list filter of Temporal (https://docs.temporal.io/list-filter). */
  query: string;
}

export interface ViewOptions {
  /** Only decks of this user. */
  uid?: string;
  /** Age of a deck, in milliseconds, at which its review is overdue. */
  overdueAfter: number;
  /** Whether the server reports failing workflow tasks. */
  reportedProblems?: boolean;
  /** "Today" starts at midnight before this time, in the time zone of this host. */
  now?: Date;
}

/**
 * The ready-made views. List filters have no "now", so views about time contain the current time and have to be printed again
 * later.
 */
export function savedViews({ uid, overdueAfter, reportedProblems, now = new Date() }: ViewOptions): SavedView[] {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const whose = uid === undefined ? [] : [`${PresentationUid.name} = ${quoted(uid)}`];
  const view = (key: string, name: string, ...conditions: string[]): SavedView => ({
    key,
    name: uid === undefined ? name : `${name}, ${uid}`,
    query: [`WorkflowType = ${quoted(PRESENTATION)}`, ...conditions, ...whose].join(' AND '),
  });
  const closedToday = `CloseTime >= ${quoted(midnight)}`;
  return [
    view('waiting', 'Waiting for a person', ...needPerson.slice(1)),
    view('awaiting-review', 'Awaiting review', ...waiting),
    view('review-overdue', 'Review overdue', ...overdueReviews(overdueAfter, now)),
    view(
      'review-ends',
      'Review ends within a day',
      ...waiting,
      `${PresentationReviewDue.name} < ${quoted(new Date(now.getTime() + DAY_MS))}`,
    ),
    view('needs-attention', 'Needs attention', ...needAttention),
    ...(reportedProblems ? [view('stalled', 'Stalled', ...failingStep)] : []),
    view('generating', 'Generating', ...at(({ view }) => view === 'generating')),
    view('exporting', 'Exporting', ...at(({ view }) => view === 'exporting')),
    view('failed-today', 'Failed today', "ExecutionStatus IN ('Failed', 'TimedOut', 'Terminated')", closedToday),
    view('delivered-today', 'Delivered today', `${PresentationStage.name} = 'delivered'`, closedToday),
    ...(uid === undefined ? [] : [view('user', 'Decks')]),
  ];
}

/** Conditions for overdue reviews. */
export function overdueReviews(after: number, now = new Date()): string[] {
  const limit = quoted(new Date(now.getTime() - after));
  return [...waiting, `${PresentationWaitingSince.name} < ${limit}`];
}

const DAY_MS = 86_400_000;
const RUNNING = "ExecutionStatus = 'Running'";
/** Conditions for parked decks. */
export const needAttention: readonly string[] = [RUNNING, `${PresentationAttention.name} IS NOT NULL`];
/** The first server that reports failing workflow tasks. */
export const REPORTS_PROBLEMS = '1.30.0';
/** Conditions for decks with a failing workflow task. Older servers do not know this search attribute. */
export const failingStep: readonly string[] = [RUNNING, 'TemporalReportedProblems IS NOT NULL'];
const stagesWhere = (fits: (facts: (typeof stageFacts)[Stage]) => boolean): string =>
  stages
    .filter((stage) => fits(stageFacts[stage]))
    .map(quoted)
    .join(', ');
const at = (fits: (facts: (typeof stageFacts)[Stage]) => boolean): string[] => [
  RUNNING,
  `${PresentationStage.name} IN (${stagesWhere(fits)})`,
  `${PresentationAttention.name} IS NULL`,
];
const waiting = at(({ gate }) => gate !== undefined);
/** Conditions for decks that wait for a person: at a gate, or parked. */
export const needPerson: readonly string[] = [
  `WorkflowType = ${quoted(PRESENTATION)}`,
  RUNNING,
  `(${PresentationStage.name} IN (${stagesWhere(({ gate }) => gate !== undefined)}) OR ${PresentationAttention.name} IS NOT NULL)`,
];

/** URL of the Temporal UI that shows the view and saves it in this browser. */
export function savedViewPage(uiUrl: string, namespace: string, { name, query }: SavedView): string {
  const parameters = `query=${encoded(query)}&savedQuery=${encoded(name)}`;
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows?${parameters}`;
}

/** Also encodes characters at which shells and terminals end a URL. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()!*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** Whole seconds, because the Temporal UI shows the text unchanged. */
function quoted(value: string | Date): string {
  return `'${value instanceof Date ? value.toISOString().replace(/\.\d+Z$/, 'Z') : value}'`;
}
