import { useState } from 'preact/hooks';
import type { InboxView } from '../api';
import { Button } from './button';
import { DeckRow, titleOf } from './deck-row';
import { useWords } from './preferences';

type Item = InboxView['items'][number];

interface Handlers {
  onOpen: (workflowId: string) => void;
  onResolve: (item: Item, action: 'retry' | 'abandon') => void;
}

/** The decks that wait for a person, the most urgent first, with what can be done about them here. */
export function Inbox({
  inbox: { items, total },
  reviewer,
  onReviewer,
  ...handlers
}: Handlers & {
  inbox: InboxView;
  /** Whose approvals are listed; empty: everyone's. */
  reviewer: string;
  onReviewer: (name: string) => void;
}) {
  const { list } = useWords();
  return (
    <section aria-label={list.inbox}>
      <h2>
        {list.inbox} <span class="count">{total}</span>
      </h2>
      <label class="field inbox-reviewer">
        <span>{list.reviewer}</span>
        <input
          type="search"
          placeholder={list.reviewerHelp}
          value={reviewer}
          onInput={({ currentTarget }) => onReviewer(currentTarget.value)}
        />
      </label>
      {items.length === 0 && <p class="hint">{list.inboxEmpty}</p>}
      <ul class="decks">
        {items.map((item) => (
          <DeckRow
            key={item.workflowId}
            // The inbox does not show channels.
            deck={{ ...item, channel: undefined }}
            since={item.since}
            ageText={list.arrived}
            state={
              <span class={item.gate === undefined ? 'badge warning' : 'badge'}>
                {item.gate === undefined ? `${list.parked}: ${item.attention}` : list.toReview[item.gate]}
              </span>
            }
            due={item.due}
          >
            <div class="flow deck-actions">
              <ItemActions item={item} {...handlers} />
            </div>
          </DeckRow>
        ))}
      </ul>
    </section>
  );
}

function ItemActions({ item, onOpen, onResolve }: Handlers & { item: Item }) {
  const { list } = useWords();
  const [abandoning, setAbandoning] = useState(false);
  const { workflowId, gate } = item;
  const title = titleOf(item);
  if (gate !== undefined) {
    return (
      <Button aria-label={list.reviewDeck(title)} onClick={() => onOpen(workflowId)}>
        {list.review}
      </Button>
    );
  }
  return (
    <>
      {abandoning ? (
        <>
          <Button class="danger" onClick={() => onResolve(item, 'abandon')}>
            {list.abandonNow}
          </Button>
          <Button class="quiet" onClick={() => setAbandoning(false)}>
            {list.keep}
          </Button>
        </>
      ) : (
        <>
          <Button aria-label={list.retryDeck(title)} onClick={() => onResolve(item, 'retry')}>
            {list.retry}
          </Button>
          <Button class="quiet" aria-label={list.abandonDeck(title)} onClick={() => setAbandoning(true)}>
            {list.abandon}
          </Button>
        </>
      )}
      <Button aria-label={list.viewDeck(title)} onClick={() => onOpen(workflowId)}>
        {list.view}
      </Button>
    </>
  );
}
