/** What a clock of work reads, in milliseconds: real time, and the processor time of the process. */
interface Clocks {
  real(): number;
  processor(): number;
}

const SYSTEM: Clocks = {
  real: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Creates a clock for work that is done one step at a time: milliseconds since it was created. It stands still while the
 * process gets no processor, so that limits by this clock are the same on a busy machine. Other work of the process
 * counts too, but never as more than real time. Read it often, because each step counts the smaller of both times.
 */
export function workClock(clocks = SYSTEM): () => number {
  let [real, processor] = [clocks.real(), clocks.processor()];
  let worked = 0;
  return () => {
    const now = [clocks.real(), clocks.processor()] as const;
    worked += Math.min(now[0] - real, now[1] - processor);
    [real, processor] = now;
    return worked;
  };
}
