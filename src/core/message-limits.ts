/** Limits of comments that the page holds too. Apart from the schemas, which the page does not load. */

/** Maximum characters of a comment, at a decision or on an item. */
export const LONGEST_COMMENT = 2000;
/** Maximum number of comments on items. */
export const MOST_COMMENTS = 20;
/** Maximum characters of all of them. */
export const LONGEST_COMMENTS = 3000;
/** Maximum number of open threads of a deck. */
export const MOST_OPEN_THREADS = 50;
/** Maximum characters of the open threads with their replies, which the record never shortens. */
export const LONGEST_OPEN_THREADS = 30_000;
