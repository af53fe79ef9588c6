import { ServiceError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { approve, NoAnswer, type PresentationHandle, resolve } from '../../src/decks/api';

/** As the server answers an update whose deck's step has just failed, for example in a roll-out with two versions. */
function failedPrecondition(): ServiceError {
  const cause = Object.assign(new Error('9 FAILED_PRECONDITION: in failed state'), {
    ...{ code: 9, details: 'in failed state', metadata: {} },
  });
  return new ServiceError('Workflow Update failed', { cause });
}

/** As the server rejects an update when a worker completes a workflow task without it, for example after an outage. */
function unprocessed(): WorkflowUpdateFailedError {
  const cause = ApplicationFailure.nonRetryable("it wasn't processed by worker", 'UnprocessedUpdate');
  return new WorkflowUpdateFailedError('Workflow Update failed', cause);
}

function handleThat(executeUpdate: (name: string, options: { updateId: string }) => Promise<unknown>) {
  const client = { withDeadline: (_: number, call: () => unknown) => call() };
  return { workflowId: 'presentation/me/r1', client, executeUpdate } as unknown as PresentationHandle;
}

describe.each([
  ['meets a step that has just failed', failedPrecondition],
  ['no worker has read', unprocessed],
])('a message that %s', (_, failure) => {
  it('is sent again under its id until it is taken', async () => {
    const ids: string[] = [];
    const handle = handleThat(async (_, { updateId }) => {
      ids.push(updateId);
      if (ids.length < 3) throw failure();
      return { decision: 'approve', revision: 1, message: 'taken' };
    });
    expect(await approve(handle, 1)).toMatchObject({ message: 'taken' });
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it('is given up after its timeout, with the message of a call that got no answer', async () => {
    const handle = handleThat(() => Promise.reject(failure()));
    const late = resolve(handle, { action: 'retry' }, { timeoutMs: 1_500 });
    await expect(late).rejects.toThrow(NoAnswer);
    await expect(late).rejects.toThrow(/^no response from presentation\/me\/r1 within /);
  });
});
