import { condition, defineQuery, defineUpdate, proxyActivities, setHandler } from '@temporalio/workflow';

export const isOpen = defineQuery<boolean>('isOpen');
export const decide = defineUpdate<void>('decide');

/** Works, opens a gate, and works on, as a deck does. A decision before the gate is open is refused. */
export async function gated(taskQueue: string): Promise<void> {
  const { work } = proxyActivities<{ work(): Promise<void> }>({ taskQueue, startToCloseTimeout: '1m' });
  let open = false;
  let decided = false;
  const validator = () => {
    if (!open) throw new Error('not open yet');
  };
  const take = () => {
    decided = true;
  };
  setHandler(isOpen, () => open);
  setHandler(decide, take, { validator });
  await work();
  open = true;
  await work();
  await condition(() => decided);
}
