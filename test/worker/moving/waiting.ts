import {
  condition,
  defineQuery,
  defineSignal,
  defineUpdate,
  makeContinueAsNewFunc,
  setHandler,
  sleep,
} from '@temporalio/workflow';

export interface Carried {
  /** Runs that this one has had before. */
  runs: number;
  decided?: string;
}

/** What a deck does that waits at a gate, and no more: it moves on request, and ends after the decision. */
export async function waitingWorkflow(carried: Carried, pauses: number): Promise<Carried> {
  const state = { ...carried };
  let move: { startAfterMs?: number } | undefined;
  setHandler(defineUpdate<void, [{ startAfterMs?: number }?]>('moveToCurrentBuild'), (options) => {
    move = options ?? {};
  });
  setHandler(defineSignal<[string]>('decide'), (decision) => {
    state.decided = decision;
  });
  setHandler(defineQuery('runs'), () => state.runs);
  // Builds differ here: one cannot replay what the other has made.
  for (let at = 0; at < pauses; at++) await sleep(1);
  await condition(() => move !== undefined || state.decided !== undefined);
  if (move !== undefined) {
    const again = makeContinueAsNewFunc<(carried: Carried) => Promise<Carried>>({
      initialVersioningBehavior: 'AUTO_UPGRADE',
      ...(move.startAfterMs === undefined ? {} : { backoffStartInterval: move.startAfterMs }),
    });
    await again({ ...state, runs: state.runs + 1 });
  }
  return state;
}
