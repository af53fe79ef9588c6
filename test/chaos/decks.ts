import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { workflowIdOf } from '../../src/core/deck-id';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import type { PresentationInput } from '../../src/decks/input/input';
import { type Holdings, holdingsOf } from '../faults/checker';
import type { DeckPlan } from './plan';
import type { Rig } from './rig';

type Run = (input: PresentationInput) => Promise<PresentationResult>;

/** What became of a deck. `lost`: accepted, and neither at an end nor waiting for anybody. */
export type Outcome = 'delivered' | 'rejected' | 'cancelled' | 'parked' | 'failed' | 'lost';

export interface DeckEnd {
  plan: DeckPlan;
  outcome: Outcome;
  /** Of a deck that has one: delivered or rejected. */
  result?: PresentationResult;
  /** The last that it said of itself. */
  progress?: PresentationProgress;
  /** Of a cancelled one: what the service held, and which files lay there, when the cancellation was acknowledged. */
  acknowledged?: { held: Holdings; files: string[] };
  /** How often it was parked and told to try again. */
  retries: number;
  /** An approval right after an edit was acknowledged. */
  hastened?: boolean;
  /** How it failed, or where it was lost. */
  why?: string;
}

const LOOKS_EVERY_MS = 500;
/** For how long a call of the runner's own may take before it is made again. */
const CALL_MS = 4000;
/** For how long a deck that has ended may say nothing. */
const SILENCE_MS = 120_000;
/** How often a parked deck is helped; all of them after the storm. */
const MOST_RETRIES = 8;
const EDITED = '# Edited\n\n## One\n\n### Page\n\n#### Point\n\n## Two\n\n### Another page\n\n#### Point\n';

export interface Weather {
  /** Over, and everything was restarted. */
  calm: boolean;
  /** Users whose decks have ended, or wait for help: faults have nothing more to do to them. */
  atRest: Set<string>;
  /** A deck that waits for no one and does not move for this long, while all is well, is lost. */
  standstillMs: number;
}

export const newWeather = (standstillMs = 120_000): Weather => ({ calm: false, atRest: new Set(), standstillMs });

/** Starts a deck, decides about it, cancels or helps it as its plan says, and waits for its end. */
export async function carry(rig: Rig, plan: DeckPlan, weather: Weather): Promise<DeckEnd> {
  const { client } = rig.temporal;
  const workflowId = workflowIdOf({ uid: plan.uid, request: 'r1' });
  const handle = client.workflow.getHandle<Run>(workflowId);
  await start(rig, plan, workflowId);
  const startedAt = Date.now();
  const end: DeckEnd = { plan, outcome: 'lost', retries: 0 };
  let decided = 0;
  let cancelled = false;
  let moved = { at: Date.now(), what: '' };
  for (;;) {
    if (plan.cancelledAfter !== undefined && !cancelled && Date.now() >= startedAt + plan.cancelledAfter) {
      cancelled = (await soon(rig, () => handle.cancel())) !== undefined;
    }
    const status = (await soon(rig, () => handle.describe()))?.status.name;
    if (status !== undefined && status !== 'RUNNING') {
      weather.atRest.add(plan.uid);
      return finish(rig, end, handle, status);
    }
    const progress = await soon(rig, () => handle.query<PresentationProgress>('progress'));
    if (progress !== undefined) end.progress = progress;
    if (progress?.attention !== undefined) weather.atRest.add(plan.uid);
    if (progress?.attention !== undefined && weather.calm) {
      if (end.retries >= MOST_RETRIES) return { ...end, outcome: 'parked', why: progress.attention.message };
      const helped = () => handle.executeUpdate('resolve', { args: [{ action: 'retry', by: 'runner' }] });
      if ((await soon(rig, helped)) !== undefined) end.retries += 1;
    } else if (progress?.review !== undefined && asksPerson(plan, progress.review.gate)) {
      const gate = progress.review.gate;
      const decision = gate === 'outline' ? (plan.decisions[decided] ?? 'approve') : 'approve';
      const message = {
        revision: progress.outline!.revision,
        decision,
        reviewer: 'runner',
        ...(decision === 'edit' ? { outline: EDITED } : {}),
      };
      // Sent again after a lost answer it is the same decision, not another one.
      const updateId = `${gate}-${decided}-${message.revision}`;
      const taken = await soon(rig, () => handle.executeUpdate('review', { updateId, args: [message] }));
      if (taken !== undefined && gate === 'outline') decided += 1;
      const { revision } = (taken ?? message) as { revision: number };
      if (plan.hasty !== undefined && decision === 'edit' && revision > message.revision) {
        const yes = { revision, decision: 'approve', reviewer: 'hasty' };
        const bySignal = () => handle.signal('approveOutline', yes).then(() => true);
        const byUpdate = () => handle.executeUpdate('review', { updateId: `hasty-${revision}`, args: [yes] });
        if ((await soon(rig, plan.hasty === 'signal' ? bySignal : byUpdate)) !== undefined) end.hastened = true;
      }
    }
    const what = `${progress?.updatedAt} ${end.retries} ${decided}`;
    if (progress !== undefined && what !== moved.what) moved = { at: Date.now(), what };
    if (!weather.calm) moved.at = Date.now();
    if (Date.now() > moved.at + weather.standstillMs) {
      const pending = (await soon(rig, () => handle.describe()))?.raw.pendingActivities ?? [];
      const open = pending.map(({ activityType, attempt, lastFailure }) => [
        activityType?.name,
        attempt,
        lastFailure?.message,
      ]);
      return { ...end, why: `at stage ${end.progress?.stage}, ${JSON.stringify(open)}` };
    }
    await pause(LOOKS_EVERY_MS);
  }
}

function asksPerson({ input }: DeckPlan, gate: 'outline' | 'content'): boolean {
  const settings = input.settings as Record<string, { mode: string }>;
  return settings[gate === 'outline' ? 'review' : 'contentReview']!.mode === 'required';
}

/** The same request again and again until it is accepted: that makes one deck. */
async function start(rig: Rig, plan: DeckPlan, workflowId: string): Promise<void> {
  const { temporal, workflow } = rig.settings;
  for (;;) {
    const known = await soon(rig, () =>
      rig.temporal.client.workflow
        .start<Run>(PRESENTATION, {
          taskQueue: temporal.taskQueue,
          workflowId,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowTaskTimeout: workflow.timeouts.workflowTask,
          args: [plan.input as PresentationInput],
        })
        .then(
          () => true,
          (error) => /already started/i.test(String(error)) || undefined,
        ),
    );
    if (known) return;
    await pause(LOOKS_EVERY_MS);
  }
}

async function finish(rig: Rig, end: DeckEnd, handle: WorkflowHandle<Run>, status: string): Promise<DeckEnd> {
  const { uid } = end.plan;
  if (status === 'CANCELLED') {
    const acknowledged = { held: holdingsOf(rig.settings.data.directory, uid), files: filesOf(rig, uid) };
    const progress = await eventually(rig, () => handle.query<PresentationProgress>('progress'));
    return { ...end, outcome: 'cancelled', acknowledged, progress };
  }
  if (status === 'COMPLETED') {
    const result = await eventually(rig, () => handle.result());
    return { ...end, outcome: result.outcome, result };
  }
  const failure = await handle.result().then(
    () => undefined,
    (error: unknown) => error,
  );
  const cause = failure instanceof WorkflowFailedError ? failure.cause : failure;
  return { ...end, outcome: 'failed', why: `${status}: ${String(cause)}` };
}

/** The files in the deck's folder of the output directory. */
export function filesOf({ settings }: Rig, uid: string): string[] {
  const folder = join(settings.output.directory, uid);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** The answer, or undefined: where a process or a line is broken, the caller does not wait long, and repeats the call. */
function soon<Value>({ temporal }: Rig, ask: () => Promise<Value>): Promise<Value | undefined> {
  const asked = temporal.connection.withDeadline(Date.now() + CALL_MS, ask).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, CALL_MS + 500, undefined).unref());
  return Promise.race([asked, late]);
}

async function eventually<Value>(rig: Rig, ask: () => Promise<Value>): Promise<Value> {
  for (const end = Date.now() + SILENCE_MS; ; await pause(LOOKS_EVERY_MS)) {
    const value = await soon(rig, ask);
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error('an ended deck does not say how it ended');
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
