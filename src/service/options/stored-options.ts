import { groupOf } from './option-tree';

/** Maps the ids of release 0.1.0, stored as bare numbers, to the current ids of the same options. */
const IDS_OF_0_1 = new Map([
  [2, 2],
  [3, 3],
  [4, 4],
  [11, 6],
  [12, 7],
  [13, 8],
  [14, 9],
  [15, 12],
  [16, 13],
  [17, 14],
  [18, 15],
  [21, 18],
  [22, 19],
  [23, 20],
  [24, 30],
  [25, 31],
  [26, 25],
  [27, 32],
  [40, 40],
  [41, 41],
  [42, 42],
  [43, 43],
  [44, 44],
  [51, 47],
  [52, 48],
  [53, 49],
]);

/**
 * Encodes chosen options for a task's row, as JSON such as `["group:7","tone:41"]`. The group key distinguishes them
 * from the bare numbers of 0.1.0, and a 0.1.0 service on the same database ignores them.
 */
export function storedOptions(ids: readonly number[]): string {
  return JSON.stringify(ids.flatMap((id) => groupOf(id)?.key.concat(`:${id}`) ?? []));
}

/** Decodes the ids of a row; unknown entries are left out. */
export function readStoredOptions(stored: string): number[] {
  const entries = JSON.parse(stored) as (number | string)[];
  return entries.flatMap((entry) => {
    if (typeof entry === 'number') return IDS_OF_0_1.get(entry) ?? [];
    const [key, id] = entry.split(':');
    return groupOf(Number(id))?.key === key ? Number(id) : [];
  });
}
