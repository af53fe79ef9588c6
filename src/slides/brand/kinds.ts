/** The kinds of slides, and of layouts. */

/** The kinds of slides that a deck has. */
export const slideJobs = [
  'cover',
  'contents',
  'section',
  'text',
  'twoColumns',
  'comparison',
  'data',
  'closing',
] as const;
export type SlideJob = (typeof slideJobs)[number];

/** The roles that layouts can have by their placeholders. */
export const layoutRoles = [
  'cover',
  'section',
  'text',
  'two-columns',
  'comparison',
  'image-and-text',
  'table-or-chart',
  'title-only',
  'blank',
  'other',
] as const;
export type LayoutRole = (typeof layoutRoles)[number];
