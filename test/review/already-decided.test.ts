import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { settingsSchema } from '../../src/config';
import { ALREADY_DECIDED } from '../../src/core/messages';
import { InvalidReview } from '../../src/decks/api/errors';
import { Workers } from '../../src/decks/calls';
import { DeckError } from '../../src/decks/errors';
import type { ReviewLink } from '../../src/decks/links/review-links';
import type { TemporalConnection } from '../../src/temporal';
import { decide } from '../../src/web/decision';
import type { ReviewedDecks } from '../../src/web/reviewed-decks';

/** A server with a worker. A real one cannot be made to reject at this moment. */
const cluster = {
  connection: {
    withDeadline: (_: number, call: () => unknown) => call(),
    workflowService: {
      describeTaskQueue: async () => ({ pollers: [{ lastAccessTime: { seconds: Date.now() / 1000, nanos: 0 } }] }),
    },
  },
} as unknown as TemporalConnection;
const link: ReviewLink = { workflowId: 'presentation/u1/r1', gate: 'outline', role: 'reviewer', expiresAt: Infinity };

/** The page's answer to an approval that the workflow rejects while the deck still awaits review. */
async function answerTo(failure: ApplicationFailure): Promise<unknown> {
  const rejection = new InvalidReview(failure.message, { cause: new WorkflowUpdateFailedError('failed', failure) });
  const decks = {
    snapshot: async () => ({ progress: { stage: 'review', review: { gate: 'outline' }, outline: { revision: 1 } } }),
    review: () => new Workers(cluster, 'default').answered('decks', 1_000, () => Promise.reject(rejection)),
  } as unknown as ReviewedDecks;
  const services = { decks, settings: settingsSchema.parse({}) };
  return decide(services, link, { revision: 1, decision: 'approve' }, { key: 'key', via: 'page' }).catch(
    (error: unknown) => error,
  );
}

describe('a decision that the workflow rejects', () => {
  it('because another one is being applied is a conflict', async () => {
    expect(await answerTo(ApplicationFailure.nonRetryable('Bo was first', ALREADY_DECIDED))).toMatchObject({
      kind: 'conflict',
      details: { conflict: { revision: 1, stage: 'review' } },
      message: expect.stringContaining('Bo'),
    });
  });

  it('for another reason is invalid', async () => {
    const failure = ApplicationFailure.create({ message: 'the template does not exist', type: 'Error' });
    expect(await answerTo(failure)).toMatchObject({ kind: 'invalid', message: 'The template does not exist.' });
  });

  it('keeps its failure type in the DeckError', async () => {
    const failure = ApplicationFailure.nonRetryable('Bo was first', ALREADY_DECIDED);
    const call = () => Promise.reject(new WorkflowUpdateFailedError('failed', failure));
    const error = await new Workers(cluster, 'default').answered('decks', 1_000, call).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(DeckError);
    expect(error).toMatchObject({ reason: 'refused', type: ALREADY_DECIDED, message: 'Rejected: Bo was first' });
  });
});
