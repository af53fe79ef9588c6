import { readFileSync } from 'node:fs';
import type { Cluster } from './cluster';
import type { PartRole } from './parts';
import type { PostgresServer } from './postgres';

/** Of Linux for programs, on every machine. */
const TICKS_A_SECOND = 100;
const EVERY_MS = 2_000;

export type MeasuredRole = PartRole | 'PostgreSQL' | 'this program';

export const databases = ['temporal', 'temporal_visibility', 'service'] as const;
export type Database = (typeof databases)[number];

/** What a database has written and holds. */
export interface DatabaseMeter {
  inserted: number;
  updated: number;
  deleted: number;
  bytes: number;
  /** Bytes of the write-ahead log by its statements; without commits, vacuum and checkpoints. */
  wal: number;
}

/** What has been used up at one moment; costs are the difference of two. */
export interface ClusterMeter {
  at: number;
  /** Seconds of processor time since the start of the processes. */
  cpu: Map<MeasuredRole, number>;
  databases: Record<Database, DatabaseMeter>;
  /** Bytes of the write-ahead log of the whole server. */
  wal: number;
}

/** Reads processes and databases of a cluster from outside. */
export class ClusterFigures {
  /** The most memory of a role at one time: bytes, with shared pages divided among the processes that share them. */
  readonly memory = new Map<MeasuredRole, number>();
  private timer: NodeJS.Timeout | undefined;

  static async of(cluster: Cluster): Promise<ClusterFigures> {
    for (const database of databases) await cluster.postgres.ask(database, 'create extension pg_stat_statements');
    return new ClusterFigures(cluster);
  }

  private constructor(private readonly cluster: Cluster) {}

  begin(): void {
    this.timer = setInterval(() => this.readMemory(), EVERY_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }

  async meter(): Promise<ClusterMeter> {
    const { postgres } = this.cluster;
    const entries = await Promise.all(databases.map(async (name) => [name, await meterOf(postgres, name)] as const));
    return {
      at: Date.now(),
      cpu: this.cpu(),
      databases: Object.fromEntries(entries) as Record<Database, DatabaseMeter>,
      wal: Number(
        (await postgres.ask<{ n: string }>('postgres', "select pg_current_wal_lsn() - '0/0'::pg_lsn as n"))[0]!.n,
      ),
    };
  }

  private cpu(): Map<MeasuredRole, number> {
    const sums = new Map<MeasuredRole, number>();
    const add = (role: MeasuredRole, seconds: number) => sums.set(role, (sums.get(role) ?? 0) + seconds);
    for (const { role, pid } of this.cluster.pids()) {
      add(role, cpuSeconds(pid));
      // Every connection of PostgreSQL is a process; one that has ended is counted at its parent.
      if (role === 'PostgreSQL') for (const child of childrenOf(pid)) add(role, cpuSeconds(child));
    }
    const own = process.cpuUsage();
    add('this program', (own.user + own.system) / 1e6);
    return sums;
  }

  private readMemory(): void {
    const now = new Map<MeasuredRole, number>();
    const add = (role: MeasuredRole, bytes: number) => now.set(role, (now.get(role) ?? 0) + bytes);
    for (const { role, pid } of this.cluster.pids()) {
      add(role, memoryOf(pid));
      if (role === 'PostgreSQL') for (const child of childrenOf(pid)) add(role, memoryOf(child));
    }
    for (const [role, bytes] of now) this.memory.set(role, Math.max(bytes, this.memory.get(role) ?? 0));
  }
}

/** Events and transitions of all workflows that were started since a moment, those of the service's jobs too. */
export async function workflowFacts({ temporal }: Cluster, since: number): Promise<WorkflowFacts> {
  const facts = { events: 0, transitions: 0 };
  const query = `StartTime >= "${new Date(since).toISOString()}"`;
  for (const client of [temporal.client, temporal.serviceClient]) {
    for await (const { workflowId, runId } of client.workflow.list({ query })) {
      const { historyLength, raw } = await client.workflow.getHandle(workflowId, runId).describe();
      facts.events += historyLength;
      facts.transitions += Number(raw.workflowExecutionInfo?.stateTransitionCount ?? 0);
    }
  }
  return facts;
}

export interface WorkflowFacts {
  events: number;
  transitions: number;
}

async function meterOf(postgres: PostgresServer, database: Database): Promise<DatabaseMeter> {
  const [row] = await postgres.ask<Record<keyof DatabaseMeter, string>>(
    database,
    `select tup_inserted as inserted, tup_updated as updated, tup_deleted as deleted, pg_database_size(datid) as bytes,
       (select coalesce(sum(wal_bytes), 0) from pg_stat_statements s where s.dbid = d.datid) as wal
     from pg_stat_database d where datname = current_database()`,
  );
  const { inserted, updated, deleted, bytes, wal } = row!;
  return {
    inserted: Number(inserted),
    updated: Number(updated),
    deleted: Number(deleted),
    bytes: Number(bytes),
    wal: Number(wal),
  };
}

/** Of the process and of its children that have ended; 0 for one that has just ended itself. */
function cpuSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // Behind the name, which may hold blanks: state is the first field, the times are the 12th to 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** Proportional set size, as shared buffers would else be counted once for each connection. */
function memoryOf(pid: number): number {
  const pages = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`));
  return Number(pages?.[1] ?? 0) * 1024;
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
