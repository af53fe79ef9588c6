import type { LruCache } from '../base/io/lru-cache';

/** What another caller has just read, or is reading. A failure is not kept. */
export function shared<Read>(cache: LruCache<Promise<Read>>, key: string, read: () => Promise<Read>): Promise<Read> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const reading = read();
  reading.catch(() => cache.delete(key));
  return cache.set(key, reading);
}
