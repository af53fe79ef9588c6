import type { ResolveMessage } from './resolve-message';
import { canProvide, canSkip, type Parked, type Stage, stageFacts } from './stages';

type Action = ResolveMessage['action'];

/** The remedy by failure type, and the suggested action where it is not `retry`; docs/failures.md has the same. */
const remedies: Record<string, { advice: string; first?: Action }> = {
  AuthenticationRefused: { advice: 'check the API key, secret key and channel of the worker, then retry' },
  SignatureRefused: { advice: 'check the secret key and the clock of the worker’s host, then retry' },
  QuotaExhausted: { advice: 'top up the account, then retry' },
  FeatureOff: { advice: 'have the feature enabled for the account, then retry, or abandon' },
  ContentFiltered: {
    advice: 'the generation service rejected this text: abandon the deck and start a new one with other words',
    first: 'abandon',
  },
  GenerationFailed: { advice: 'retry to generate it again' },
  GenerationBroken: { advice: 'retry to generate it again' },
  JobLate: {
    advice:
      'retry to look at the same job again, for free; if it will never end, retry with --new-job starts another one, which may be charged',
  },
  TreeIncomplete: {
    advice:
      'retry to look at the tree again, for free; retry with --new-job generates the content again, which is charged',
  },
  ContentMismatch: {
    advice:
      'compare the content with the approved outline: skip accepts the content; retry with --new-job creates another task from the outline, which is charged',
  },
  CodeUnlisted: { advice: 'name the code in profile.failures and restart the worker, then retry' },
  AnswerUnreadable: {
    advice: 'retry makes the call again, which may be charged; if the service has the resource, provide its ID',
  },
  NotFound: { advice: 'provide the correct ID, or abandon', first: 'provide' },
  TemplateRefused: {
    advice: 'skip to let the generation service choose a template, or start a new deck with another one',
    first: 'skip',
  },
  OutcomeUnknown: { advice: 'check whether the call was applied: if so, provide its ID; otherwise retry' },
  PaidCallsExhausted: { advice: 'retry with a higher paid-call limit, or abandon' },
  FileUnusable: { advice: 'retry; if it fails again, check the disk and the generation service' },
  DiskFull: { advice: 'free space on the worker’s disk, then retry' },
};

/** What is not found at a stage that a person has no ID for: a job that the service forgot, or a list. */
const LOST_JOB = { advice: 'retry to ask again, or to start another job if the service has forgotten this one' };
const withJobs: readonly Stage[] = ['choices', 'source', 'task', 'content', 'template', 'export', 'download'];

const remedyOf = (stage: Stage, type: string): { advice: string; first?: Action } =>
  (type === 'NotFound' && withJobs.includes(stage) ? LOST_JOB : remedies[type]) ?? {
    advice: 'fix the cause, then retry',
  };

export function adviceFor(stage: Stage, type: string): string {
  return remedyOf(stage, type).advice;
}

/** The resolutions that fit a parked deck, the suggested one first. */
export function suggestionsFor(state: Parked & { paidCalls: Record<string, number> }): ResolveMessage[] {
  const { stage } = state;
  const { type } = state.attention!;
  const { provides = 'taskId' } = stageFacts[stage];
  const { first = 'retry' } = remedyOf(stage, type);
  const again: ResolveMessage = { action: 'retry' };
  if (type === 'PaidCallsExhausted') again.paidCalls = madeBy(state.paidCalls) + FURTHER_CALLS;
  const retries = [again, ...(WITH_NEW_JOB.includes(type) ? [{ action: 'retry', newJob: true } as const] : [])];
  // A plain retry would find the same content.
  if (type === 'ContentMismatch') retries.reverse();
  const all: ResolveMessage[] = [
    ...retries,
    ...(canSkip(state) ? [{ action: 'skip' } as const] : []),
    ...(canProvide({ type }) ? [{ action: 'provide', [provides]: provides.endsWith('Id') ? 123 : '…' } as const] : []),
    { action: 'abandon' },
  ];
  return [...all.filter(({ action }) => action === first), ...all.filter(({ action }) => action !== first)];
}

/** What another paid job may settle. */
const WITH_NEW_JOB: readonly string[] = ['JobLate', 'TreeIncomplete', 'ContentMismatch'];

/** How far the suggested paid-call limit is above the calls already made: enough to complete a deck. */
const FURTHER_CALLS = 6;

const madeBy = (paidCalls: Record<string, number>) => Object.values(paidCalls).reduce((sum, count) => sum + count, 0);
