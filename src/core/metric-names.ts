/** A metric of this project. Counters are exported with the suffix `_total`. */
export interface MetricDefinition {
  name: string;
  kind: 'counter' | 'gauge' | 'histogram';
  /** Labels and their values. The SDK adds the labels of the process or workflow. */
  labels: Readonly<Record<string, string>>;
  help: string;
  /** Upper bounds of a histogram's buckets. */
  buckets?: readonly number[];
}

/** Buckets for the response time of a person, in seconds. */
const HUMAN_SECONDS = [60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 3 * 24 * 3_600, 14 * 24 * 3_600];

/**
 * The metrics of the workflows, which are never recorded during replay. Plain data: the sandbox records by it, and the
 * process that exports the metrics takes buckets and initial zeros from it. No label has a value per deck, user or
 * title.
 */
export const workflowMetrics = {
  started: {
    name: 'deck_started',
    kind: 'counter',
    labels: { source: '`title`, `document`, `topic`, `markdown`' },
    help: 'Decks whose input was accepted',
  },
  ended: {
    name: 'deck_ended',
    kind: 'counter',
    labels: { outcome: '`delivered`, `rejected`, `cancelled`, `abandoned`, `invalid`, `failed`' },
    help: 'Completed decks by outcome, without terminated ones',
  },
  duration: {
    name: 'deck_duration_seconds',
    kind: 'histogram',
    labels: { outcome: 'as in `deck_ended_total`' },
    help: 'Time from the start of a deck to its completion, including reviews',
    buckets: [10, 30, 60, 120, 300, 600, 1_800, ...HUMAN_SECONDS.slice(3)],
  },
  stageEntered: {
    name: 'deck_stage_entered',
    kind: 'counter',
    labels: { stage: 'stage of the pipeline' },
    help: 'Stages entered; a repeated stage counts again',
  },
  parked: {
    name: 'deck_parked',
    kind: 'counter',
    labels: { type: 'failure type' },
    help: 'Times that a deck was parked',
  },
  paidCalls: {
    name: 'deck_paid_calls',
    kind: 'counter',
    labels: { endpoint: 'endpoint' },
    help: 'Paid calls, counted before they are sent',
  },
  generationRestarts: {
    name: 'deck_generation_restarts',
    kind: 'counter',
    labels: { endpoint: 'endpoint' },
    help: 'Generations restarted after a broken or failed one',
  },
  possibleDuplicates: {
    name: 'deck_possible_duplicates',
    kind: 'counter',
    labels: { what: '`task`, `content`, `design`, `export`, `layout`' },
    help: 'Resources that may exist twice because a response was lost or an earlier run of the deck made them',
  },
  reviewDecisions: {
    name: 'deck_review_decisions',
    kind: 'counter',
    labels: {
      gate: '`outline`, `content`',
      decision:
        '`approve`, `edit`, `regenerate`, `reject`, `request-changes`, `comment`, `reply`, `resolve-thread`, `delegate`',
      by: '`person`, `rule`',
    },
    help: 'Decisions at the outline and content gates',
  },
  reviewWait: {
    name: 'deck_review_wait_seconds',
    kind: 'histogram',
    labels: { gate: '`outline`, `content`' },
    help: 'Time from the review request to the decision',
    buckets: HUMAN_SECONDS,
  },
  polls: {
    name: 'deck_polls_per_job',
    kind: 'histogram',
    labels: { job: '`content`, `export`' },
    help: 'Polls of one job until it completed or timed out',
    buckets: [1, 2, 3, 5, 8, 13, 21, 50, 100],
  },
  lastWait: {
    name: 'deck_poll_last_wait_seconds',
    kind: 'histogram',
    labels: { job: '`content`, `export`' },
    help: 'Delay before the poll that found the job complete, an upper limit of the delay by polling',
    buckets: [0.1, 0.5, 1, 2, 3, 5, 10, 15, 30, 60],
  },
} as const satisfies Record<string, MetricDefinition>;
