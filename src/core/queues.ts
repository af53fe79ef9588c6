/** Short and long calls have separate task queues, whose names are derived from the workflow task queue. */
export const apiQueueOf = (workflowQueue: string) => `${workflowQueue}-api`;
export const streamQueueOf = (workflowQueue: string) => `${workflowQueue}-stream`;
