import { type MetricDefinition, workflowMetrics } from '../../core/metric-names';

/** Seconds of a call, from a local read to a generation of many minutes. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
/** Seconds of a request that is not a stream. Most take milliseconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Metrics of a worker outside workflows. */
export const workerMetrics = {
  calls: {
    name: 'deck_calls',
    kind: 'counter',
    labels: {
      endpoint: 'endpoint, or `download`',
      result: '`ok`, `cancelled`, or a failure type',
    },
    help: 'Attempts to call the generation service',
  },
  callDuration: {
    name: 'deck_call_duration_seconds',
    kind: 'histogram',
    labels: { endpoint: 'endpoint, or `download`' },
    help: 'Duration of one attempt, to the end of its response',
    buckets: CALL_BUCKETS,
  },
  downloadBytes: {
    name: 'deck_download_bytes',
    kind: 'counter',
    labels: {},
    help: 'Bytes of finished downloads',
  },
  notifications: {
    name: 'deck_notifications',
    kind: 'counter',
    labels: { result: '`delivered`, `failed`' },
    help: 'Attempts to deliver a notification to a receiver',
  },
} as const satisfies Record<string, MetricDefinition>;

/** Metrics from visibility polls, every 30 s. Each covers the whole cluster. */
export const visibilityMetrics = {
  decks: {
    name: 'deck_decks',
    kind: 'gauge',
    labels: { stage: 'stage of the pipeline' },
    help: 'Open decks by stage; brief stages before the outline count as `prepare`',
  },
  reviewsWaiting: {
    name: 'deck_reviews_waiting',
    kind: 'gauge',
    labels: { gate: '`outline`, `content`' },
    help: 'Decks awaiting review',
  },
  oldestReview: {
    name: 'deck_review_oldest_seconds',
    kind: 'gauge',
    labels: {},
    help: 'Age of the oldest deck awaiting review, which is an upper limit of its wait',
  },
  reviewsOverdue: {
    name: 'deck_reviews_overdue',
    kind: 'gauge',
    labels: {},
    help: 'Decks awaiting review that started longer ago than `workflow.review.escalateAfter`',
  },
  attention: {
    name: 'deck_needing_attention',
    kind: 'gauge',
    labels: { type: 'failure type' },
    help: 'Parked decks by failure type',
  },
  backlog: {
    name: 'deck_task_queue_backlog',
    kind: 'gauge',
    labels: { queue: '`workflows`, `api`, `stream`' },
    help: 'Tasks that wait for a worker',
  },
  pollers: {
    name: 'deck_task_queue_pollers',
    kind: 'gauge',
    labels: { queue: '`workflows`, `api`, `stream`' },
    help: 'Workers that polled the task queue in the last two minutes',
  },
  lastPollAt: {
    name: 'deck_census_timestamp_seconds',
    kind: 'gauge',
    labels: {},
    help: 'Unix time of the last successful visibility poll',
  },
} as const satisfies Record<string, MetricDefinition>;

/** Metrics of the embedded service. */
export const serviceMetrics = {
  requests: {
    name: 'deck_service_requests',
    kind: 'counter',
    labels: {
      endpoint: 'endpoint, `file`, `admin` or `none`',
      status: 'HTTP status, or `none` if a fault rule suppressed the response',
      code: 'code of the envelope, or `none`',
    },
    help: 'Requests to the embedded service',
  },
  requestDuration: {
    name: 'deck_service_request_duration_seconds',
    kind: 'histogram',
    labels: { endpoint: 'as above' },
    help: 'Duration of a request; for a stream, until its first byte',
    buckets: REQUEST_BUCKETS,
  },
  jobs: {
    name: 'deck_service_jobs',
    kind: 'counter',
    labels: { kind: '`content`, `export`, `housekeeping`', result: '`ok`, `failed`, `handed-over`' },
    help: 'Job attempts of the embedded service',
  },
  jobDuration: {
    name: 'deck_service_job_duration_seconds',
    kind: 'histogram',
    labels: { kind: '`content`, `export`, `housekeeping`' },
    help: 'Duration of a job attempt',
    buckets: CALL_BUCKETS,
  },
  unfinishedJobs: {
    name: 'deck_service_jobs_unfinished',
    kind: 'gauge',
    labels: { kind: '`content`, `export`' },
    help: 'Unfinished jobs, counted every 30 s',
  },
  refusals: {
    name: 'deck_service_refusals',
    kind: 'counter',
    labels: { limit: '`calls`, `memory`, `storage`, `disk`, `jobs`, `model`' },
    help: 'Refusals of the embedded service by the limit that was reached',
  },
} as const satisfies Record<string, MetricDefinition>;

/** All metrics that the project defines. */
export const ownMetrics: readonly MetricDefinition[] = [
  workflowMetrics,
  workerMetrics,
  visibilityMetrics,
  serviceMetrics,
].flatMap((group) => Object.values<MetricDefinition>(group));

/** Name of the metric in Prometheus. */
export function exportedName({ name, kind }: MetricDefinition): string {
  return kind === 'counter' ? `${name}_total` : name;
}
