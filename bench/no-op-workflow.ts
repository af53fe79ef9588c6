import { proxyActivities, setCurrentDetails, sleep, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import { PresentationStage } from '../src/core/search-attributes';

/** What one step of a deck leaves in its history: an activity with its payloads in bytes, a timer, an attribute. */
export type Step =
  | { activity: 'api' | 'stream'; argumentBytes: number; resultBytes: number }
  | { timerMs: number }
  | { attribute: string };

export interface NoOpActivities {
  noOp(input: { resultBytes: number; padding: string }): Promise<string>;
}

/** A workflow with the steps of a deck and nothing in them; the options of its activities are those of a deck's. */
export async function noOp({ steps }: { steps: Step[] }): Promise<void> {
  const { taskQueue } = workflowInfo();
  for (const step of steps) {
    if ('timerMs' in step) {
      await sleep(step.timerMs, { summary: 'Until the next step' });
    } else if ('attribute' in step) {
      setCurrentDetails(step.attribute);
      upsertSearchAttributes([{ key: PresentationStage, value: step.attribute }]);
    } else {
      const { noOp } = proxyActivities<NoOpActivities>({
        taskQueue: (step.activity === 'api' ? apiQueueOf : streamQueueOf)(taskQueue),
        summary: 'Do nothing',
        startToCloseTimeout: '45s',
        heartbeatTimeout: '6s',
        cancellationType: 'WAIT_CANCELLATION_COMPLETED',
        retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 20 },
      });
      await noOp({ resultBytes: step.resultBytes, padding: 'x'.repeat(step.argumentBytes) });
    }
  }
}
