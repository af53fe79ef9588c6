/**
 * Task queue of the content jobs' activities, separate from that of the workflows, exports and housekeeping. Jobs
 * scheduled by versions up to 0.1.0 are on the workflows' queue, so its workers serve them as well.
 */
export function contentQueueOf(jobsTaskQueue: string): string {
  return `${jobsTaskQueue}-content`;
}
