import { isRecord } from '../core/overlay';

/**
 * Settings of 0.1 that were removed, each with its fixed value. A file that still has one keeps working, with a warning if
 * its value is different.
 */
const REMOVED: readonly (readonly [key: string, value: unknown])[] = [
  ['service.limits.reply', '8 MB'],
  ['service.limits.stream', '16 MB'],
  ['service.limits.event', '1 MB'],
  ['service.token.refreshMargin', 0.1],
  ['service.token.smallestMargin', '60s'],
  ['documents.store', 'directory'],
];

/** The settings as written, without the removed ones. `warn` is called for each value that no longer has an effect. */
export function withoutRemovedSettings(written: unknown, warn: (sentence: string) => void): unknown {
  return REMOVED.reduce((rest, [key, value]) => {
    const { found, without } = extracted(rest, key.split('.'));
    if (found !== undefined && found !== value)
      warn(`${key} was removed in 0.2; the value is now fixed at ${String(value)}. Remove it from the settings file.`);
    return without;
  }, written);
}

/** The value at the path, and the sections without it. A section without other keys is removed as well. */
function extracted(section: unknown, [key, ...below]: string[]): { found?: unknown; without: unknown } {
  if (!isRecord(section) || key === undefined || !Object.hasOwn(section, key)) return { without: section };
  const { [key]: entry, ...others } = section;
  if (below.length === 0) return { found: entry, without: others };
  const { found, without } = extracted(entry, below);
  const emptied = without === null || (isRecord(without) && Object.keys(without).length === 0);
  return { found, without: emptied ? others : { ...section, [key]: without } };
}
