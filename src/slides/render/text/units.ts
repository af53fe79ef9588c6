/** Numbers with units: where a line must not end. */

const atStart =
  /^(?:[%‰€$£¥]|°[CF]?|(?:[kcmµn]?m|k?g|mg|t|[kM]?[lL]|[kMG]?Hz|[kMGT]?B|[kMGT]?Wh?|ms|min|h|s|pt|px|EUR|USD|bn|million|billion|thousand)(?![\p{L}\p{N}]))/u;
const afterNumber = /(?<=\d) (?=(\S{1,9}))/gu;

/** Whether a line that follows another one starts with the unit of the number at its end. */
export const startsWithUnit = (before: string, line: string): boolean => /\d$/.test(before) && atStart.test(line);

/** Unbreakable pieces of a text, with numbers and their units in one. */
export function wholeUnits(parts: readonly string[]): string[] {
  const result: string[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last !== undefined && /\d $/.test(last) && atStart.test(part)) result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}

/** The text with a space that does not break before each unit. */
export const keptUnits = (text: string): string =>
  text.replace(afterNumber, (space, next: string) => (atStart.test(next) ? '\u00a0' : space));
