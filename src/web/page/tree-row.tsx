import { useEffect, useId, useRef } from 'preact/hooks';
import { LONGEST_COMMENT } from '../../core/message-limits';
import type { OutlineItem, ReviewComment } from '../../core/review-message';
import { isSameItem } from '../../outline/outline-items';
import type { PlacedThread } from '../../outline/placed-threads';
import { Button } from './button';
import { LEVELS, linesUnder, type OutlineNode, textUnder } from './outline';
import { useWords } from './preferences';
import { type AskAbout, ThreadCard } from './threads';
import type { OwnComments } from './use-comments';
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

/** The reviewer's comments on the heading and the lines under it. */
interface RowComments {
  comments: readonly ReviewComment[];
  items: readonly OutlineItem[];
  /** The first item without a comment. */
  free: OutlineItem | undefined;
  /** Maximum characters of a further comment; 0 if the request is full. */
  room: number;
  set: OwnComments['set'];
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
        <CommentField key={index} own={own!} {...comment} />
      ))}
    </div>
  );
}

/** What can be done with a heading. */
function Actions({
  node,
  title,
  own,
  actions,
  lines,
  name,
  id: fieldset,
}: Row & { lines: number; name: string; id: string }) {
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
  if (free !== undefined && room > 0 && !isWriting) set(free, '');
  else button.closest('.row')!.querySelector<HTMLElement>('.own-comment:last-of-type textarea')?.focus();
}

/** A comment of the reviewer, and the item that it is about. */
function CommentField({ own, item, text }: ReviewComment & { own: RowComments }) {
  const words = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const help = useId();
  useEffect(() => {
    // A comment from an earlier visit does not take the focus.
    if (text === '') field.current?.focus();
  }, []);
  const { items, set } = own;
  const name = item.line ?? item.heading;
  const labels = items.map(({ heading, line = heading }) => line);
  return (
    <div class="own-comment">
      {items.length > 1 && (
        <label>
          {words.tree.commentAbout}{' '}
          <select
            value={items.findIndex((each) => isSameItem(each, item))}
            onChange={({ currentTarget }) => set(items[Number(currentTarget.value)]!, text, item)}
          >
            {items.map((each, index) => (
              <option
                key={each.path + labels[index]}
                value={index}
                disabled={own.comments.some((other) => other.item !== item && isSameItem(other.item, each))}
              >
                {labels[index]}
              </option>
            ))}
          </select>
        </label>
      )}
      <textarea
        ref={field}
        rows={2}
        maxLength={Math.min(own.room + text.length, LONGEST_COMMENT)}
        aria-label={words.tree.commentOn(name)}
        aria-describedby={help}
        value={text}
        onInput={({ currentTarget }) => set(item, currentTarget.value)}
      />
      <small id={help}>{words.tree.commentHelp}</small>
      <Button class="quiet" onClick={() => set(item, undefined)}>
        {words.tree.removeComment}
        <span class="unseen"> {words.tree.commentOn(name)}</span>
      </Button>
    </div>
  );
}
