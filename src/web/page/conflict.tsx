import { diffLines } from '../../outline/line-diff';
import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import { Differences } from './comparison';
import { merge } from './merge';
import { usePreferences } from './preferences';
import type { Editor } from './use-editor';

/** Shown when a newer revision exists than the one the edits were made on. */
export function ConflictPanel(props: {
  deck: DeckView;
  editor: Editor;
  onReapply: (merged: string, conflicts: number) => void;
  onDiscard: () => void;
}) {
  const { deck, editor, onReapply, onDiscard } = props;
  const { words, when } = usePreferences();
  const { base, newer, text: own } = editor;
  if (newer === undefined) return null;
  const made = deck.revisions.find(({ revision }) => revision === newer.revision);
  const name = made?.by === undefined ? words.conflict.someone : words.name({ ...made, by: made.by });
  const reapply = () => {
    const [theirs, ours] = [newer.markdown, own].map((each) => diffLines(base.markdown, each));
    const { text, conflicts } = merge(theirs!, ours!);
    onReapply(text + (newer.markdown.endsWith('\n') ? '\n' : ''), conflicts);
  };
  return (
    <section class="conflict" aria-labelledby="conflict-title" role="alert">
      <h2 id="conflict-title">{words.conflict.title}</h2>
      <p>{words.conflict.text(newer.revision, name, made && when(made.at))}</p>
      {made?.comment !== undefined && <q>{made.comment}</q>}
      <p class="flow conflict-buttons">
        <Button class="primary" onClick={reapply}>
          {words.conflict.apply}
        </Button>
        <Button onClick={onDiscard}>{words.conflict.discard}</Button>
      </p>
      <details open>
        <summary>{words.conflict.differences}</summary>
        <Differences before={newer.markdown} after={own} />
      </details>
    </section>
  );
}
