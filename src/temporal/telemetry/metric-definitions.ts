import { counter, gauge, histogram, type MetricDefinition, workflowMetrics } from '../../core/metric-names';

/** Seconds of a call, from a local read to a generation of many minutes. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
/** Seconds of a request that is not a stream. Most take milliseconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Metrics of a worker outside workflows. */
export const workerMetrics = {
  calls: counter('deck_calls', 'Attempts to call the generation service', {
    endpoint: 'endpoint, or `download`',
    result: '`ok`, `cancelled`, or a failure type',
  }),
  callDuration: histogram(
    'deck_call_duration_seconds',
    'Duration of one attempt, to the end of its response',
    { endpoint: 'endpoint, or `download`' },
    CALL_BUCKETS,
  ),
  downloadBytes: counter('deck_download_bytes', 'Bytes of finished downloads'),
  notifications: counter('deck_notifications', 'Attempts to deliver a notification to a receiver', {
    result: '`delivered`, `failed`',
  }),
} satisfies Record<string, MetricDefinition>;

/** Metrics from visibility polls, every 30 s. Each covers the whole cluster. */
export const visibilityMetrics = {
  decks: gauge('deck_decks', 'Open decks by stage; brief stages before the outline count as `prepare`', {
    stage: 'stage of the pipeline',
  }),
  reviewsWaiting: gauge('deck_reviews_waiting', 'Decks awaiting review', { gate: '`outline`, `content`' }),
  oldestReview: gauge(
    'deck_review_oldest_seconds',
    'Age of the oldest deck awaiting review, which is an upper limit of its wait',
  ),
  reviewsOverdue: gauge(
    'deck_reviews_overdue',
    'Decks awaiting review that started longer ago than `workflow.review.escalateAfter`',
  ),
  attention: gauge('deck_needing_attention', 'Parked decks by failure type', { type: 'failure type' }),
  backlog: gauge('deck_task_queue_backlog', 'Tasks that wait for a worker', { queue: '`workflows`, `api`, `stream`' }),
  pollers: gauge('deck_task_queue_pollers', 'Workers that polled the task queue in the last two minutes', {
    queue: '`workflows`, `api`, `stream`',
  }),
  lastPollAt: gauge('deck_census_timestamp_seconds', 'Unix time of the last successful visibility poll'),
} satisfies Record<string, MetricDefinition>;

/** Metrics of the embedded service. */
export const serviceMetrics = {
  requests: counter('deck_service_requests', 'Requests to the embedded service', {
    endpoint: 'endpoint, `file`, `admin` or `none`',
    status: 'HTTP status, or `none` if a fault rule suppressed the response',
    code: 'code of the envelope, or `none`',
  }),
  requestDuration: histogram(
    'deck_service_request_duration_seconds',
    'Duration of a request; for a stream, until its first byte',
    { endpoint: 'as above' },
    REQUEST_BUCKETS,
  ),
  jobs: counter('deck_service_jobs', 'Job attempts of the embedded service', {
    kind: '`content`, `export`, `housekeeping`',
    result: '`ok`, `failed`, `handed-over`',
  }),
  jobDuration: histogram(
    'deck_service_job_duration_seconds',
    'Duration of a job attempt',
    { kind: '`content`, `export`, `housekeeping`' },
    CALL_BUCKETS,
  ),
  unfinishedJobs: gauge('deck_service_jobs_unfinished', 'Unfinished jobs, counted every 30 s', {
    kind: '`content`, `export`',
  }),
  refusals: counter('deck_service_refusals', 'Refusals of the embedded service by the limit that was reached', {
    limit: '`calls`, `memory`, `storage`, `disk`, `jobs`, `model`',
  }),
} satisfies Record<string, MetricDefinition>;

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
