/** Maximum characters of a reason or problem in a list. */
const LONGEST_REASON = 500;

export function cut(text: string, most = LONGEST_REASON): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
