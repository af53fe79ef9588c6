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

const metricOf =
  <Kind extends MetricDefinition['kind']>(kind: Kind) =>
  <const Labels extends MetricDefinition['labels'] = Record<never, string>>(
    name: string,
    help: string,
    labels = {} as Labels,
    buckets?: readonly number[],
  ) => ({ name, kind, labels, help, ...(buckets && { buckets }) });
export const counter = metricOf('counter');
export const gauge = metricOf('gauge');
export const histogram = metricOf('histogram');

/** Buckets for the response time of a person, in seconds. */
const HUMAN_SECONDS = [60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 3 * 24 * 3_600, 14 * 24 * 3_600];

/**
 * The metrics of the workflows, which are never recorded during replay. Plain data: the sandbox records by it, and the
 * process that exports the metrics takes buckets and initial zeros from it. No label has a value per deck, user or
 * title.
 */
export const workflowMetrics = {
  started: counter('deck_started', 'Decks whose input was accepted', {
    source: '`title`, `document`, `topic`, `markdown`',
  }),
  ended: counter('deck_ended', 'Completed decks by outcome, without terminated ones', {
    outcome: '`delivered`, `rejected`, `cancelled`, `abandoned`, `invalid`, `failed`',
  }),
  duration: histogram(
    'deck_duration_seconds',
    'Time from the start of a deck to its completion, including reviews',
    { outcome: 'as in `deck_ended_total`' },
    [10, 30, 60, 120, 300, 600, 1_800, ...HUMAN_SECONDS.slice(3)],
  ),
  stageEntered: counter('deck_stage_entered', 'Stages entered; a repeated stage counts again', {
    stage: 'stage of the pipeline',
  }),
  parked: counter('deck_parked', 'Times that a deck was parked', { type: 'failure type' }),
  paidCalls: counter('deck_paid_calls', 'Paid calls, counted before they are sent', { endpoint: 'endpoint' }),
  generationRestarts: counter('deck_generation_restarts', 'Generations restarted after a broken or failed one', {
    endpoint: 'endpoint',
  }),
  possibleDuplicates: counter(
    'deck_possible_duplicates',
    'Resources that may exist twice because a response was lost or an earlier run of the deck made them',
    { what: '`task`, `content`, `design`, `export`, `layout`' },
  ),
  reviewDecisions: counter('deck_review_decisions', 'Decisions at the outline and content gates', {
    gate: '`outline`, `content`',
    decision:
      '`approve`, `edit`, `regenerate`, `reject`, `request-changes`, `comment`, `reply`, `resolve-thread`, `delegate`',
    by: '`person`, `rule`',
  }),
  reviewWait: histogram(
    'deck_review_wait_seconds',
    'Time from the review request to the decision',
    { gate: '`outline`, `content`' },
    HUMAN_SECONDS,
  ),
  polls: histogram(
    'deck_polls_per_job',
    'Polls of one job until it completed or timed out',
    { job: '`content`, `export`' },
    [1, 2, 3, 5, 8, 13, 21, 50, 100],
  ),
  lastWait: histogram(
    'deck_poll_last_wait_seconds',
    'Delay before the poll that found the job complete, an upper limit of the delay by polling',
    { job: '`content`, `export`' },
    [0.1, 0.5, 1, 2, 3, 5, 10, 15, 30, 60],
  ),
} satisfies Record<string, MetricDefinition>;
