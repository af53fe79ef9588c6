import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import { Differences } from './comparison';
import { usePreferences } from './preferences';
import type { Editor } from './use-editor';

/** Shown when a newer revision exists than the one the edits were made on. */
export function ConflictPanel({
  deck,
  editor,
  onReapply,
  onDiscard,
}: {
  deck: DeckView;
  editor: Editor;
  onReapply: () => void;
  onDiscard: () => void;
}) {
  const { words, when } = usePreferences();
  const { newer } = editor;
  if (newer === undefined) return null;
  const made = deck.revisions.find(({ revision }) => revision === newer.revision);
  const name = made?.by === undefined ? words.conflict.someone : words.name({ ...made, by: made.by });
  return (
    <section class="conflict" aria-labelledby="conflict-title" role="alert">
      <h2 id="conflict-title">{words.conflict.title}</h2>
      <p>{words.conflict.text(newer.revision, name, made && when(made.at))}</p>
      {made?.comment !== undefined && <q>{made.comment}</q>}
      <p class="flow conflict-buttons">
        <Button class="primary" onClick={onReapply}>
          {words.conflict.apply}
        </Button>
        <Button onClick={onDiscard}>{words.conflict.discard}</Button>
      </p>
      <details open>
        <summary>{words.conflict.differences}</summary>
        <Differences before={newer.markdown} after={editor.text} />
      </details>
    </section>
  );
}
