import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';

/** The least that waits for a person: what a review is compared with. */
export async function tenLines(): Promise<string> {
  let decision: string | undefined;
  setHandler(defineQuery('progress'), () => decision ?? 'waiting');
  setHandler(defineSignal<[string]>('decide'), (value) => {
    decision = value;
  });
  await condition(() => decision !== undefined);
  return decision!;
}
