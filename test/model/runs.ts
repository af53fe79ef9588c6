import { Worker } from '@temporalio/worker';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import type { FaultyPipeline } from '../faults/faulty-pipeline';

/** The histories of all runs of a deck, oldest first. */
async function runsOf({ temporal }: FaultyPipeline, workflowId: string) {
  const { workflow } = temporal.client;
  const { events } = await workflow.getHandle(workflowId).fetchHistory();
  const runs = [];
  let runId = events![0]!.workflowExecutionStartedEventAttributes!.firstExecutionRunId;
  while (runId) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    runs.push({ workflowId, runId, history });
    runId = history.events!.at(-1)!.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return runs;
}

/** Replays every run of these decks with the shipped code. */
export async function replayAll(pipeline: FaultyPipeline, workflowIds: string[]) {
  const runs = (await Promise.all(workflowIds.map((id) => runsOf(pipeline, id)))).flat();
  const wrong: string[] = [];
  let replayed = 0;
  const workflowBundle = builtBundle('presentation', plainTraits);
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, runs)) {
    replayed += 1;
    if (error) wrong.push(`${workflowId}: ${error.message}`);
  }
  return { runs: runs.length, replayed, wrong };
}
