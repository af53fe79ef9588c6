import { useState } from 'preact/hooks';
import type { InboxView } from '../v1/schemas';
import { Button } from './button';
import { DeckRow, titleOf } from './deck-row';
import { useWords } from './preferences';

export type InboxItem = InboxView['items'][number];

interface Handlers {
  onOpen: (workflowId: string) => void;
  onResolve: (item: InboxItem, action: 'retry' | 'abandon') => void;
}

/** A deck that waits for a person, with what can be done about it here. */
export function InboxRow(
  props: Handlers & { item: InboxItem; selected: boolean; onSelect: (selected: boolean) => void },
) {
  const { item, selected, onSelect, ...handlers } = props;
  const { list } = useWords();
  const { gate, attention } = item;
  return (
    <DeckRow
      // The inbox does not show channels.
      deck={{ ...item, channel: undefined }}
      since={item.since}
      ageText={list.arrived}
      state={
        <span class={gate === undefined ? 'badge warning' : 'badge'}>
          {gate === undefined ? `${list.parked}: ${attention}` : list.toReview[gate]}
        </span>
      }
      due={item.due}
      select={
        gate !== undefined && (
          <label class="check">
            <span class="unseen">{list.select(titleOf(item))}</span>
            <input
              type="checkbox"
              checked={selected}
              onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
            />
          </label>
        )
      }
    >
      <div class="flow deck-actions">
        <ItemActions item={item} {...handlers} />
      </div>
    </DeckRow>
  );
}

function ItemActions({ item, onOpen, onResolve }: Handlers & { item: InboxItem }) {
  const { list } = useWords();
  const [abandoning, setAbandoning] = useState(false);
  const { workflowId, gate } = item;
  const about = <span class="unseen"> {titleOf(item)}</span>;
  if (gate !== undefined) {
    return (
      <Button onClick={() => onOpen(workflowId)}>
        {list.review}
        {about}
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
          <Button onClick={() => onResolve(item, 'retry')}>
            {list.retry}
            {about}
          </Button>
          <Button class="quiet" onClick={() => setAbandoning(true)}>
            {list.abandon}
            {about}
          </Button>
        </>
      )}
      <Button onClick={() => onOpen(workflowId)}>
        {list.view}
        {about}
      </Button>
    </>
  );
}
