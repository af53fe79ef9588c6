import type { MetricMeter } from '@temporalio/common';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import { callFailures, stageFailures } from '../core/failure-types';
import { PRESENTATION } from '../core/messages';
import { openStages, stageFacts } from '../core/stages';
import type { TemporalConnection } from '../temporal';
import { timeOfEarliest } from '../temporal/earliest';
import { overdueReviews } from '../temporal/saved-views';
import { instrumentsOf } from '../temporal/telemetry/instruments';
import { visibilityMetrics } from '../temporal/telemetry/metric-definitions';
import { queueFacts, queuesOf } from './queue-facts';

const REVIEWS = openStages.filter((stage) => stageFacts[stage].gate !== undefined);
/** Decks are at gates longest. */
const BY_NUMBER = [...REVIEWS, ...openStages.filter((stage) => stageFacts[stage].gate === undefined)];
/** Up to this many reviews are read to find the oldest. */
const MAX_LISTED = 200;

interface VisibilityPollerOptions {
  settings: Settings;
  temporal: Pick<TemporalConnection, 'connection' | 'lists'>;
  meter: MetricMeter;
  log: Logger;
}

/** Counts decks and tasks every 30 s until it is stopped. */
export function startVisibilityPoller({ settings, temporal, meter, log }: VisibilityPollerOptions): {
  stop(): Promise<void>;
} {
  const instruments = instrumentsOf(meter, visibilityMetrics);
  const { lists, connection } = temporal;
  const { namespace } = settings.temporal;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  // Only this task queue: another installation in the namespace has its own workers, which do the same.
  const decks = `WorkflowType = "${PRESENTATION}" AND ExecutionStatus = "Running" AND TaskQueue = "${settings.temporal.taskQueue}"`;
  const countOf = async (...conditions: string[]) =>
    (await lists.workflow.count([decks, ...conditions].join(' AND '))).count;

  /** Stops counting when every deck of the total is found: decks are usually at few stages. */
  async function countEach<Key>(
    keys: readonly Key[],
    total: number,
    conditionOf: (key: Key) => string,
    set: (key: Key, count: number) => void,
  ): Promise<void> {
    let left = total;
    for (const key of keys) {
      const count = left > 0 ? await countOf(conditionOf(key)) : 0;
      left -= count;
      set(key, count);
    }
  }

  async function countStages(): Promise<void> {
    const conditionOf = (stage: (typeof openStages)[number]) => {
      const condition = `PresentationStage = "${stage}"`;
      // The first stages take about a second and do not set the search attribute.
      return stage === 'prepare' ? `(${condition} OR PresentationStage IS NULL)` : condition;
    };
    await countEach(BY_NUMBER, await countOf(), conditionOf, (stage, count) => instruments.decks(count, { stage }));
  }

  async function countAttention(): Promise<void> {
    const total = await countOf('PresentationAttention IS NOT NULL');
    const conditionOf = (type: string) => `PresentationAttention = "${type}"`;
    await countEach([...callFailures, ...stageFailures], total, conditionOf, (type, count) =>
      instruments.attention(count, { type }),
    );
  }

  async function countReviews(): Promise<void> {
    const waits = 'PresentationAttention IS NULL AND PresentationStage';
    for (const stage of REVIEWS) {
      instruments.reviewsWaiting(await countOf(`${waits} = "${stage}"`), { gate: stageFacts[stage].gate! });
    }
    instruments.reviewsOverdue(await countOf(overdueReviews(settings.workflow.review.escalateAfter).join(' AND ')), {});
    instruments.oldestReview(await ageOfOldest(`${waits} IN (${REVIEWS.map((stage) => `"${stage}"`).join(', ')})`), {});
  }

  /** Seconds. Lists are newest first, so with many decks, counts find the time up to which only a few started. */
  async function ageOfOldest(condition: string): Promise<number> {
    const now = Date.now();
    const until = (time: number) => `${condition} AND StartTime <= "${new Date(time).toISOString()}"`;
    const few = await timeOfEarliest((time) => countOf(until(time)), { wanted: 1, enough: MAX_LISTED, now });
    const query = `${decks} AND ${until(few.time)}`;
    // More than these started within one second.
    let oldest = few.count > MAX_LISTED ? few.time : now;
    let listed = 0;
    for await (const { startTime } of lists.workflow.list({ query, pageSize: MAX_LISTED })) {
      oldest = Math.min(oldest, startTime.getTime());
      listed += 1;
      if (listed === MAX_LISTED) break;
    }
    return (now - oldest) / 1000;
  }

  async function countQueues(): Promise<void> {
    for (const { queue, ...where } of queuesOf(settings)) {
      const { pollers, backlog } = await queueFacts(connection, namespace, where);
      instruments.pollers(new Set(pollers).size, { queue });
      instruments.backlog(backlog, { queue });
    }
  }

  async function poll(): Promise<void> {
    try {
      await countStages();
      await countAttention();
      await countReviews();
      await countQueues();
      instruments.lastPollAt(Date.now() / 1000, {});
    } catch (error) {
      // The metrics keep their values; deck_census_timestamp_seconds shows their age.
      if (!stopped)
        log.warn({ err: error }, 'the visibility poll failed; metrics keep their last values until the next one');
    }
    if (!stopped) timer = setTimeout(next, settings.telemetry.metrics.visibilityPollInterval).unref();
  }
  let current = poll();
  function next(): void {
    current = poll();
  }
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
