import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { PRESENTATION, type ReviewMessage } from '../src/core/messages';
import { forEachLimit } from '../src/io/for-each-limit';
import type { ProcessStack } from './processes';

/** Decks that are started at the same time. */
const AT_ONCE = 30;

/** Starts decks and waits until all of them await review. The IDs end with numbers after a common prefix. */
export async function openReviews({ temporal }: ProcessStack, taskQueue: string, requests: string[]): Promise<void> {
  const { workflow } = temporal.client;
  await forEachLimit(requests, AT_ONCE, async (request) => {
    await workflow.start(PRESENTATION, {
      taskQueue,
      workflowId: `presentation/bench/${request}`,
      args: [{ uid: 'bench', request, title: `Deck ${request}` }],
    });
  });
  const prefix = requests[0]!.replace(/\d+$/, '');
  const query = `WorkflowId STARTS_WITH 'presentation/bench/${prefix}' AND PresentationStage = 'review'`;
  while ((await workflow.count(query)).count < requests.length) await delay(200);
}

/** Like a client that retries until it gets an answer; one decision, however often it is sent. */
export async function decide(handle: WorkflowHandle, decision: ReviewMessage['decision'] = 'approve'): Promise<void> {
  const args: [object] = [{ revision: 1, decision, reviewer: 'bench' }];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handle.executeUpdate('review', { args, updateId: decision });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100);
    }
  }
}
