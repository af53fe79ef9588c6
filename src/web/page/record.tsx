import type { DeckView } from '../v1/schemas';
import { usePreferences } from './preferences';
import { Comments } from './threads';

/** Every decision about the deck, newest first, folded. */
export function DecisionRecord({ deck }: { deck: DeckView }) {
  const { words, when } = usePreferences();
  const { decisions = [], earlierDecisions = 0 } = deck;
  if (decisions.length === 0) return null;
  const { record } = words;
  return (
    <details class="record">
      <summary>{record.title(decisions.length + earlierDecisions)}</summary>
      <ol reversed>
        {decisions.toReversed().map((each) => (
          <li key={`${each.at} ${each.by} ${each.decision}`}>
            <p>
              <strong>{each.via === 'rule' ? (record.rules[each.by] ?? each.by) : words.name(each)}</strong>:{' '}
              {record.decisions[each.decision]}
              {each.to !== undefined && ` ${each.to}`}
            </p>
            <p class="hint">
              {words.gate[each.gate]} · {words.changes.revision(each.revision)} ·{' '}
              <time dateTime={each.at}>{when(each.at)}</time>
            </p>
            {each.comment !== undefined && <q>{each.comment}</q>}
            <Comments comments={each.opens ?? []} />
          </li>
        ))}
      </ol>
      {earlierDecisions > 0 && <p class="hint">{record.earlier(earlierDecisions)}</p>}
    </details>
  );
}
