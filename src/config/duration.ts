/**
 * Durations as text. The package `ms` reads a bare number as milliseconds, so that a forgotten unit would become almost no
 * wait at all.
 */

const UNITS: readonly { ms: number; names: readonly string[] }[] = [
  { ms: 86_400_000, names: ['d', 'day', 'days'] },
  { ms: 3_600_000, names: ['h', 'hour', 'hours'] },
  { ms: 60_000, names: ['m', 'min', 'minute', 'minutes'] },
  { ms: 1_000, names: ['s', 'sec', 'second', 'seconds'] },
  { ms: 1, names: ['ms', 'millisecond', 'milliseconds'] },
];

const BY_NAME = new Map(UNITS.flatMap((unit) => unit.names.map((name) => [name, unit.ms] as const)));

/** Ten years. Longer values are typos, and Temporal's own timers do not go much further. */
const MAX_MS = 3_650 * 86_400_000;

/** Milliseconds of a text such as `500ms`, `90s`, `1.5h` or `3 days`; undefined if it is not a duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?) ?([a-z]+)$/.exec(text.trim());
  const unit = BY_NAME.get(match?.[2] ?? '');
  if (!match || unit === undefined) return undefined;
  const ms = Math.round(Number(match[1]) * unit);
  return ms <= MAX_MS ? ms : undefined;
}

/** The shortest text that `parseDuration` reads back as the same number of milliseconds. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  const unit = UNITS.find((candidate) => ms % candidate.ms === 0) ?? { ms: 1, names: ['ms'] };
  const count = ms / unit.ms;
  if (unit.ms === 86_400_000) return count === 1 ? '1 day' : `${count} days`;
  return `${count}${unit.names[0]}`;
}
