import { useState } from 'preact/hooks';
import { Button } from './button';
import { operatorCalls } from './calls';
import { useWords } from './preferences';

const QUEUE = 'deck-review.queue';

/** The decks that wait after the one that is opened, for this tab only. */
export function keepQueue(workflowIds: readonly string[]): void {
  sessionStorage.setItem(QUEUE, JSON.stringify(workflowIds));
}

/** Opens the next deck of the list from which this one was opened. */
export function NextDeck() {
  const { list } = useWords();
  const [queue] = useState<string[]>(() => JSON.parse(sessionStorage.getItem(QUEUE) ?? '[]'));
  const [busy, setBusy] = useState(false);
  const [next, ...rest] = queue;
  if (next === undefined) return null;
  const open = async () => {
    setBusy(true);
    try {
      const { address } = await operatorCalls().post<{ address: string }>('/api/links', { workflowId: next });
      keepQueue(rest);
      location.assign(address);
      location.reload();
    } catch {
      // The list logs in again, or says what is wrong.
      location.assign('/');
    }
  };
  return (
    <Button class="quiet" disabled={busy} onClick={open}>
      {list.next(queue.length)} →
    </Button>
  );
}
