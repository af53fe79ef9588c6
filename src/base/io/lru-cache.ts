/** LRU cache with a total weight limit and an optional expiry. */
export class LruCache<Value> {
  private readonly entries = new Map<string, { value: Value; weight: number; expiresAt: number }>();
  private weight = 0;

  constructor(
    private readonly limits: { weight: number; ms?: number },
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    if (entry.expiresAt < performance.now()) {
      this.weight -= entry.weight;
      return undefined;
    }
    this.entries.set(key, entry);
    return entry.value;
  }

  /** @returns the value, which is not cached if it exceeds the whole limit */
  set(key: string, value: Value): Value {
    this.delete(key);
    const weight = this.weigh(value);
    if (weight > this.limits.weight) return value;
    const expiresAt = performance.now() + (this.limits.ms ?? Number.POSITIVE_INFINITY);
    this.entries.set(key, { value, weight, expiresAt });
    this.weight += weight;
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.limits.weight) break;
      this.delete(oldest);
    }
    return value;
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.weight -= entry.weight;
  }
}
