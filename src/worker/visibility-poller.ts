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
/** Enough to find the oldest in a list that begins with the newest; more waiting decks than that are looked at in part. */
const MOST_LISTED = 5_000;

export interface VisibilityPollerOptions {
  settings: Settings;
  temporal: Pick<TemporalConnection, 'connection' | 'lists'>;
  meter: MetricMeter;
  log: Logger;
}

/** Counts decks and queues every `telemetry.metrics.visibilityPollInterval`, until stopped. */
export function startVisibilityPoller({ settings, temporal, meter, log }: VisibilityPollerOptions): { stop(): Promise<void> } {
  const instruments = instrumentsOf(meter, visibilityMetrics);
  const { lists, connection } = temporal;
  const { namespace } = settings.temporal;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  // Of this queue alone: another installation in the same namespace has a worker, and a census, of its own.
  const decks = `WorkflowType = "${PRESENTATION}" AND ExecutionStatus = "Running" AND TaskQueue = "${settings.temporal.taskQueue}"`;
  const countOf = async (condition: string) => (await lists.workflow.count(`${decks} AND ${condition}`)).count;

  async function countStages(): Promise<void> {
    for (const stage of openStages) {
      // The first stages take a second; decks show a stage from the outline on.
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
      if (listed === MOST_LISTED) break;
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

  async function take(): Promise<void> {
    try {
      await countStages();
      await countAttention();
      await countReviews();
      await countQueues();
      instruments.lastPollAt(Date.now() / 1000, {});
    } catch (error) {
      // The numbers stand still, and deck_census_timestamp_seconds says since when.
      if (!stopped) log.warn({ err: error }, 'the decks could not be counted');
    }
    if (!stopped) timer = setTimeout(() => void round(), settings.telemetry.metrics.visibilityPollInterval).unref();
  }
  let under = take();
  function round(): Promise<void> {
    under = take();
    return under;
  }
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await under;
    },
  };
}
