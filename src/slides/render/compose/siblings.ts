/** Finds pages about things of the same kind: "Option A", "Option B", "Option C". */
import type { PageInput } from './page';

const mostWords = 4;
/** Words that begin titles of any kind. */
const common = new Set(
  'a an the our your my we you they this these that how what why who whose when where which is are do does can in on at to for from with and not no new key main'.split(
    ' ',
  ),
);

/** The start that siblings share; undefined for a title that is not one of several. */
function kindOf({ title, tables, code, images }: PageInput): string | undefined {
  if (tables.length > 0 || code || images) return undefined;
  const words = title.split(/\s+/);
  if (words.length > 1) {
    const first = words[0]!.toLowerCase();
    return words.length <= mostWords && !common.has(first) ? first : undefined;
  }
  // Chinese has no spaces: "方案一" and "方案二" differ in the last character.
  return /^\p{Script=Han}{2,6}[一二三四五六七八九十A-Z\d]$/u.test(title) ? title.slice(0, -1) : undefined;
}

/** Marks runs of siblings, so that they get the same arrangement. */
export function siblingsOf(pages: PageInput[]): PageInput[] {
  const result: PageInput[] = [];
  for (let at = 0; at < pages.length; ) {
    const kind = kindOf(pages[at]!);
    let end = at + 1;
    while (kind !== undefined && end < pages.length && kindOf(pages[end]!) === kind) end += 1;
    const run = pages.slice(at, end);
    const distinct = new Set(run.map(({ title }) => title)).size === run.length;
    const isAlike = run.length > 1 && distinct && run.every(({ items }) => items.length > 0);
    result.push(...(isAlike ? run.map((page) => ({ ...page, alike: run })) : run));
    at = end;
  }
  return result;
}
