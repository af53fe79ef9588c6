import { PRESENTATION } from '../core/messages';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationStage,
  PresentationUid,
} from '../core/search-attributes';
import { type Stage, stageFacts, stages } from '../core/stages';

/** A list of decks that somebody who looks after them wants to have at hand. */
export interface SavedView {
  /** How the command line names it. */
  key: string;
  /** How the web pages name it. */
  name: string;
  /** A list filter of Temporal (https://docs.temporal.io/list-filter). */
  query: string;
}

export interface ViewOptions {
  /** Only decks of this user. */
  uid?: string;
  /** A review counts as overdue when its deck was started longer ago, milliseconds. */
  overdueAfter: number;
  /** The server says itself which steps fail; it does from 1.30 on. */
  reportedProblems?: boolean;
  /** "Today" begins at the midnight before this moment, by the clock of this machine. */
  now?: Date;
}

/**
 * The ready-made views. A list filter knows no "now", so views about time have the moment written into them, and are
 * printed anew when it has passed.
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
    view('awaiting-review', 'Awaiting review', ...waiting),
    view('review-overdue', 'Review overdue', ...overdueReviews(overdueAfter, now)),
    view(
      'review-ends',
      'Review ends within a day',
      ...waiting,
      `${PresentationReviewDue.name} < ${quoted(new Date(now.getTime() + DAY_MS))}`,
    ),
    view('needs-attention', 'Needs attention', ...needAttention),
    ...(reportedProblems ? [view('stands-still', 'Stands still', ...failingStep)] : []),
    view('generating', 'Generating', ...at(({ view }) => view === 'generating')),
    view('exporting', 'Exporting', ...at(({ view }) => view === 'exporting')),
    view('failed-today', 'Failed today', "ExecutionStatus IN ('Failed', 'TimedOut', 'Terminated')", closedToday),
    view('delivered-today', 'Delivered today', `${PresentationStage.name} = 'delivered'`, closedToday),
    ...(uid === undefined ? [] : [view('user', 'Decks')]),
  ];
}

/**
 * Conditions of decks that wait for a decision for too long. Nothing says when a review began that may wait for ever; the
 * start of its deck is the nearest to it.
 */
export function overdueReviews(after: number, now = new Date()): string[] {
  return [...waiting, `StartTime < ${quoted(new Date(now.getTime() - after))}`];
}

const DAY_MS = 86_400_000;
const RUNNING = "ExecutionStatus = 'Running'";
/** Conditions of decks that wait for help. */
export const needAttention: readonly string[] = [RUNNING, `${PresentationAttention.name} IS NOT NULL`];
/** Conditions of decks whose own step fails; only a server from 1.30 on can search so. */
export const failingStep: readonly string[] = [RUNNING, 'TemporalReportedProblems IS NOT NULL'];
const at = (fits: (facts: (typeof stageFacts)[Stage]) => boolean): string[] => [
  RUNNING,
  `${PresentationStage.name} IN (${stages
    .filter((stage) => fits(stageFacts[stage]))
    .map(quoted)
    .join(', ')})`,
  `${PresentationAttention.name} IS NULL`,
];
const waiting = at(({ gate }) => gate !== undefined);

/** Page of the web pages that shows the view and keeps it among the saved ones of this browser. */
export function savedViewPage(uiUrl: string, namespace: string, { name, query }: SavedView): string {
  const parameters = `query=${encoded(query)}&savedQuery=${encoded(name)}`;
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows?${parameters}`;
}

/** Also what shells and terminals take for the end of an address. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()!*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** Whole seconds: the web pages show the moment as it stands here. */
function quoted(value: string | Date): string {
  return `'${value instanceof Date ? value.toISOString().replace(/\.\d+Z$/, 'Z') : value}'`;
}
