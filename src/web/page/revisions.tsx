import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import { usePreferences } from './preferences';
import { DecisionRecord } from './record';

/** All revisions, newest first, with their authors and comments. */
export function Revisions(props: {
  deck: DeckView;
  onCompare: (revision: number) => void;
  /** Absent for links that cannot decide. */
  onRestore?: (revision: number) => void;
}) {
  const { deck, onCompare, onRestore } = props;
  const { words, when } = usePreferences();
  return (
    <aside class="revisions" aria-label={words.revisions.title}>
      <h2>{words.revisions.title}</h2>
      <ol reversed>
        {deck.revisions.toReversed().map(({ revision, source, at, by, verified, comment }) => (
          <li key={revision}>
            <p>
              <strong>{words.changes.revision(revision)}</strong>
              {revision === deck.revision && <span class="badge">{words.revisions.current}</span>}
            </p>
            <p class="hint">
              {words.revisions.source[source](by && words.name({ by, verified }))} ·{' '}
              <time dateTime={at}>{when(at)}</time>
            </p>
            {comment !== undefined && <q>{comment}</q>}
            {deck.revisions.length > 1 && (
              <p class="flow revision-buttons">
                <Button class="quiet" onClick={() => onCompare(revision)}>
                  {words.revisions.compare}
                  <span class="unseen"> {words.changes.revision(revision)}</span>
                </Button>
                {onRestore !== undefined && revision !== deck.revision && (
                  <Button class="quiet" onClick={() => onRestore(revision)}>
                    {words.revisions.restore}
                    <span class="unseen"> {words.changes.revision(revision)}</span>
                  </Button>
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
      <DecisionRecord deck={deck} />
    </aside>
  );
}
