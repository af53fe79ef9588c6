import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Record of a running stack in its data directory, so that other commands find it without options. */
export interface RunRecord {
  pid: number;
  /** Distinguishes this process from a later one with the same ID; empty if the system does not support it. */
  mark: string;
  /** While `starting`, the addresses are unknown. */
  state: 'starting' | 'ready';
  /** ISO 8601. */
  startedAt: string;
  temporalAddress?: string;
  /** URL of the Temporal UI. */
  uiUrl?: string;
  serviceUrl?: string;
  reviewUrl?: string;
  worker: boolean;
}

/** Exclusive use of the data directory until it is released. */
export interface RunClaim {
  publish(facts: Pick<RunRecord, 'temporalAddress' | 'uiUrl' | 'serviceUrl' | 'reviewUrl' | 'worker'>): void;
  release(): void;
}

/** Another process runs a stack in the same data directory. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
  constructor(
    readonly directory: string,
    readonly run: RunRecord,
  ) {
    super(
      `The data directory ${directory} is in use by another deck process (PID ${run.pid}). ` +
        'Stop that process, or choose another directory with --data.',
    );
  }
}

const pathIn = (directory: string) => join(directory, 'run.json');

/** The stack that runs in this data directory, if any. Records of dead processes are ignored. */
export function readRun(directory: string): RunRecord | undefined {
  const run = parse(pathIn(directory));
  return run !== undefined && isAlive(run) ? run : undefined;
}

/** Claims the data directory for this process. @throws {@link DirectoryInUse} */
export function claimRun(directory: string): RunClaim {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = pathIn(directory);
  let record: RunRecord = {
    pid: process.pid,
    mark: markOf(process.pid),
    state: 'starting',
    startedAt: new Date().toISOString(),
    worker: false,
  };
  while (!writeNew(path, record)) {
    const other = parse(path);
    if (other !== undefined && isAlive(other)) throw new DirectoryInUse(directory, other);
    discardStale(path, directory);
  }
  const release = () => {
    if (parse(path)?.mark === record.mark && parse(path)?.pid === process.pid) rmSync(path, { force: true });
  };
  // A second Ctrl-C exits without calling release.
  process.once('exit', release);
  return {
    publish(facts) {
      record = { ...record, ...facts, state: 'ready' };
      renameSync(writeAside(path, record), path);
    },
    release() {
      process.off('exit', release);
      release();
    },
  };
}

/** Writes the record atomically if there is none: a hard link does not replace an existing file. */
function writeNew(path: string, record: RunRecord): boolean {
  const aside = writeAside(path, record);
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function writeAside(path: string, record: RunRecord): string {
  const aside = `${path}.${randomUUID()}.tmp`;
  writeFileSync(aside, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(aside, 0o600);
  return aside;
}

/** Moves the record away before checking it again, because another process may have replaced it meanwhile. */
function discardStale(path: string, directory: string): void {
  const aside = `${path}.${randomUUID()}.old`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = parse(aside);
  if (moved !== undefined && isAlive(moved)) {
    linkSync(aside, path);
    rmSync(aside);
    throw new DirectoryInUse(directory, moved);
  }
  rmSync(aside);
}

function parse(path: string): RunRecord | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as RunRecord;
    return Number.isInteger(value.pid) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, mark }: RunRecord): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return mark === '' || markOf(pid) === mark;
}

/** Boot ID and start time of a process from /proc. Process IDs are reused, in containers immediately. */
function markOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTime}`;
  } catch {
    return '';
  }
}
