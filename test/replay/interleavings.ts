import { readFileSync } from 'node:fs';
import type { Workflow } from '@temporalio/worker/lib/workflow/interface';
import type { PresentationProgress } from '../../src/core/progress';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { historyOf, replayable } from './kept';
import { prefixesOf } from './prefix';
import {
  type Activation,
  type Completion,
  commandsOf,
  finished,
  type Job,
  jobOf as messageJob,
  next,
  payload,
  query,
} from './prefix-point';
import { replayEach, type Stand } from './prefix-worker';

/** A kept history up to where the deck first is so. */
export interface Place {
  history: string;
  at: (progress: PresentationProgress, pending: Pending) => boolean;
}

/** What the deck waits for: sequence numbers by kind. */
interface Pending {
  timers: { seq: number; seconds: number }[];
  activities: { seq: number; type: string }[];
  /** Acts are recorded next to everything else, and a deck ends when they are. */
  acts: number[];
}

/** Something that reaches a workflow. `continue` marks the step as the one at which the server suggests a new run. */
export type Event =
  | { update: string; message?: object; name: string }
  | { signal: string; message: object }
  | { timer: true }
  | { activity: 'completed' | 'failed'; result?: unknown }
  | { cancel: true }
  | { continue: true }
  | { recorded: true };

const RECORDED: readonly Event[] = [{ recorded: true }];

/** Events that arrive in one step of the workflow, in this order, and further steps. */
export type Script = readonly (readonly Event[])[];

const messageOf = (name: string, message?: object) => ({
  name,
  sent: message === undefined ? [] : [{ encoding: 'json/plain', data: JSON.stringify(message) }],
});
const json = (value: unknown) => payload({ encoding: 'json/plain', data: JSON.stringify(value) });

const ACTS = 'recordActs';

function pendingOf(activations: readonly Activation[], completions: readonly Completion[]): Pending {
  const timers = new Map<number, number>();
  const activities = new Map<number, string>();
  activations.forEach((activation, index) => {
    for (const { fireTimer, resolveActivity } of activation.jobs!) {
      if (fireTimer) timers.delete(fireTimer.seq!);
      if (resolveActivity) activities.delete(resolveActivity.seq!);
    }
    for (const { startTimer, cancelTimer, scheduleActivity, scheduleLocalActivity } of commandsOf(
      completions[index]!,
    )) {
      if (startTimer) timers.set(startTimer.seq!, Number(startTimer.startToFireTimeout!.seconds));
      if (cancelTimer) timers.delete(cancelTimer.seq!);
      const scheduled = scheduleActivity ?? scheduleLocalActivity;
      if (scheduled) activities.set(scheduled.seq!, scheduled.activityType!);
    }
  });
  return {
    timers: [...timers].map(([seq, seconds]) => ({ seq, seconds })).sort((one, other) => one.seconds - other.seconds),
    activities: [...activities].filter(([, type]) => type !== ACTS).map(([seq, type]) => ({ seq, type })),
    acts: [...activities].filter(([, type]) => type === ACTS).map(([seq]) => seq),
  };
}

function jobOf(event: Event, pending: Pending): Job[] {
  if ('update' in event) return [messageJob('update', messageOf(event.update, event.message), event.name)];
  if ('signal' in event) return [messageJob('signal', messageOf(event.signal, event.message))];
  if ('timer' in event) {
    const [timer] = pending.timers;
    if (timer === undefined) throw new Error('no timer runs');
    return [{ fireTimer: { seq: timer.seq } }];
  }
  if ('activity' in event) {
    const { seq, type } = pending.activities.at(-1)!;
    if (event.activity === 'completed')
      return [{ resolveActivity: { seq, result: { completed: { result: json(event.result) } } } }];
    const cause = { message: 'the host is gone', applicationFailureInfo: { type: 'Unforeseen', nonRetryable: true } };
    const failure = { message: 'Activity task failed', cause, activityFailureInfo: { activityType: { name: type } } };
    return [{ resolveActivity: { seq, result: { failed: { failure } } } }];
  }
  if ('recorded' in event) return pending.acts.map((seq) => ({ resolveActivity: { seq, result: { completed: {} } } }));
  return 'cancel' in event ? [messageJob('cancel', messageOf('cancel'))] : [];
}

const ENDS = {
  completeWorkflowExecution: 'completes',
  failWorkflowExecution: 'fails',
  cancelWorkflowExecution: 'is cancelled',
  continueAsNewWorkflowExecution: 'continues as new',
} as const;

/**
 * @returns what came of a script, in words: the answers to updates, the recorded decisions, and which activities the deck
 * starts or how it ends
 */
async function play(stand: Stand, script: Script): Promise<string> {
  const { workflow, completions } = await stand.again(`played ${Math.random()}`, stand.activations);
  const activations = [...stand.activations];
  const answers: string[] = [];
  const does: string[] = [];
  for (const events of [...script, RECORDED]) {
    const pending = pendingOf(activations, completions);
    if (events === RECORDED && (pending.acts.length === 0 || completions.some(hasEnded))) continue;
    const step = next(activations.at(-1)!);
    const due = events.map((event) => ('timer' in event ? (pending.timers[0]?.seconds ?? 0) : 0));
    const activation: Activation = {
      ...step,
      timestamp: { ...step.timestamp, seconds: step.timestamp!.seconds!.add(Math.max(0, ...due)) },
      continueAsNewSuggested: events.some((event) => 'continue' in event),
      jobs: events.flatMap((event) => jobOf(event, pending)),
    };
    const completion = await finished(workflow, activation);
    activations.push(activation);
    completions.push(completion);
    if (completion.failed) throw new Error(completion.failed.failure?.message ?? 'the step failed');
    for (const command of commandsOf(completion)) {
      const { updateResponse, scheduleActivity, scheduleLocalActivity } = command;
      if (updateResponse?.rejected) answers.push(`${updateResponse.protocolInstanceId} refused`);
      if (updateResponse?.completed) answers.push(`${updateResponse.protocolInstanceId} taken`);
      const type = (scheduleActivity ?? scheduleLocalActivity)?.activityType;
      if (type && type !== ACTS) does.push(type);
      does.push(...endOf(command));
    }
  }
  const { decisions = [] } = await progressOf(workflow, stand);
  await workflow.dispose();
  const recorded = decisions.map(({ decision, by }) => `${decision} by ${by}`);
  return [answers.sort(), recorded, does].map((each) => each.join(', ') || '-').join(' | ');
}

const endOf = (command: object) =>
  Object.entries(ENDS).flatMap(([end, words]) => (Reflect.get(command, end) ? [words] : []));

const hasEnded = (completion: Completion) => commandsOf(completion).some((command) => endOf(command).length > 0);

async function progressOf(workflow: Workflow, stand: Stand): Promise<PresentationProgress> {
  const { json, fault } = await query(workflow, stand, 'progress');
  if (fault !== undefined) throw new Error(fault);
  return JSON.parse(json!);
}

/** Plays each script from its place, in the sandbox of the worker and with its bundle. */
export async function playAll(place: Place, scripts: readonly Script[]): Promise<string[]> {
  const code = readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
  const outcomes: string[] = [];
  let found = false;
  const prefixes = prefixesOf(place.history, replayable(historyOf(place.history)));
  await replayEach(code, prefixes, async (_, stand) => {
    if (found) return;
    const { workflow, completions } = await stand.again('looked at', stand.activations);
    const ended = completions.some(hasEnded);
    const fits = !ended && place.at(await progressOf(workflow, stand), pendingOf(stand.activations, completions));
    await workflow.dispose();
    if (!fits || found) return;
    found = true;
    for (const script of scripts) outcomes.push(await play(stand, script));
  });
  if (!found) throw new Error(`${place.history} has no such place`);
  return outcomes;
}
