import { isRecord } from '../core/overlay';

/**
 * Settings of 0.1 that nobody turned, each with the value that holds now. A file that still has one keeps working, and
 * whoever had chosen another value is told.
 */
const REMOVED: readonly (readonly [key: string, value: unknown])[] = [
  ['service.limits.reply', '8 MB'],
  ['service.limits.stream', '16 MB'],
  ['service.limits.event', '1 MB'],
  ['service.token.refreshMargin', 0.1],
  ['service.token.smallestMargin', '60s'],
  ['documents.store', 'directory'],
];

/** The settings as written, without the removed ones; `warn` hears of each that said something else than what holds. */
export function withoutRemovedSettings(written: unknown, warn: (sentence: string) => void): unknown {
  return REMOVED.reduce((rest, [key, value]) => {
    const { found, without } = taken(rest, key.split('.'));
    if (found !== undefined && found !== value)
      warn(`${key} was removed in 0.2; the value is now fixed at ${String(value)}. Remove it from the settings file.`);
    return without;
  }, written);
}

/** What stands at the path, and the sections without it; a section that holds nothing else goes as well. */
function taken(section: unknown, [key, ...below]: string[]): { found?: unknown; without: unknown } {
  if (!isRecord(section) || key === undefined || !Object.hasOwn(section, key)) return { without: section };
  const { [key]: entry, ...others } = section;
  if (below.length === 0) return { found: entry, without: others };
  const { found, without } = taken(entry, below);
  const emptied = without === null || (isRecord(without) && Object.keys(without).length === 0);
  return { found, without: emptied ? others : { ...section, [key]: without } };
}
