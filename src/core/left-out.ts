/** Type of a problem about a part of the source that is not on the slides. Stored in histories and results. */
export const LEFT_OUT = 'LeftOut';

export function isLeftOut({ type }: { type: string }): boolean {
  return type === LEFT_OUT;
}
