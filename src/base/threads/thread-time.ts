/**
 * Processor time of one thread, measured by another, because a thread in a loop cannot measure itself. Linux counts it
 * for every thread. Elsewhere its upper bound is used: neither more than real time nor than that of the whole process.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { workClock } from '../io/work-clock';

/** The kernel's unit is 1/100 s (USER_HZ) on every platform of Node. */
const TICK_MS = 10;

/** Where a thread writes its number in the kernel, and its processor time when the call began. */
export type Beginning = Int32Array;

const UNKNOWN = -1;
const [NUMBER, MS] = [0, 1] as const;

export const beginning = (): Beginning => new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** Called in the thread when it begins a call. */
export function begin(call: Beginning): void {
  const number = ownNumber();
  Atomics.store(call, MS, timeOf(number) ?? 0);
  Atomics.store(call, NUMBER, number);
}

/** Creates a function that returns the milliseconds of processor time of a call; 0 before it began. */
export function meterOf(call: Beginning): () => number {
  let clock: (() => number) | undefined;
  let last = 0;
  return () => {
    const number = Atomics.load(call, NUMBER);
    if (number === 0) return 0;
    const time = timeOf(number);
    if (time !== undefined) last = time - Atomics.load(call, MS);
    else if (number === UNKNOWN) {
      clock ??= workClock();
      last = clock();
    }
    return last;
  };
}

function ownNumber(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return UNKNOWN;
  }
}

/** User and system time; undefined if the thread has ended, or the system does not tell. */
function timeOf(number: number): number | undefined {
  if (number === UNKNOWN) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${number}/stat`, 'latin1');
    // Fields 14 and 15; the name in field 2 may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
