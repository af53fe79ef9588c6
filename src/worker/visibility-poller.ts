import type { MetricMeter } from '@temporalio/common';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import { PRESENTATION } from '../core/messages';
import { openStages, stageFacts } from '../core/stages';
import { failureTypes } from '../telemetry/failure-types';
import { instrumentsOf } from '../telemetry/instruments';
import { visibilityMetrics } from '../telemetry/metric-definitions';
import type { TemporalConnection } from '../temporal';
import { overdueReviews } from '../temporal/saved-views';
import { queueFacts, queuesOf } from './queue-facts';

const REVIEWS = openStages.filter((stage) => stageFacts[stage].gate !== undefined);
/** The list is newest first, so finding the oldest review requires all pages. Further decks are ignored. */
const MAX_LISTED = 5_000;

export interface VisibilityPollerOptions {
  settings: Settings;
  temporal: Pick<TemporalConnection, 'connection' | 'lists'>;
  meter: MetricMeter;
  log: Logger;
}

/** Counts decks and tasks every `telemetry.metrics.visibilityPollInterval` until it is stopped. */
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
  const countOf = async (condition: string) => (await lists.workflow.count(`${decks} AND ${condition}`)).count;

  async function countStages(): Promise<void> {
    for (const stage of openStages) {
      // The first stages take about a second and do not set the search attribute.
      const unseen = stage === 'prepare' ? await countOf('PresentationStage IS NULL') : 0;
      instruments.decks(unseen + (await countOf(`PresentationStage = "${stage}"`)), { stage });
    }
  }

  async function countAttention(): Promise<void> {
    const any = (await countOf('PresentationAttention IS NOT NULL')) > 0;
    for (const type of failureTypes) {
      instruments.attention(any ? await countOf(`PresentationAttention = "${type}"`) : 0, { type });
    }
  }

  async function countReviews(): Promise<void> {
    const waits = 'PresentationAttention IS NULL AND PresentationStage';
    for (const stage of REVIEWS) {
      instruments.reviewsWaiting(await countOf(`${waits} = "${stage}"`), { gate: stageFacts[stage].gate! });
    }
    instruments.reviewsOverdue(await countOf(overdueReviews(settings.workflow.review.escalateAfter).join(' AND ')), {});
    const now = Date.now();
    const query = `${decks} AND ${waits} IN (${REVIEWS.map((stage) => `"${stage}"`).join(', ')})`;
    let oldest = now;
    let listed = 0;
    for await (const { startTime } of lists.workflow.list({ query, pageSize: 1_000 })) {
      oldest = Math.min(oldest, startTime.getTime());
      listed += 1;
      if (listed === MAX_LISTED) break;
    }
    instruments.oldestReview((now - oldest) / 1000, {});
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
