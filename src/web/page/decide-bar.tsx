import { useMemo } from 'preact/hooks';
import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import { furtherButtons, type Question } from './decision-kinds';
import { Menu } from './menu';
import { countPrompts, goToPrompts } from './open-prompts';
import { hasApproved, isAmong, neededAfter, objectionsTo, placesAt } from './policy';
import { usePreferences } from './preferences';
import { nameOf, type Template } from './template-name';
import type { Editor } from './use-editor';
import { useEvent } from './use-window';

/** The decisions of a reviewer. On a narrow screen, all but the main ones are in a menu. */
export function DecideBar(props: {
  deck: DeckView;
  editor: Editor;
  /** Why the edited text would be rejected. */
  fault: string | undefined;
  template: Template | undefined;
  ask: (question: Question) => void;
  /** The reviewer's name, if it is known. */
  me: string | undefined;
  /** Number of the reviewer's comments on items. */
  comments: number;
}) {
  const { deck, editor, fault, template, ask, me, comments } = props;
  const { words, language } = usePreferences();
  const { decide } = words;
  const review: NonNullable<DeckView['review']> = deck.review ?? { gate: 'outline', since: '', reminders: 0 };
  const named = deck.link.reviewer;
  const others: { kind: Question['kind']; label: string; danger?: boolean }[] = [
    ...furtherButtons({ decide, deck, comments }),
    ...(editor.dirty ? [{ kind: 'discard' as const, label: decide.discard }] : []),
  ];
  const places = placesAt(review);
  const mayDelegate =
    places.length > 0 && (named === undefined || isAmong(named, places)) && !hasApproved(named, review.approvals);
  const rest = mayDelegate ? [{ label: decide.delegate, onClick: () => ask({ kind: 'delegate' }) }] : [];
  const menu = others.map(({ kind, label, danger }) => ({ label, danger, onClick: () => ask({ kind }) }));
  // An edit discards approvals.
  const approved = !editor.dirty && hasApproved(named, review.approvals);
  const objectors = words.listed([...new Set(objectionsTo(me, deck).map((each) => words.name(each)))]);
  const more = neededAfter(me, review, deck.revisions, editor.dirty);
  const state =
    fault ??
    (editor.dirty ? decide.unsaved : approved ? decide.approved : objectors === '' ? '' : decide.objections(objectors));
  const prompts = useMemo(() => countPrompts(editor.text), [editor.text]);
  const given = review.approvals?.given.length ?? 0;
  const disabled =
    fault !== undefined ||
    (editor.newer !== undefined && editor.dirty) ||
    approved ||
    (editor.dirty && review.policy?.selfApproval === false);
  // Ctrl or Cmd + Enter, wherever the focus is.
  useEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (disabled || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    ask({ kind: 'approve' });
  });
  return (
    <section class="decide" aria-label={decide.label}>
      <p class="state" role="status">
        {state}
        {template !== undefined && <span class="badge">{words.template.chosen(nameOf(template, language))}</span>}
      </p>
      <div class="decide-buttons">
        {others.map(({ kind, label, danger }) => (
          <Button
            key={kind}
            class={danger ? 'quiet danger wide-only' : 'quiet wide-only'}
            onClick={() => ask({ kind })}
          >
            {label}
          </Button>
        ))}
        <Menu class="narrow-only" label={decide.more} items={[...menu, ...rest]} />
        {rest.length > 0 && <Menu class="wide-only" label={decide.more} items={rest} />}
        {editor.dirty && (
          <Button disabled={fault !== undefined || editor.newer !== undefined} onClick={() => ask({ kind: 'save' })}>
            {decide.save}
          </Button>
        )}
        <Button class={prompts > 0 ? '' : 'primary'} disabled={disabled} onClick={() => ask({ kind: 'approve' })}>
          {more > 0 && !approved
            ? decide.approveMore(editor.dirty ? 1 : given + 1, (editor.dirty ? 1 : given + 1) + more)
            : decide.approve}
        </Button>
        {prompts > 0 && (
          <Button class="primary" onClick={goToPrompts}>
            {words.prompts.fillIn}
          </Button>
        )}
      </div>
    </section>
  );
}
