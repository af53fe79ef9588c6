import type { History } from '@temporalio/common/lib/proto-utils';

/** Limits of a Temporal server with its default settings, in bytes. */
export const serverLimits = {
  id: 1000,
  summary: 400,
  details: 20_000,
  memo: 2_000_000,
  attribute: 2048,
  payload: 2_000_000,
};
type Limit = keyof typeof serverLimits;

const IDS = ['workflowId', 'activityId', 'updateId', 'identity', 'requestId', 'fairnessKey'];

/** The largest of each kind in a history, in bytes; search attributes by name. */
export function largestIn(history: History, largest = new Map<string, number>()): Map<string, number> {
  const note = (kind: Limit | `attribute ${string}`, bytes: number) =>
    largest.set(kind, Math.max(bytes, largest.get(kind) ?? 0));
  const walk = (value: unknown, kind: Limit | 'attribute'): void => {
    if (typeof value !== 'object' || value === null) return;
    const { data } = value as { data?: unknown };
    if (data instanceof Uint8Array) {
      note(kind as Limit, data.length);
      return;
    }
    for (const [name, field] of Object.entries(value)) {
      if (typeof field === 'string' && IDS.includes(name)) note('id', Buffer.byteLength(field));
      else if (kind === 'attribute' && name.startsWith('Presentation')) note(`attribute ${name}`, field.data.length);
      else walk(field, name === 'indexedFields' ? 'attribute' : name in serverLimits ? (name as Limit) : kind);
    }
  };
  for (const event of history.events!) walk(event, 'payload');
  return largest;
}

/** The kinds that are above the limit of the server. */
export const aboveLimit = (largest: Map<string, number>) =>
  [...largest].filter(([kind, bytes]) => bytes > serverLimits[kind.split(' ')[0] as Limit]);
