import { shortId } from '../../src/core/deck-id';
import { shortened } from '../../src/core/markdown';
import type { ResolveMessage } from '../../src/core/resolve-message';
import { canProvide, canSkip, providingOption, type Stage, stageFacts } from '../../src/core/stages';
import { type PresentationState, paidCallsOf } from './state';

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

/** The messages of the update `resolve` that fit a parked deck, as JSON to paste. The suggested one comes first. */
export function resolutionsFor(state: PresentationState): string[] {
  const { stage, type, at } = state.attention!;
  const since = `, "since": "${at}"}`;
  const { first = 'retry' } = remedyOf(stage, type);
  const actions: Action[] = ['retry', 'skip', 'provide', 'abandon'];
  const fits: Record<Action, boolean> = {
    retry: true,
    skip: canSkip(state),
    provide: canProvide({ type }),
    abandon: true,
  };
  const withWhat: Partial<Record<Action, string>> = {
    provide: `, ${idOf(stage)}`,
    ...(type === 'PaidCallsExhausted' ? { retry: `, "paidCalls": ${paidCallsOf(state) + FURTHER_CALLS}` } : {}),
  };
  return [first, ...actions.filter((action) => action !== first)]
    .filter((action) => fits[action])
    .flatMap((action) => [
      `{"action": "${action}"${withWhat[action] ?? ''}${since}`,
      ...(action === 'retry' && WITH_NEW_JOB.includes(type) ? [`{"action": "retry", "newJob": true${since}`] : []),
    ]);
}

/** For the history of the Temporal UI: what happened, what to send, and why as far as it fits. */
export function parkedSummary(state: PresentationState): string {
  const { stage, type } = state.attention!;
  const sentence = `Parked: ${type} at ${stage}. Update resolve ${resolutionsFor(state)[0]}: ${adviceFor(stage, type)}`;
  return shortened(sentence);
}

/** What another paid job may settle. */
const WITH_NEW_JOB: readonly string[] = ['JobLate', 'TreeIncomplete', 'ContentMismatch'];

/** How far the suggested paid-call limit is above the calls already made: enough to complete a deck. */
const FURTHER_CALLS = 6;

/** The command that resolves a parked deck as suggested, ready to paste; only an ID has to be filled in. */
export function resolveCommand(state: PresentationState, workflowId: string): string {
  return `deck resolve ${shortId(workflowId)} ${suggestedOption(state)} --since ${state.attention!.at}`;
}

function suggestedOption(state: PresentationState): string {
  const { stage, type } = state.attention!;
  const { first: action = 'retry' } = remedyOf(stage, type);
  if (action === 'provide') return `${providingOption(stage)} ID`;
  const raised = type === 'PaidCallsExhausted' ? ` --paid-calls ${paidCallsOf(state) + FURTHER_CALLS}` : '';
  // A plain retry would find the same content.
  const job = type === 'ContentMismatch' ? ' --new-job' : '';
  return `--${action}${raised}${job}`;
}

/** The field for the ID that a person can look up at the generation service for this stage. */
function idOf(stage: Stage): string {
  const { provides = 'taskId' } = stageFacts[stage];
  return `"${provides}": ${provides.endsWith('Id') ? '123' : '"…"'}`;
}
