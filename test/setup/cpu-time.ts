/**
 * Milliseconds that this process has worked so far, all its threads together. Unlike a clock it does not count the time
 * in which the machine stood still or worked for others, so a bound on work holds on a busy machine.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
