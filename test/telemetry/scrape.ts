/** What an endpoint shows, by metric name: the series, each as its labels and value. */
export class Scrape {
  readonly series = new Map<string, { labels: Record<string, string>; value: number }[]>();
  readonly types = new Map<string, string>();

  constructor(readonly text: string) {
    for (const line of text.split('\n')) {
      const type = /^# TYPE (\S+) (\S+)$/.exec(line);
      if (type) this.types.set(type[1]!, type[2]!);
      const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) continue;
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]);
      this.series.set(name, [
        ...(this.series.get(name) ?? []),
        { labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) },
      ]);
    }
  }

  /** The sum of the series that have these labels; undefined when there is none. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const fitting = (this.series.get(name) ?? []).filter((one) =>
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
    return fitting.length === 0 ? undefined : fitting.reduce((sum, { value }) => sum + value, 0);
  }

  labelsOf(name: string): Set<string> {
    return new Set((this.series.get(name) ?? []).flatMap(({ labels }) => Object.keys(labels)));
  }
}

export async function scrape(...addresses: string[]): Promise<Scrape> {
  const texts = await Promise.all(addresses.map(async (address) => (await fetch(`http://${address}/metrics`)).text()));
  return new Scrape(texts.join('\n'));
}
