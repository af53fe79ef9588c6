import type { ResolveMessage } from '../src/core/messages';
import { canSkip, type Stage, stageFacts } from '../src/core/stages';
import { type PresentationState, paidCallsOf } from './state';

type Action = ResolveMessage['action'];

/** What helps, by kind of failure, and the answer that says so; the same words as docs/failures.md. */
const remedies: Record<string, { advice: string; first?: Action }> = {
  AuthenticationRefused: { advice: 'check the API key, secret key and channel of the worker, then retry' },
  SignatureRefused: { advice: 'check the secret key and the clock of the worker’s machine, then retry' },
  QuotaExhausted: { advice: 'top up the account, then retry' },
  FeatureOff: { advice: 'have the feature enabled for the account, then retry; or abandon' },
  ContentFiltered: {
    advice: 'the service refuses this text; abandon, or edit the outline in a new request',
    first: 'abandon',
  },
  GenerationFailed: { advice: 'retry for one more generation' },
  GenerationBroken: { advice: 'retry for one more generation' },
  NotFound: { advice: 'provide the right id, or abandon', first: 'provide' },
  TemplateRefused: {
    advice: 'skip to let the service choose a template, or start again with another one',
    first: 'skip',
  },
  OutcomeUnknown: { advice: 'look whether the call was applied; provide its id, or retry' },
  PaidCallsExhausted: { advice: 'retry with a higher budget in paidCalls, or abandon' },
  FileUnusable: { advice: 'retry; if it stays so, look at the disk and at the service' },
};

export function adviceFor(type: string): string {
  return remedies[type]?.advice ?? 'retry when the cause is gone';
}

/** The messages of the update `resolve` that help a parked deck, the advised one first, as JSON to paste. */
export function answersFor(state: PresentationState): string[] {
  const { stage, type } = state.attention!;
  const first = remedies[type]?.first ?? 'retry';
  const actions: Action[] = ['retry', 'skip', 'provide', 'abandon'];
  const fits: Record<Action, boolean> = {
    retry: true,
    skip: canSkip(state),
    provide: type === 'OutcomeUnknown' || type === 'NotFound',
    abandon: true,
  };
  const withWhat: Partial<Record<Action, string>> = {
    provide: `, ${idOf(stage)}`,
    ...(type === 'PaidCallsExhausted' ? { retry: `, "paidCalls": ${paidCallsOf(state) + FURTHER_CALLS}` } : {}),
  };
  return [first, ...actions.filter((action) => action !== first)]
    .filter((action) => fits[action])
    .map((action) => `{"action": "${action}"${withWhat[action] ?? ''}}`);
}

/** What a raised budget is advised to leave: enough for a deck to come to its end. */
const FURTHER_CALLS = 6;

/** The option of `deck resolve` that tries again: a used-up budget has to be raised with it. */
export function retryOption(state: PresentationState): string {
  const raised = state.attention?.type === 'PaidCallsExhausted';
  return raised ? `--retry --paid-calls ${paidCallsOf(state) + FURTHER_CALLS}` : '--retry';
}

/** The id that a person would find in the service for this stage. */
function idOf(stage: Stage): string {
  const { provides = 'taskId' } = stageFacts[stage];
  return `"${provides}": ${provides.endsWith('Id') ? '123' : '"…"'}`;
}
