/** Things that are dear to make, kept up to a total weight; what was used least lately goes first. */
export class Kept<Value> {
  private readonly entries = new Map<string, { value: Value; weight: number; until: number }>();
  private weight = 0;

  constructor(
    private readonly limits: { weight: number; ms?: number },
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    if (entry.until < Date.now()) {
      this.weight -= entry.weight;
      return undefined;
    }
    this.entries.set(key, entry);
    return entry.value;
  }

  put(key: string, value: Value): Value {
    this.drop(key);
    const weight = this.weigh(value);
    if (weight > this.limits.weight) return value;
    this.entries.set(key, { value, weight, until: Date.now() + (this.limits.ms ?? Number.POSITIVE_INFINITY) });
    this.weight += weight;
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.limits.weight) break;
      this.drop(oldest);
    }
    return value;
  }

  drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.weight -= entry.weight;
  }
}
