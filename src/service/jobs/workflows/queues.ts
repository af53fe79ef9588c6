/**
 * Task queue of the content jobs' activities, separate from that of the workflows, exports and housekeeping.
 */
export function contentQueueOf(jobsTaskQueue: string): string {
  return `${jobsTaskQueue}-content`;
}
