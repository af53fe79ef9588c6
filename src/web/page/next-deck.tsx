import { useState } from 'preact/hooks';
import { Button } from './button';
import { deckPage } from './calls';
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
  const [next, ...rest] = queue;
  if (next === undefined) return null;
  const open = () => {
    keepQueue(rest);
    location.assign(deckPage(next));
  };
  return (
    <Button class="quiet" onClick={open}>
      {list.next(queue.length)} →
    </Button>
  );
}
