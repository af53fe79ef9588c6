/** Where a deck can stand, in the order of its way; the last four are its ends. */
export const stages = [
  'prepare',
  'grant',
  'resume',
  'choices',
  'source',
  'task',
  'outline',
  'review',
  'edit',
  'content',
  'contentReview',
  'layout',
  'template',
  'design',
  'export',
  'download',
  'delivered',
  'rejected',
  'cancelled',
  'failed',
] as const;
export type Stage = (typeof stages)[number];

/** Stages that a deck can do without. */
const skippable: readonly Stage[] = ['edit', 'layout', 'template', 'export', 'download'];

/** Whether the deck can go on without what the parked stage would do; without its template, where that was refused. */
export function canSkip({ stage, attention }: { stage: Stage; attention?: { type: string } | undefined }): boolean {
  return skippable.includes(stage) || (stage === 'design' && attention?.type === 'TemplateRefused');
}
