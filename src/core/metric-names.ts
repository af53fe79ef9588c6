/** A metric of this project. Counters are exported with `_total` behind their name. */
export interface MetricDefinition {
  name: string;
  kind: 'counter' | 'gauge' | 'histogram';
  /** Labels of its own, with what they may say; the SDK adds those of the process or workflow. */
  labels: Readonly<Record<string, string>>;
  help: string;
  /** Upper bounds of a histogram's buckets. */
  buckets?: readonly number[];
}

/** Seconds that a person may take. */
const PATIENCE = [60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 3 * 24 * 3_600, 14 * 24 * 3_600];

/**
 * What the workflows count, never during replay. Plain data: the sandbox counts by it, and the process that serves the
 * numbers sets the buckets and the zeros from it. No label has a value for each deck, user or title.
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
    help: 'Decks that ended, by how; a terminated one is not seen',
  },
  duration: {
    name: 'deck_duration_seconds',
    kind: 'histogram',
    labels: { outcome: 'as of `deck_ended_total`' },
    help: 'From start to end of a deck, reviews included',
    buckets: [10, 30, 60, 120, 300, 600, 1_800, ...PATIENCE.slice(3)],
  },
  stageEntered: {
    name: 'deck_stage_entered',
    kind: 'counter',
    labels: { stage: 'stage of the pipeline' },
    help: 'Stages that decks came to; one that is done again counts again',
  },
  parked: {
    name: 'deck_parked',
    kind: 'counter',
    labels: { type: 'failure type' },
    help: 'Times that a deck was parked for a person',
  },
  paidCalls: {
    name: 'deck_paid_calls',
    kind: 'counter',
    labels: { endpoint: 'endpoint' },
    help: 'Calls that the service may charge for, counted before they are made',
  },
  generationRestarts: {
    name: 'deck_generation_restarts',
    kind: 'counter',
    labels: { endpoint: 'endpoint' },
    help: 'Generations that started over after one that broke or failed',
  },
  possibleDuplicates: {
    name: 'deck_possible_duplicates',
    kind: 'counter',
    labels: { what: '`task`, `content`, `design`, `export`, `layout`' },
    help: 'Things that may exist twice in the service, because the answer to a call that makes one was lost',
  },
  reviewDecisions: {
    name: 'deck_review_decisions',
    kind: 'counter',
    labels: {
      gate: '`outline`, `content`',
      decision: '`approve`, `edit`, `regenerate`, `reject`',
      by: '`person`, `rule`',
    },
    help: 'Decisions about outlines and contents',
  },
  reviewWait: {
    name: 'deck_review_wait_seconds',
    kind: 'histogram',
    labels: { gate: '`outline`, `content`' },
    help: 'From the request for a decision to the decision',
    buckets: PATIENCE,
  },
  polls: {
    name: 'deck_polls_per_job',
    kind: 'histogram',
    labels: { job: '`content`, `export`' },
    help: 'Questions asked about one job until it was done or given up',
    buckets: [1, 2, 3, 5, 8, 13, 21, 50, 100],
  },
  lastWait: {
    name: 'deck_poll_last_wait_seconds',
    kind: 'histogram',
    labels: { job: '`content`, `export`' },
    help: 'Wait before the question that found a job done. The service does not say when it was, so this is the most that the deck may have been late, not how late it was',
    buckets: [0.1, 0.5, 1, 2, 3, 5, 10, 15, 30, 60],
  },
} as const satisfies Record<string, MetricDefinition>;
