/** Durations of one kind of call, milliseconds. */
export class Times {
  private readonly all: number[] = [];

  async of<Result>(call: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await call();
    this.all.push(performance.now() - began);
    return result;
  }

  get count(): number {
    return this.all.length;
  }

  /** A quantile: the smallest value that the given fraction (0 to 1) of all values does not exceed. */
  quantile(fraction: number): number {
    const sorted = [...this.all].sort((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN;
  }
}
