import type { DeckView } from '../api';
import type { Question } from './decisions';
import { Menu } from './menu';
import { usePreferences } from './preferences';
import { nameOf, type Template } from './templates';
import type { Editor } from './use-editor';

/** The decisions of a reviewer. On a narrow screen, all but the main ones are in a menu. */
export function DecideBar({
  deck,
  editor,
  fault,
  template,
  ask,
}: {
  deck: DeckView;
  editor: Editor;
  /** Why the edited text would be rejected. */
  fault: string | undefined;
  template: Template | undefined;
  ask: (question: Question) => void;
}) {
  const { words, language } = usePreferences();
  const { decide } = words;
  const others: { kind: 'reject' | 'regenerate' | 'discard'; danger?: boolean }[] = [
    { kind: 'reject', danger: true },
    ...(deck.ownWords ? [] : [{ kind: 'regenerate' as const }]),
    ...(editor.dirty ? [{ kind: 'discard' as const }] : []),
  ];
  const state = fault ?? (editor.dirty ? decide.unsaved : '');
  return (
    <section class="decide" aria-label={decide.label}>
      <p class="state" role="status">
        {state}
        {template !== undefined && <span class="badge">{words.template.chosen(nameOf(template, language))}</span>}
      </p>
      <div class="decide-buttons">
        {others.map(({ kind, danger }) => (
          <button
            type="button"
            key={kind}
            class={danger ? 'quiet danger wide-only' : 'quiet wide-only'}
            onClick={() => ask({ kind })}
          >
            {decide[kind]}
          </button>
        ))}
        <Menu
          class="narrow-only"
          label={decide.more}
          items={others.map(({ kind, danger }) => ({
            label: decide[kind],
            ...(danger ? { danger } : {}),
            onClick: () => ask({ kind }),
          }))}
        />
        {editor.dirty && (
          <button
            type="button"
            disabled={fault !== undefined || editor.newer !== undefined}
            onClick={() => ask({ kind: 'save' })}
          >
            {decide.save}
          </button>
        )}
        <button
          type="button"
          class="primary"
          disabled={fault !== undefined || (editor.newer !== undefined && editor.dirty)}
          onClick={() => ask({ kind: 'approve' })}
        >
          {decide.approve}
        </button>
      </div>
    </section>
  );
}
