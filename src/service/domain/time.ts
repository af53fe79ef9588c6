const DAY_MS = 86_400_000;

/** `YYYY-MM-DD HH:MM:SS` in UTC, the form of the design fields. */
export function dateTimeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** ISO 8601 with a numeric offset, because some clients cannot parse `Z`. */
export function offsetTimeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

/** Days until a deleted design is removed; at least 1, because the trash list promises a positive number. */
export function trashDaysLeft(deletedAt: number, now: number, trashDays: number): number {
  return Math.max(1, Math.ceil((deletedAt + trashDays * DAY_MS - now) / DAY_MS));
}

/** Designs deleted at this time or earlier have expired. */
export function trashExpiry(now: number, trashDays: number): number {
  return now - trashDays * DAY_MS;
}
