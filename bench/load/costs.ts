import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { PresentationHandle } from '../../src/api';
import type { TemporalConnection } from '../../src/temporal';
import type { Content, Decks } from './decks';
import type { Gauges, Meter } from './gauges';
import { type LoadProcesses, PARTS, type Part } from './processes';
import { Times } from './times';

/** What a deck of one kind uses up, on the average. */
export interface Cost {
  kind: string;
  decks: number;
  /** Seconds of processor time, without what the idle process uses in that time. */
  cpu: Record<Part, number>;
  temporalBytes: number;
  serviceBytes: number;
  /** Rows that stay in Temporal's database after its end, by table. */
  temporalRows: Map<string, number>;
  /** Bytes of files: documents of the worker, files of the service, delivered ones. */
  fileBytes: { documents: number; service: number; delivered: number };
  /** Requests to the service, by endpoint. */
  calls: Map<string, number>;
  deck: HistoryFacts;
  /** The service's own workflows for it, all together. */
  jobs: HistoryFacts;
}

export interface HistoryFacts {
  events: number;
  bytes: number;
  transitions: number;
  /** What Temporal Cloud would charge for, as far as a history shows it: heartbeats and queries do not. */
  actions: number;
}

/** How many are on their way at once: a machine that is busy, not one that is overrun. */
const AT_ONCE = 10;
const HISTORIES_READ = 10;
const IDLE_MS = 10_000;
/** Writes of the server continue for a moment after the last answer: timers, the list. */
const SETTLE_MS = 2_000;

type Idle = Record<Part | 'driver', number>;

/** Processor seconds a second without any request. */
export async function idleLoad(gauges: Gauges): Promise<Idle> {
  const before = gauges.meter();
  await delay(IDLE_MS);
  const after = gauges.meter();
  const seconds = (after.at - before.at) / 1000;
  const a = (part: Part | 'driver') => (after.cpu[part] - before.cpu[part]) / seconds;
  return { worker: a('worker'), service: a('service'), temporal: a('temporal'), driver: a('driver') };
}

export interface CostKind {
  kind: string;
  fate: 'delivered' | 'rejected';
  content: Content;
}

export const costKinds: readonly CostKind[] = [
  { kind: 'rejected at review', fate: 'rejected', content: 'ticket' },
  { kind: 'delivered, content by ticket', fate: 'delivered', content: 'ticket' },
  { kind: 'delivered, content by stream', fate: 'delivered', content: 'stream' },
];

/** Carries the given number of decks from their start to the given end, and divides what that used up. */
export async function costOf(
  { kind, fate, content }: CostKind,
  count: number,
  { decks, gauges, processes, temporal, idle }: CostContext,
): Promise<Cost> {
  const handles: PresentationHandle[] = [];
  const files = fileSizes(processes);
  const rows = gauges.temporalRows();
  const before = gauges.meter();
  const times = new Times();
  const carry = async () => {
    while (handles.length < count) {
      const slot = handles.length;
      handles.length += 1;
      const handle = await decks.start(fate, content);
      handles[slot] = handle;
      await decks.reviewed(handle);
      await (fate === 'delivered' ? decks.approve(handle, times) : decks.reject(handle, times));
      await handle.result();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, carry));
  await delay(SETTLE_MS);
  const after = gauges.meter();
  const seconds = (after.at - before.at) / 1000;
  const each = (bytes: number) => bytes / count;
  const cpu = PARTS.map((part) => [part, each(after.cpu[part] - before.cpu[part] - idle[part] * seconds)]);
  const jobs = await jobsSince(temporal, before);
  const filesAfter = fileSizes(processes);
  return {
    kind,
    decks: count,
    cpu: Object.fromEntries(cpu) as Record<Part, number>,
    temporalBytes: each(after.temporalBytes - before.temporalBytes),
    serviceBytes: each(after.serviceBytes - before.serviceBytes),
    temporalRows: new Map(
      [...gauges.temporalRows()].map(([table, now]) => [table, each(now - (rows.get(table) ?? 0))]),
    ),
    fileBytes: {
      documents: each(filesAfter.documents - files.documents),
      service: each(filesAfter.service - files.service),
      delivered: each(filesAfter.delivered - files.delivered),
    },
    calls: new Map([...gauges.calls(before, after)].map(([endpoint, calls]) => [endpoint, each(calls)])),
    deck: await historyFacts(handles.slice(0, HISTORIES_READ), 1),
    jobs: await historyFacts(jobs.slice(0, 2 * HISTORIES_READ), jobs.length / count),
  };
}

export interface CostContext {
  decks: Decks;
  gauges: Gauges;
  processes: LoadProcesses;
  temporal: TemporalConnection;
  idle: Idle;
}

async function jobsSince({ serviceClient }: TemporalConnection, { at }: Meter): Promise<WorkflowHandle[]> {
  const query = `WorkflowType IN ("contentJob", "exportJob") AND StartTime >= "${new Date(at).toISOString()}"`;
  const handles: WorkflowHandle[] = [];
  for await (const { workflowId } of serviceClient.workflow.list({ query })) {
    handles.push(serviceClient.workflow.getHandle(workflowId));
  }
  return handles;
}

/** The average of some histories, times how many of them belong to a deck. */
async function historyFacts(handles: readonly WorkflowHandle[], times: number): Promise<HistoryFacts> {
  const sum = { events: 0, bytes: 0, transitions: 0, actions: 0 };
  for (const handle of handles) {
    const { historyLength, historySize = 0, raw } = await handle.describe();
    sum.events += historyLength;
    sum.bytes += historySize;
    sum.transitions += Number(raw.workflowExecutionInfo?.stateTransitionCount ?? 0);
    sum.actions += actionsOf((await handle.fetchHistory()).events ?? []);
  }
  const factor = handles.length === 0 ? 0 : times / handles.length;
  return {
    events: sum.events * factor,
    bytes: sum.bytes * factor,
    transitions: sum.transitions * factor,
    actions: sum.actions * factor,
  };
}

/** Events that are an action each in https://docs.temporal.io/cloud/actions. */
const ACTIONS = [
  'workflowExecutionStartedEventAttributes',
  'activityTaskScheduledEventAttributes',
  'timerStartedEventAttributes',
  'upsertWorkflowSearchAttributesEventAttributes',
  'workflowExecutionSignaledEventAttributes',
  'workflowExecutionUpdateAcceptedEventAttributes',
] as const;

type Events = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;

function actionsOf(events: Events): number {
  return events.filter((event) => ACTIONS.some((action) => event[action] != null)).length;
}

function fileSizes({ settings }: LoadProcesses) {
  return {
    documents: bytesBelow(settings.documents.directory),
    service: bytesBelow(join(settings.data.directory, 'service'), (name) => !name.includes('service.db')),
    delivered: bytesBelow(settings.output.directory),
  };
}

function bytesBelow(directory: string, counts: (name: string) => boolean = () => true): number {
  if (!existsSync(directory)) return 0;
  let bytes = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && counts(entry.name)) bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
