import type { DeckView } from '../api';
import { Comparison } from './comparison';
import { usePreferences } from './preferences';
import type { Editor } from './use-editor';

/** The deck has changed under the reviewer's edits: what stands now, who did it, and what to do with the own edits. */
export function ConflictPanel({
  deck,
  editor,
  onTop,
  onDrop,
}: {
  deck: DeckView;
  editor: Editor;
  onTop: () => void;
  onDrop: () => void;
}) {
  const { words, when } = usePreferences();
  const { newer } = editor;
  if (newer === undefined) return null;
  const made = deck.revisions.find(({ revision }) => revision === newer.revision);
  const name = made?.by === undefined ? words.conflict.somebody : words.name({ ...made, by: made.by });
  return (
    <section class="conflict" aria-labelledby="conflict-title" role="alert">
      <h2 id="conflict-title">{words.conflict.title}</h2>
      <p>{words.conflict.text(newer.revision, name, made === undefined ? '' : words.conflict.at(when(made.at)))}</p>
      {made?.comment !== undefined && <q>{made.comment}</q>}
      <p class="conflict-buttons">
        <button type="button" class="primary" onClick={onTop}>
          {words.conflict.mine}
        </button>
        <button type="button" onClick={onDrop}>
          {words.conflict.drop}
        </button>
      </p>
      <details open>
        <summary>{words.conflict.what}</summary>
        <Comparison before={newer.markdown} after={editor.text} />
      </details>
    </section>
  );
}
