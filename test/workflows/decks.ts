import { ActivityFailure, RetryState } from '@temporalio/common';
import { wireFormats } from '../../src/core/formats';
import type { OutlineRevision, Problem } from '../../src/core/progress';
import type { PresentationPlan } from '../../src/decks/input/input';
import { newState, type PresentationState } from '../../workflows/presentation/state';

export const AT = '2026-03-01T09:30:15.000Z';

const anyone = { reviewers: [], approvals: 1, requiredGroups: [], selfApproval: true, verifiedOnly: false };
/** What the pure core reads of the settings; without their schema, so that these tests load in milliseconds. */
const settings = {
  paidCalls: 12,
  review: { mode: 'required', ...anyone },
  contentReview: { mode: 'off', ...anyone },
  reviewerGroups: {},
} as unknown as PresentationPlan['settings'];

/** A plan of its own for each call, so that a test may change it. */
export function planWith(changes: Partial<PresentationPlan> = {}): PresentationPlan {
  return {
    uid: 'u1',
    channel: '',
    request: 'r1',
    title: 'Tea',
    titled: true,
    name: 'Tea',
    source: { kind: 'title' },
    provider: 'default',
    content: 'stream',
    proLayout: false,
    formats: ['ppt'],
    edit: false,
    zip: false,
    wire: {
      taskType: 1,
      proLayout: 2,
      newestCreated: 1,
      formats: wireFormats({}),
    },
    settings: structuredClone(settings),
    folderId: 'r1',
    ...changes,
  };
}

export function stateWith(changes: Partial<PresentationState> = {}): PresentationState {
  return { ...newState(AT), plan: planWith(), ...changes };
}

type GateSettings = PresentationPlan['settings']['review'];

/** A deck at its outline gate with this policy. */
export function gateWith(
  review: Partial<GateSettings>,
  reviewerGroups: Record<string, string[]> = {},
  changes: Partial<PresentationState> = {},
): PresentationState {
  const plan = planWith();
  Object.assign(plan.settings.review, review);
  plan.settings.reviewerGroups = reviewerGroups;
  const waiting = { gate: 'outline' as const, since: AT, reminders: 0 };
  return stateWith({ plan, stage: 'review', outlines: [revision(1)], waiting, ...changes });
}

export function revision(number: number, more: Partial<OutlineRevision> = {}): OutlineRevision {
  const document = { uri: 'document:abc', sha256: 'abc', bytes: 9, preview: '# Tea' };
  return { revision: number, document, part: 'outline', source: 'generated', at: AT, ...more };
}

export function problem(type: string, message = type): Problem {
  return { stage: 'content', type, message, at: AT };
}

/** A deck that waits for help at this stage. */
export function parkedAt(
  stage: PresentationState['stage'],
  type = 'QuotaExhausted',
  changes: Partial<PresentationState> = {},
): PresentationState {
  return stateWith({ stage, attention: { ...problem(type), stage, remedy: 'help' }, ...changes });
}

/** A call that its activity gave up. */
export function failed(cause?: Error): ActivityFailure {
  return new ActivityFailure(
    'the activity failed',
    'saveDesign',
    '1',
    RetryState.NON_RETRYABLE_FAILURE,
    'worker',
    cause,
  );
}
