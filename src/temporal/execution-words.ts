import { callName } from '../core/call-names';
import type { ExecutionHealth, FailingStep, TroubledCall } from './execution-health';

/** Runbook for decks with a failing workflow task. */
export const STALLED_DECK_GUIDE = 'docs/operations.md, DeckStandsStill';

/** One line per problem of a deck's execution, the most severe first. */
export function healthLines({ step, calls = [] }: ExecutionHealth): string[] {
  return [...(step === undefined ? [] : [stepWords(step)]), ...calls.map((call) => callWords(call))];
}

/** The most severe problem, for a column of a list. `next: false` omits the countdown. */
export function healthLine({ step, calls = [] }: ExecutionHealth, { next = true } = {}): string {
  if (step !== undefined) return `workflow task failed ${times(step.failures)}`;
  const paused = calls.find((call) => call.paused);
  const most = paused ?? calls.reduce((one, other) => (other.attempt > one.attempt ? other : one), calls[0]!);
  return callWords(most, { next });
}

export function stepWords({ failures, reason }: FailingStep): string {
  const why = reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`;
  const what = failures === 0 ? 'its worker cannot continue it' : `its workflow task failed ${times(failures)}`;
  return `${what}${why}. A worker with compatible code is needed (${STALLED_DECK_GUIDE})`;
}

/** `retrying: attempt 7 of 20, service unreachable (ECONNREFUSED), next attempt in 12 s`. */
export function callWords(
  { activity, attempt, maximumAttempts, paused, type, message, nextAttemptAt }: TroubledCall,
  { next = true } = {},
): string {
  const limit = maximumAttempts === undefined ? '' : ` of ${maximumAttempts}`;
  const code = /\(([A-Z][A-Z0-9_]{2,60})\)/.exec(message ?? '')?.[1];
  const why = type === undefined ? message : `${typeWords(type)}${code === undefined ? '' : ` (${code})`}`;
  const parts = [`attempt ${attempt}${limit}`, ...(why === undefined ? [] : [why])];
  if (paused) return `paused by an operator: ${callName(activity)}, ${parts.join(', ')}`;
  return `retrying: ${[...parts, ...(next ? [nextWords(nextAttemptAt)] : [])].join(', ')}`;
}

function nextWords(nextAttemptAt: string | undefined): string {
  const left = nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - Date.now();
  if (left <= 0) return 'running now';
  return left < 100_000
    ? `next attempt in ${Math.ceil(left / 1_000)} s`
    : `next attempt in ${Math.round(left / 60_000)} min`;
}

/** `ServiceUnreachable` as `service unreachable`. */
function typeWords(type: string): string {
  return type.replace(/(?<!^)[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`).toLowerCase();
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
