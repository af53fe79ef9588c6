import type { PresentationResult } from '../../src/presentation/messages';
import { type DevServer, presentationSearchAttributes, startDevServer } from '../../src/temporal';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { type Pipeline, startPipeline } from './pipeline';

/** A server that finds a history of 40 events long, so that a deck goes through several runs. */
let server: DevServer;
let pipeline: Pipeline;
beforeAll(async () => {
  server = await startDevServer({
    executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
    dynamicConfig: ['limit.historyCount.suggestContinueAsNew=40'],
  });
  pipeline = await startPipeline({ temporalAddress: server.address });
});
afterAll(async () => {
  await pipeline.close();
  await server.stop();
});

it('a long history is continued as a new run that knows everything; nothing is made twice', async () => {
  const handle = await pipeline.start({ title: 'Continued', formats: ['ppt', 'pdf'] });
  // Always the newest run, as the command line does.
  const newest = pipeline.temporal.client.workflow.getHandle(handle.workflowId);
  const decide = (message: unknown) => newest.executeUpdate('review', { args: [message] });
  const inReview = (revision: number) =>
    pipeline.until(
      newest as typeof handle,
      ({ review, outline }) => review !== undefined && outline?.revision === revision,
    );
  await inReview(1);
  await decide({ revision: 1, decision: 'regenerate', reviewer: 'ada', comment: 'again' });
  await inReview(2);
  await decide({ revision: 2, decision: 'regenerate' });
  await inReview(3);
  await decide({ revision: 3, decision: 'approve', reviewer: 'bo' });
  const result = (await handle.result()) as PresentationResult;
  expect(result).toMatchObject({
    outcome: 'delivered',
    revision: 3,
    approval: { by: 'bo' },
    paidCalls: { createTask: 1, streamOutline: 3, startContent: 1, saveDesign: 1, startExport: 2 },
  });
  expect(pipeline.records(handle)).toEqual({ tasks: 1, outlines: 3, contentJobs: 1, designs: 1, exports: 2 });
  const { runId } = await newest.describe();
  expect(runId).not.toBe(handle.firstExecutionRunId);
});

it('a state that a caller puts into the input is refused', async () => {
  const handle = await pipeline.start({ title: 'Forged', state: { taskId: 1 } } as never);
  await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'InvalidInput' } });
});
