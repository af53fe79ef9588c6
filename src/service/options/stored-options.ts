import { groupOf } from './option-tree';

/** Ids of release 0.1.0, which stored them as bare numbers, and the ids that the same options have today. */
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
 * Chosen options as a task's row has them: JSON such as `["group:7","tone:41"]`. The key of the group tells them from the
 * numbers that 0.1.0 wrote, and a service of that release beside this one passes over them.
 */
export function storedOptions(ids: readonly number[]): string {
  return JSON.stringify(ids.flatMap((id) => groupOf(id)?.key.concat(`:${id}`) ?? []));
}

/** The ids that a row stands for today; entries that no option fits are left out. */
export function readStoredOptions(stored: string): number[] {
  const entries = JSON.parse(stored) as (number | string)[];
  return entries.flatMap((entry) => {
    if (typeof entry === 'number') return IDS_OF_0_1.get(entry) ?? [];
    const [key, id] = entry.split(':');
    return groupOf(Number(id))?.key === key ? Number(id) : [];
  });
}
