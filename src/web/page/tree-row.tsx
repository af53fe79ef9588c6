import { useId } from 'preact/hooks';
import type { PlacedThread } from '../../outline/placed-threads';
import { Button } from './button';
import { CommentField, type RowComments } from './comment-field';
import { LEVELS, linesUnder, type OutlineNode, textUnder } from './outline';
import { useWords } from './preferences';
import { type AskAbout, ThreadCard } from './threads';
import type { DropPlace } from './use-drag';
import type { TreeActions } from './use-tree';

interface Row {
  node: OutlineNode;
  number: string;
  title: boolean;
  readOnly: boolean;
  /** The only row in the tab order. */
  current: boolean;
  /** Whether its actions are shown. */
  open: boolean;
  showText: boolean;
  dragged: boolean;
  /** Where a dragged row would be dropped. */
  place?: DropPlace;
  actions: TreeActions;
  threads?: readonly PlacedThread[];
  ask?: AskAbout | undefined;
  /** Absent where the reviewer cannot comment. */
  own?: RowComments;
}

const directions = ['up', 'down', 'out', 'in'] as const;

/** A heading of the outline, with its actions, the text under it and the comments on it. */
export function TreeRow(row: Row) {
  const { node, number, title, readOnly, current, open, actions, own } = row;
  const { id } = node;
  const words = useWords();
  const actionsId = useId();
  const { level } = node;
  const label = words.levels[level]!;
  const name = node.text.trim() || words.untitled;
  const tab = current ? 0 : -1;
  const lines = linesUnder(node).length;
  const text = textUnder(node);
  const classes = ['row', `level-${level}`, row.dragged && 'dragged', row.place && `drop-${row.place}`];
  return (
    <div class={classes.filter(Boolean).join(' ')} data-node={id}>
      <div class="line" onFocusCapture={() => actions.focused(id)}>
        {!readOnly && !title && (
          <span
            class="grip"
            aria-hidden="true"
            title={words.tree.drag(name)}
            onPointerDown={(event) => actions.startDrag(event, id)}
          >
            ⠿
          </span>
        )}
        {number !== '' && (
          <span class="number" aria-hidden="true">
            {number}
          </span>
        )}
        <textarea
          class="heading"
          rows={1}
          aria-label={number === '' ? label : `${label} ${number}`}
          placeholder={words.tree.placeholder[level]}
          value={node.text}
          readOnly={readOnly}
          tabIndex={tab}
          maxLength={1000}
          autoComplete="off"
          onKeyDown={(event) => actions.press(event, id)}
          onBeforeInput={(event) => {
            if (!['insertLineBreak', 'insertParagraph'].includes(event.inputType) || readOnly) return;
            event.preventDefault();
            actions.split(event.currentTarget, id);
          }}
          onPaste={(event) => actions.paste(event, id)}
          onInput={({ currentTarget }) => actions.rename(id, currentTarget.value)}
        />
        {lines > 0 && (
          <Button
            class="quiet text-button"
            tabIndex={tab}
            aria-expanded={row.showText}
            onClick={() => actions.toggleText(id)}
          >
            {words.tree.text(lines)}
          </Button>
        )}
        {!readOnly && (
          <Button
            class="quiet more"
            tabIndex={tab}
            aria-label={words.tree.actions(name)}
            aria-expanded={open}
            aria-controls={open ? actionsId : undefined}
            onClick={() => actions.toggleActions(id)}
          >
            ⋯
          </Button>
        )}
      </div>
      {open && !readOnly && <Actions {...row} {...{ lines, name }} id={actionsId} />}
      {row.showText && (
        <textarea
          class="body"
          aria-label={words.tree.textOf(name)}
          value={text}
          readOnly={readOnly}
          rows={Math.min(14, Math.max(2, text.split('\n').length + 1))}
          onInput={({ currentTarget }) => actions.write(id, currentTarget.value)}
        />
      )}
      {row.threads?.map((thread) => (
        <ThreadCard key={thread.number} thread={thread} ask={row.ask} />
      ))}
      {own?.comments.map((comment, index) => (
        // A comment keeps its place when it moves to another line.
        <CommentField key={index} own={own!} comment={comment} />
      ))}
    </div>
  );
}

/** What can be done with a heading. */
function Actions(props: Row & { lines: number; name: string; id: string }) {
  const { node, title, own, actions, lines, name, id: fieldset } = props;
  const words = useWords();
  const { id, level } = node;
  return (
    <fieldset class="flow actions" id={fieldset} aria-label={words.tree.actions(name)}>
      {own && (
        <Button disabled={!canComment(own)} onClick={({ currentTarget }) => comment(own, currentTarget)}>
          {words.tree.comment}
        </Button>
      )}
      <Button onClick={() => actions.addAfter(id)}>{words.tree.addAfter}</Button>
      {level < LEVELS.point && <Button onClick={() => actions.addUnder(id)}>{words.tree.addUnder}</Button>}
      {!title &&
        directions.map((direction) => (
          <Button key={direction} onClick={() => actions.move(id, direction)}>
            {words.tree[direction]}
          </Button>
        ))}
      {lines === 0 && <Button onClick={() => actions.toggleText(id)}>{words.tree.writeText}</Button>}
      {!title && (
        <Button class="danger apart" onClick={() => actions.remove(id)}>
          {words.tree.remove}
        </Button>
      )}
    </fieldset>
  );
}

const canComment = ({ comments, free, room }: RowComments) => comments.length > 0 || (free !== undefined && room > 0);

/** Adds a field for a comment. A second click, or a full request, goes to the field that is there. */
function comment({ comments, free, room, set }: RowComments, button: HTMLElement): void {
  const isWriting = comments.some(({ text }) => text === '');
  if (free !== undefined && room > 0 && !isWriting) set({ item: free }, {});
  else button.closest('.row')!.querySelector<HTMLElement>('.own-comment:last-of-type textarea')?.focus();
}
