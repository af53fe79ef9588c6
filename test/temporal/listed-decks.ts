import { PRESENTATION } from '../../src/core/messages';
import { nameKeyword } from '../../src/core/reviewer-name';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationReviewers,
  PresentationSource,
  PresentationStage,
  PresentationUid,
  PresentationWaitingSince,
} from '../../src/core/search-attributes';
import type { TemporalConnection } from '../../src/temporal';

const HOUR = 3_600_000;

/** What a deck publishes about itself, and its title. */
interface Published {
  uid?: string;
  title?: string;
  stage: string;
  attention?: string;
  waitingForHours?: number;
  dueInHours?: number;
  reviewers?: string[];
}

/** Users whose names mean something to SQL, to a pattern or to a list filter, as far as a uid can have such letters. */
export const hostileUids = ['a_b', 'axb', '李雷@示例', 'é'.repeat(100), 'OR', 'NULL', '-1', '1e3', 'TRUE'] as const;

/** Titles that a person may search for. */
export const hostileTexts = [
  ...[
    "O'Brien",
    "'; --",
    "'' OR 1=1",
    '"quoted"',
    '`tick`',
    'back\\slash',
    "\\'",
    '100%',
    '%',
    '_',
    '(',
    '*',
    '?',
    '[a]',
  ],
  ...['李雷的计划', '🍵', 'x'.repeat(200), "' OR WorkflowId != '", 'NULL', 'a AND b', '$1', ':name', '--', '/*', '~'],
] as const;

/** The name of a reviewer of the deck `names`. */
export const HOSTILE_REVIEWERS = ["O'Brien \\ Co", '100% _ok_', '李', '*', 'a"b'] as const;

const decks: Record<string, Published> = {
  waits: { stage: 'review', waitingForHours: 1 },
  content: { stage: 'contentReview', waitingForHours: 1 },
  overdue: { stage: 'review', waitingForHours: 72 },
  due: { stage: 'review', waitingForHours: 1, dueInHours: 2 },
  late: { stage: 'contentReview', waitingForHours: 1, dueInHours: 48 },
  names: { stage: 'review', waitingForHours: 1, reviewers: [...HOSTILE_REVIEWERS] },
  parked: { stage: 'content', attention: 'QuotaExhausted', waitingForHours: 1 },
  outline: { stage: 'outline' },
  generates: { stage: 'content' },
  exports: { stage: 'export' },
};

/** Starts decks that no worker continues, so that they keep what they publish. @returns their number */
export async function publishDecks({ client }: TemporalConnection, now: number): Promise<number> {
  const all = [
    ...Object.entries(decks).map(([request, deck]) => ({ request, uid: 'views', ...deck })),
    ...hostileUids.map((uid) => ({ request: 'r1', stage: 'design', uid })),
    ...hostileTexts.map((title, at) => ({ request: `t${at}`, stage: 'design', uid: 'texts', title })),
  ];
  for (const { request, uid, ...deck } of all) {
    const { stage, attention, waitingForHours, dueInHours, reviewers, title = 'A deck' }: Published = deck;
    await client.workflow.start(PRESENTATION, {
      taskQueue: 'nobody',
      workflowId: `presentation/${uid}/${request}`,
      memo: { title },
      typedSearchAttributes: [
        { key: PresentationUid, value: uid },
        { key: PresentationStage, value: stage },
        { key: PresentationSource, value: 'title' },
        ...(attention === undefined ? [] : [{ key: PresentationAttention, value: attention }]),
        ...(reviewers === undefined ? [] : [{ key: PresentationReviewers, value: reviewers.map(nameKeyword) }]),
        ...(waitingForHours === undefined
          ? []
          : [{ key: PresentationWaitingSince, value: new Date(now - waitingForHours * HOUR) }]),
        ...(dueInHours === undefined ? [] : [{ key: PresentationReviewDue, value: new Date(now + dueInHours * HOUR) }]),
      ],
    });
  }
  return all.length;
}
