import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { temporal as proto } from '@temporalio/proto';
import { openSqliteFile, type SqliteFile } from '../../src/io/sqlite';
import type { TemporalConnection } from '../../src/temporal';
import { queueFacts, queuesOf } from '../../src/worker/queue-facts';
import { type LoadProcesses, PARTS, type Part } from './processes';

/** Of Linux for programs, on every machine. */
const TICKS_A_SECOND = 100;
const EVERY_MS = 2_000;

/** What has been used up at one moment; costs are the difference of two. */
export interface Meter {
  at: number;
  /** Seconds of processor time since the start of each process. */
  cpu: Record<Part | 'driver', number>;
  /** Bytes in use within each database: its pages without the free ones. */
  temporalBytes: number;
  serviceBytes: number;
  /** Length of the logs of service and worker. */
  serviceLog: number;
  workerLog: number;
}

/** What is large or long just now. */
export interface Gauge {
  /** Seconds since the begin of the run. */
  at: number;
  phase: string;
  /** Resident memory, bytes. */
  rss: Record<Part, number>;
  temporalBytes: number;
  serviceBytes: number;
  /** Bytes of the files of Temporal's database, with free pages and write-ahead log. */
  temporalFile: number;
  /** Tasks that wait for a worker, by queue. */
  backlog: Record<string, number>;
}

/** Reads processes and databases from outside, at once and every 2 s. */
export class Gauges {
  readonly readings: Gauge[] = [];
  phase = 'start';
  private readonly began = Date.now();
  private readonly databases: { temporal: SqliteFile; service: SqliteFile };
  private timer: NodeJS.Timeout | undefined;
  private under = Promise.resolve();

  constructor(
    private readonly processes: LoadProcesses,
    private readonly temporal: TemporalConnection,
  ) {
    this.databases = {
      temporal: openSqliteFile(processes.temporalDb, { readonly: true }),
      service: openSqliteFile(processes.serviceDb, { readonly: true }),
    };
  }

  begin(): void {
    this.under = this.take().catch((error: unknown) =>
      console.error('a measurement failed:', (error as Error).message),
    );
    this.timer = setTimeout(() => void this.under.then(() => this.timer && this.begin()), EVERY_MS);
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.under;
    this.databases.temporal.close();
    this.databases.service.close();
  }

  meter(): Meter {
    const driver = process.cpuUsage();
    return {
      at: Date.now(),
      cpu: {
        ...(Object.fromEntries(PARTS.map((part) => [part, cpuSeconds(this.processes.pids[part])])) as Record<
          Part,
          number
        >),
        driver: (driver.user + driver.system) / 1e6,
      },
      ...this.sizes(),
      serviceLog: statSync(this.processes.serviceLog).size,
      workerLog: statSync(this.processes.workerLog).size,
    };
  }

  /** Requests that the service has answered between two meters, by endpoint. */
  calls(from: Meter, to: Meter): Map<string, number> {
    const text = between(this.processes.serviceLog, from.serviceLog, to.serviceLog);
    const calls = new Map<string, number>();
    for (const [, endpoint] of text.matchAll(/"endpoint":"(\w+)"/g)) {
      calls.set(endpoint!, (calls.get(endpoint!) ?? 0) + 1);
    }
    return calls;
  }

  /** Steps of workflows that took longer than `workflow.timeouts.workflowTask` and were done again, between two meters. */
  lateSteps(from: Meter, to: Meter): number {
    return (
      between(this.processes.workerLog, from.workerLog, to.workerLog).split('Task not found when completing').length - 1
    );
  }

  /** Rows of a table of the service. */
  serviceRows(table: string): number {
    return this.databases.service.prepare(`select count(*) from ${table}`).pluck().get() as number;
  }

  /** Rows of each table of Temporal; counted by reading them, so only while there are few. */
  temporalRows(): Map<string, number> {
    const db = this.databases.temporal;
    const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    return new Map(
      tables.map((table) => [table, db.prepare(`select count(*) from "${table}"`).pluck().get() as number]),
    );
  }

  private sizes() {
    return { temporalBytes: usedBytes(this.databases.temporal), serviceBytes: usedBytes(this.databases.service) };
  }

  private async take(): Promise<void> {
    const { pids, temporalDb } = this.processes;
    this.readings.push({
      at: (Date.now() - this.began) / 1000,
      phase: this.phase,
      rss: Object.fromEntries(PARTS.map((part) => [part, residentBytes(pids[part])])) as Record<Part, number>,
      ...this.sizes(),
      temporalFile: ['', '-wal'].reduce(
        (sum, end) => sum + (statSync(temporalDb + end, { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
      backlog: await this.backlog(),
    });
  }

  private async backlog(): Promise<Record<string, number>> {
    const { settings } = this.processes;
    const { namespace, serviceNamespace, jobsTaskQueue } = settings.temporal;
    const type = proto.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY as const;
    const asked = [
      ...queuesOf(settings).map(({ queue, ...where }) => ({ queue, namespace, where })),
      { queue: 'jobs', namespace: serviceNamespace, where: { name: jobsTaskQueue, type } },
    ];
    const found = asked.map(async ({ queue, namespace: of, where }) => {
      const { backlog } = await queueFacts(this.temporal.connection, of, where);
      return [queue, backlog] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }
}

function between(file: string, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, bytes.length, from);
  } finally {
    closeSync(opened);
  }
  return bytes.toString('utf8');
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may hold blanks: state is the first field, utime and stime are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}

function usedBytes(db: SqliteFile): number {
  const of = (name: string) => Number(db.pragma(name, { simple: true }));
  return (of('page_count') - of('freelist_count')) * of('page_size');
}
