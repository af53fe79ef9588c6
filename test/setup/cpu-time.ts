import { readFileSync } from 'node:fs';

/**
 * Milliseconds that this process has worked so far, all its threads together. Unlike a clock it does not count the time
 * in which the machine stood still or worked for others, so a bound on work holds on a busy machine.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of this process's children that have ended, and of theirs; 0 where there is no /proc. */
export function cpuTimeOfChildren(): number {
  try {
    // The name of the program, in brackets, may contain spaces. Clock ticks are hundredths of a second on Linux.
    const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}

/** Milliseconds of `calibrate` on the machine that the budgets were measured on, when it had nothing else to do. */
const REFERENCE = 100;

/** How many times slower than that machine this one is now; at least 1. */
export function slowness(): number {
  return Math.max(1, calibrate() / REFERENCE);
}

/** Work like that of tests: objects, text and a collector that has to clear them away. */
function calibrate(): number {
  const before = cpuTime();
  let text = JSON.stringify({ rows: [] });
  for (let round = 0; round < ROUNDS; round++) {
    const { rows } = JSON.parse(text) as { rows: { name: string; words: string[] }[] };
    rows.push({ name: `row ${round}`, words: text.slice(0, 200).split(/\W+/) });
    text = JSON.stringify({ rows: rows.slice(-200) });
  }
  return cpuTime() - before;
}
const ROUNDS = 300;
