import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporal } from '@temporalio/proto';
import { callFailures } from '../../src/core/failure-types';
import { hasLimits } from '../../src/core/gate-policy';
import type { PresentationPlan } from '../../src/decks/input/input';
import { isTransient } from '../../workflows/failure-types';

/** Translates the history of a deck into the events of the model (deck.pml), which ignores all others. */

type GateSettings = PresentationPlan['settings']['review'];
type History = temporal.api.history.v1.IHistory;
type Event = temporal.api.history.v1.IHistoryEvent;
type Payloads = temporal.api.common.v1.IPayloads | null | undefined;
type Failure = temporal.api.failure.v1.IFailure | null | undefined;
const { EventType } = temporal.api.enums.v1;

export const MODEL = join(__dirname, 'deck.pml');

/** The numbers that the model gives to its calls, outcomes, messages and events. */
const codes = Object.fromEntries(
  [...readFileSync(MODEL, 'utf8').matchAll(/^#define ([A-Z_]+) (\d+)$/gm)].map(([, name, number]) => [
    name!,
    Number(number),
  ]),
);

export function code(name: string): number {
  const number = codes[name];
  if (number === undefined) throw new Error(`the model has no ${name}`);
  return number;
}

/** The calls of the model, by activity. Every other one is a read that changes nothing there. */
const calls: Readonly<Record<string, string>> = {
  createTask: 'TASK',
  createDocumentTask: 'TASK',
  streamOutline: 'OUTLINE',
  streamAlternativeOutline: 'OUTLINE',
  streamWordContent: 'OUTLINE',
  startContent: 'CONTENT',
  streamContent: 'CONTENT',
  readAlternativeContent: 'CONTENT',
  addProLayout: 'LAYOUT',
  saveDesign: 'DESIGN',
  startExport: 'EXPORT',
  saveOutline: 'SAVE',
  storeOutline: 'STORE',
  findDesign: 'FIND',
  deleteDesign: 'TRASH',
};
const isPaid = (call: string) => code(call) <= code('EXPORT');

/** Failures of a paid call, as workflows/failure-types.ts and paid-calls.ts tell them apart. */
const outcomes: Readonly<Record<string, string>> = {
  OutcomeUnknown: 'LOST',
  GenerationBroken: 'LOST',
  Unexpected: 'LOST',
  AnswerUnreadable: 'UNREADABLE',
  WorkerShutdown: 'SHUTDOWN',
  QuotaExhausted: 'NO',
};

function outcomeOf(call: string, failure: Failure): string {
  if (!isPaid(call)) return 'REFUSED';
  const { applicationFailureInfo, timeoutFailureInfo } = failure?.cause ?? failure ?? {};
  const type = applicationFailureInfo?.type || 'Unexpected';
  if (timeoutFailureInfo || !(callFailures as readonly string[]).includes(type)) return 'LOST';
  return outcomes[type] ?? (isTransient(type) ? 'NO' : 'REFUSED');
}

const decisions: Readonly<Record<string, string>> = {
  approve: 'APPROVE',
  edit: 'EDIT',
  regenerate: 'REGENERATE',
  reject: 'REJECT',
  comment: 'REMARK',
  'request-changes': 'REMARK',
  reply: 'REMARK',
  'resolve-thread': 'SETTLED',
  delegate: 'SETTLED',
};

interface Message {
  decision?: string;
  restore?: number;
  action?: string;
  newJob?: boolean;
  designId?: number;
  taskId?: number;
}

function updateOf(name: string, message: Message): number {
  if (name === 'moveToCurrentBuild') return code('E_MOVE');
  if (name === 'resolve') return code('E_RESOLVE') + code(resolutionOf(message));
  const decision = message.restore === undefined ? decisions[message.decision!] : 'RESTORE';
  return code('E_REVIEW') + code(decision!);
}

function resolutionOf({ action, newJob, designId, taskId }: Message): string {
  if (action === 'retry') return newJob ? 'NEW_JOB' : 'RETRY';
  if (action === 'skip' || action === 'abandon') return action.toUpperCase();
  if (designId !== undefined) return 'PROVIDE_DESIGN';
  return taskId === undefined ? 'PROVIDE_JOB' : 'PROVIDE_TASK';
}

function jsonOf(payloads: Payloads): unknown {
  const [first] = payloads?.payloads ?? [];
  const text = Buffer.from(first?.data ?? []).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

export interface Trace {
  plan: number[];
  events: number[];
}

/** @param runs the runs of one deck, in order. Undefined if its first run is missing, or it had no plan. */
export function traceOf(runs: readonly History[]): Trace | undefined {
  const all = runs.flatMap(({ events }) => events ?? []);
  const first = all[0]?.workflowExecutionStartedEventAttributes;
  if (first?.workflowType?.name !== 'presentation' || first.continuedExecutionRunId) return undefined;
  const reader = new Reader();
  const events = runs.flatMap(({ events: own }) => reader.run(own ?? []));
  return reader.plan === undefined ? undefined : { plan: reader.facts(), events };
}

class Reader {
  plan: PresentationPlan | undefined;
  private condensed = false;
  private found = false;

  run(events: readonly Event[]): number[] {
    const calling = new Map<string, string>();
    const admitted = new Map<string, { name: string; args: Payloads }>();
    const answering = new Set<string>();
    return events.flatMap((event) => this.eventOf(event, { calling, admitted, answering }));
  }

  private eventOf(
    event: Event,
    open: {
      calling: Map<string, string>;
      admitted: Map<string, { name: string; args: Payloads }>;
      answering: Set<string>;
    },
  ): number[] {
    const { calling, admitted, answering } = open;
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const name = scheduled.activityType!.name!;
      calling.set(String(event.eventId), name);
      if (name === 'recordActs') return [code('E_ACTS')];
      const call = calls[name];
      return call === undefined ? [] : [code('E_CALL') + code(call)];
    }
    const completed = event.activityTaskCompletedEventAttributes;
    const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
    const ended = completed ?? failed ?? event.activityTaskCanceledEventAttributes;
    if (ended) {
      const name = calling.get(String(ended.scheduledEventId))!;
      if (completed) this.learn(name, jsonOf(completed.result));
      if (name === 'recordActs') return [code('E_WRITTEN')];
      const call = calls[name];
      if (call === undefined) return [];
      const none = call === 'FIND' && completed && jsonOf(completed.result) === null;
      const outcome = completed ? (none ? 'NO' : 'OK') : failed ? outcomeOf(call, failed.failure) : 'CANCELLED';
      return [code('E_ANSWER') + code(outcome)];
    }
    const admittance = event.workflowExecutionUpdateAdmittedEventAttributes?.request;
    if (admittance) {
      admitted.set(admittance.meta!.updateId!, { name: admittance.input!.name!, args: admittance.input!.args });
      return [];
    }
    const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
    if (accepted) {
      const request = accepted.acceptedRequest;
      const id = request?.meta?.updateId ?? accepted.protocolInstanceId!;
      const sent = request?.input ? { name: request.input.name!, args: request.input.args } : admitted.get(id)!;
      if (sent.name === 'awaitOutline') return [];
      answering.add(String(event.eventId));
      return [updateOf(sent.name, (jsonOf(sent.args) ?? {}) as Message)];
    }
    const answered = event.workflowExecutionUpdateCompletedEventAttributes;
    if (answered) return answering.delete(String(answered.acceptedEventId)) ? [code('E_ANSWERED')] : [];
    return endOf(event);
  }

  /** The model does not read documents. It gets the facts that depend on them. */
  private learn(name: string, result: unknown): void {
    if (name === 'preparePresentation') this.plan = result as PresentationPlan;
    if (name === 'takeDocument') this.condensed = (result as { condensed?: object }).condensed !== undefined;
    if (name === 'readOutline') this.found ||= result !== null;
  }

  facts(): number[] {
    const { source, content, settings, proLayout, from, facts, brief } = this.plan!;
    const bit = (fact: boolean) => Number(fact);
    const given = this.condensed || source.kind === 'markdown' || source.kind === 'topic';
    const toFill = facts !== undefined || brief !== undefined;
    const gates = [settings.review, settings.contentReview].map(gateOf);
    const resumed = [bit(from?.taskId !== undefined), bit(from !== undefined && this.found)];
    const job = bit(from?.ticket !== undefined);
    return [
      ...[content === 'as-is', given, toFill, proLayout !== false].map(bit),
      ...gates,
      ...resumed,
      job,
      bit(from?.designId !== undefined),
    ];
  }
}

function gateOf(settings: GateSettings): number {
  if (settings.mode === 'off') return code('OFF');
  if (hasLimits(settings)) return code('POLICY');
  return code(settings.mode === 'auto-approve' ? 'RULE' : 'ANYONE');
}

function endOf(event: Event): number[] {
  switch (event.eventType) {
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED: {
      const { signalName } = event.workflowExecutionSignaledEventAttributes!;
      return signalName === 'approveOutline' ? [code('E_SIGNAL')] : [];
    }
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED:
      return [code('E_CANCEL')];
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW:
      return [code('E_NEW_RUN')];
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED: {
      const { result } = event.workflowExecutionCompletedEventAttributes!;
      const { outcome } = jsonOf(result) as { outcome: string };
      return [code(outcome === 'rejected' ? 'E_REJECTED' : 'E_DELIVERED')];
    }
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED:
      return [code('E_CANCELLED')];
    case EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED:
      return [code('E_FAILED')];
    default:
      return [];
  }
}
