import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Bytes that a process has in memory; 0 when it is gone. */
export function memoryOf(pid: number): number {
  return Number(read(`/proc/${pid}/status`).match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) * 1024;
}

export function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
}

/** Milliseconds that the main thread of a process has worked. */
export const mainThreadMs = (pid: number): number => workedMs(`/proc/${pid}/task/${pid}/stat`);
/** Milliseconds that all threads have worked, divided by the processors: what a caller waits on an idle machine. */
export const sharedMs = (pid: number): number => workedMs(`/proc/${pid}/stat`) / availableParallelism();

/** The kernel counts in hundredths of a second. */
function workedMs(file: string): number {
  const fields = read(file)
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const mean = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
