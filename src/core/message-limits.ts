/** Limits of a change request that the page holds too. Apart from the schemas, which the page does not load. */

/** Maximum characters of a comment, at a decision or on an item. */
export const LONGEST_COMMENT = 2000;
/** Maximum number of comments on items. */
export const MOST_COMMENTS = 20;
/** Maximum characters of all of them. */
export const LONGEST_COMMENTS = 3000;
