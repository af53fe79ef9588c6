import { type MetricDefinition, workflowMetrics } from '../core/metric-names';

/** Seconds of a call: from a read on this machine to a generation of many minutes. */
const CALL = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
/** Seconds of one request that is no stream; the service answers most in milliseconds. */
const REQUEST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** What a worker counts outside of workflows. */
export const workerMetrics = {
  calls: {
    name: 'deck_calls',
    kind: 'counter',
    labels: {
      endpoint: 'endpoint, or `download`',
      result: '`ok`, `cancelled`, or a failure type',
    },
    help: 'Attempts to call the service',
  },
  callDuration: {
    name: 'deck_call_duration_seconds',
    kind: 'histogram',
    labels: { endpoint: 'endpoint, or `download`' },
    help: 'Duration of one attempt, to the end of its answer',
    buckets: CALL,
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
    help: 'Attempts to deliver a notice to one receiver',
  },
} as const satisfies Record<string, MetricDefinition>;

/** What a worker asks the Temporal server for, every `telemetry.metrics.visibilityPollInterval`. All of them are of the whole cluster. */
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
    help: 'Decks that wait for a decision',
  },
  oldestReview: {
    name: 'deck_review_oldest_seconds',
    kind: 'gauge',
    labels: {},
    help: 'Since the start of the oldest deck that waits for a decision: the most that a review can have waited',
  },
  reviewsOverdue: {
    name: 'deck_reviews_overdue',
    kind: 'gauge',
    labels: {},
    help: 'Decks that wait for a decision and were started longer ago than `workflow.review.escalateAfter`',
  },
  attention: {
    name: 'deck_needing_attention',
    kind: 'gauge',
    labels: { type: 'failure type' },
    help: 'Parked decks, by what they are parked for',
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
    help: 'Workers that asked for tasks within the last two minutes',
  },
  lastPollAt: {
    name: 'deck_census_timestamp_seconds',
    kind: 'gauge',
    labels: {},
    help: 'When the last census succeeded (Unix time)',
  },
} as const satisfies Record<string, MetricDefinition>;

/** What the service counts. */
export const serviceMetrics = {
  requests: {
    name: 'deck_service_requests',
    kind: 'counter',
    labels: {
      endpoint: 'endpoint, `file`, `admin` or `none`',
      status: 'HTTP status, or `none` for a call left without an answer by a fault rule',
      code: 'code of the envelope, or `none`',
    },
    help: 'Requests that the service answered',
  },
  requestDuration: {
    name: 'deck_service_request_duration_seconds',
    kind: 'histogram',
    labels: { endpoint: 'as above' },
    help: "The service's own time for a request; of a stream: until its first byte",
    buckets: REQUEST,
  },
  jobs: {
    name: 'deck_service_jobs',
    kind: 'counter',
    labels: { kind: '`content`, `export`, `housekeeping`', result: '`ok`, `failed`, `handed-over`' },
    help: 'Attempts of jobs of the service',
  },
  jobDuration: {
    name: 'deck_service_job_duration_seconds',
    kind: 'histogram',
    labels: { kind: '`content`, `export`, `housekeeping`' },
    help: 'Duration of one attempt of a job',
    buckets: CALL,
  },
  unfinishedJobs: {
    name: 'deck_service_jobs_unfinished',
    kind: 'gauge',
    labels: { kind: '`content`, `export`' },
    help: 'Jobs that were asked for and are not finished, counted every `telemetry.metrics.visibilityPollInterval`',
  },
} as const satisfies Record<string, MetricDefinition>;

/** All of the project's own metrics. */
export const ownMetrics: readonly MetricDefinition[] = [
  workflowMetrics,
  workerMetrics,
  visibilityMetrics,
  serviceMetrics,
].flatMap((group) => Object.values<MetricDefinition>(group));

/** As Prometheus sees it. */
export function exportedName({ name, kind }: MetricDefinition): string {
  return kind === 'counter' ? `${name}_total` : name;
}
