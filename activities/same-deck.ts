/** What a deck is about. */
export interface Contents {
  title: string;
  /** Titles. */
  chapters: readonly string[];
}

/** Chapters by which any tree may differ: contents and last page that are not marked as such. */
const UNMARKED_PAGES = 2;
/** Chapters that are compared. */
const COMPARED = 50;

/**
 * How a task's outline tree differs from the approved outline, in words; undefined if a person would call both the same
 * deck. Services trim, shorten and slightly reword titles, and divide or join chapters.
 * @param own whether the service keeps titles, as the embedded one does. Another one may have its own word at the root of
 * every tree, so half of the chapters are enough.
 */
export function mismatchOf(tree: Contents, approved: Contents, own: boolean): string | undefined {
  const [there, ours] = [tree, approved].map(({ chapters }) =>
    chapters.slice(0, COMPARED).map(letters).filter(Boolean),
  );
  const shared = ours!.filter((one) => there!.some((other) => one.startsWith(other) || other.startsWith(one))).length;
  if (!isSameTitle(letters(tree.title), letters(approved.title))) {
    const enough = !own && shared > 0 && shared >= ours!.length / 2;
    return enough ? undefined : `is about “${tree.title}”, not about “${approved.title}”`;
  }
  const [found, wanted] = [tree.chapters.length, approved.chapters.length];
  const similar = Math.abs(found - wanted) <= Math.max(UNMARKED_PAGES, wanted / 2);
  if (similar || shared > 0 || found === 0 || wanted === 0) return undefined;
  return `has ${found} chapters, but ${wanted} others were approved`;
}

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isSameTitle = (one: string, other: string) =>
  !one || !other || one.startsWith(other) || other.startsWith(one) || similarity(one, other) >= 0.5;

/** Share of common pairs of letters, 0 to 1. */
function similarity(one: string, other: string): number {
  const pairsOf = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
  const rest = pairsOf(other);
  const all = one.length + other.length - 2;
  const common = pairsOf(one).filter((pair) => rest.includes(pair) && rest.splice(rest.indexOf(pair), 1)).length;
  return (2 * common) / all;
}
