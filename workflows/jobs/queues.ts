/**
 * Queue of the content jobs' activities, beside that of the workflows, exports and housekeeping. Jobs that a version up
 * to 0.1.0 has scheduled are on the queue of the workflows, so its workers serve them as well.
 */
export function contentQueueOf(jobsTaskQueue: string): string {
  return `${jobsTaskQueue}-content`;
}
