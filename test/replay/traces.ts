/** A history without the names of the machine that it was recorded on; it replays the same. */
export function withoutTraces(history: unknown, directory: string): unknown {
  // Queues that stick to a worker are named after its process and host.
  const clean = (text: string) => text.replaceAll(directory, '/srv/decks').replace(/\b\d+@[\w.-]+/g, 'worker@host');
  const walk = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (key === 'identity') return 'worker@host';
      if (key === 'stackTrace') return '';
      if (key === 'data') return Buffer.from(clean(Buffer.from(value, 'base64').toString('utf8'))).toString('base64');
      return clean(value);
    }
    if (Array.isArray(value)) return value.map((item) => walk(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, name)]));
  };
  return walk(history);
}
