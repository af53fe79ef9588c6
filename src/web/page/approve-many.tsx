import { useState } from 'preact/hooks';
import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import { ApiError, type Calls, newKey, sessionCalls } from './calls';
import { titleOf } from './deck-row';
import { Dialog } from './dialog';
import { TextField } from './fields';
import type { InboxItem } from './inbox';
import { useWords } from './preferences';
import { keep, recall } from './storage';

/** What became of a decision: undefined while it is sent, then empty or why it was not accepted. */
type Outcomes = Record<string, string | undefined>;

/** Approves several decks after one confirmation. Each decision is sent on its own, and its result is shown. */
export function ApproveMany({
  items,
  onClose,
}: {
  items: readonly InboxItem[];
  onClose: (approved: string[]) => void;
}) {
  const words = useWords();
  const [name, setName] = useState(() => recall('name') ?? '');
  const [outcomes, setOutcomes] = useState<Outcomes>();
  const [done, setDone] = useState(false);
  const approveAll = async (event: SubmitEvent) => {
    event.preventDefault();
    keep('name', name.trim());
    const found: Outcomes = {};
    setOutcomes({});
    for (const { workflowId, gate } of items) {
      found[workflowId] = await approve(sessionCalls(workflowId), { gate: gate!, reviewer: name.trim() }).then(
        () => '',
        (error: unknown) => (error instanceof ApiError && error.message) || words.errors.internal.join('. '),
      );
      setOutcomes({ ...found });
    }
    setDone(true);
  };
  const approved = () => Object.keys(outcomes ?? {}).filter((workflowId) => outcomes![workflowId] === '');
  return (
    <Dialog title={words.list.approveTitle(items.length)} onClose={() => onClose(approved())}>
      <p class="hint">{words.list.approveText}</p>
      <form onSubmit={approveAll}>
        <ul class="outcomes">
          {items.map((item) => {
            const outcome = outcomes?.[item.workflowId];
            return (
              <li key={item.workflowId}>
                {outcome === '' && <span class="badge good">{words.list.approved}</span>}
                {titleOf(item)}
                {outcome !== undefined && outcome !== '' && <p class="problem">{outcome}</p>}
              </li>
            );
          })}
        </ul>
        {outcomes === undefined && (
          <TextField label={words.decide.name} value={name} onText={setName} required maxLength={100} />
        )}
        <div class="dialog-buttons">
          <Button onClick={() => onClose(approved())}>{done ? words.close : words.cancel}</Button>
          {!done && (
            <Button type="submit" class="primary" disabled={outcomes !== undefined}>
              {outcomes === undefined ? words.list.approve(items.length) : words.decide.busy}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Approves the revision that waits now. */
async function approve(
  calls: Calls,
  { gate, reviewer }: { gate: 'outline' | 'content'; reviewer: string },
): Promise<void> {
  const deck = await calls.get<DeckView>(calls.deck);
  // Another person may have decided since the list was read.
  if (deck?.review?.gate !== gate) throw new ApiError('conflict', deck?.summary ?? '');
  await calls.post(`${calls.deck}/decisions`, { revision: deck.revision, decision: 'approve', reviewer }, newKey());
}
