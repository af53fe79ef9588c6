import { readFileSync } from 'node:fs';
import { openSqliteFile, type SqliteFile } from '../../src/base/io/sqlite';

/** The processes whose costs are reported separately. */
export const PARTS = ['worker', 'service', 'temporal'] as const;
export type Part = (typeof PARTS)[number];

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
}
export type Span = { before: Meter; after: Meter };

/** Reads processes and databases from outside, at once and every 2 s. */
export class Gauges {
  /** Most resident memory of each process, bytes. */
  readonly memory: Record<Part, number> = { worker: 0, service: 0, temporal: 0 };
  private readonly temporal: SqliteFile;
  private readonly service: SqliteFile;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly pids: Record<Part, number>,
    files: { temporal: string; service: string },
  ) {
    this.temporal = openSqliteFile(files.temporal, { readOnly: true });
    this.service = openSqliteFile(files.service, { readOnly: true });
    this.timer = setInterval(() => {
      for (const part of PARTS) this.memory[part] = Math.max(this.memory[part], residentBytes(pids[part]));
    }, EVERY_MS);
  }

  end(): void {
    clearInterval(this.timer);
    this.temporal.close();
    this.service.close();
  }

  meter(): Meter {
    const driver = process.cpuUsage();
    const [worker, service, temporal] = PARTS.map((part) => cpuSeconds(this.pids[part])) as [number, number, number];
    return {
      at: Date.now(),
      cpu: { worker, service, temporal, driver: (driver.user + driver.system) / 1e6 },
      temporalBytes: usedBytes(this.temporal),
      serviceBytes: usedBytes(this.service),
    };
  }

  async span(act: () => Promise<unknown>): Promise<Span> {
    const before = this.meter();
    await act();
    return { before, after: this.meter() };
  }

  /** Rows of a table of the service. */
  serviceRows(table: string): number {
    return this.service.prepare(`select count(*) as n from ${table}`).get().n;
  }
}

export const secondsIn = ({ before, after }: Span): number => (after.at - before.at) / 1000;

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
  const of = (name: string) => Number(db.prepare(`pragma ${name}`).get()[name]);
  return (of('page_count') - of('freelist_count')) * of('page_size');
}
