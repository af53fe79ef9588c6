import { elapsed } from '../../base/text/elapsed';

/** `closes in 1 h 20 min`, or `closed 5 min 00 s ago`. @param deadline ISO 8601 */
export function deadlineText(deadline: string): string {
  const left = Date.parse(deadline) - Date.now();
  return left > 0 ? `closes in ${elapsed(left)}` : `closed ${elapsed(-left)} ago`;
}
