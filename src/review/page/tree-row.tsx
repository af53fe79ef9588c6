import { useEffect, useId, useRef } from 'preact/hooks';
import type { OutlineItem, ReviewComment } from '../../core/messages';
import { type ItemComment, isSameItem } from './item-comments';
import { type Direction, linesUnder, type OutlineNode, textUnder } from './outline';
import { useWords } from './preferences';
import type { OwnComments } from './use-comments';
import type { DropPlace } from './use-drag';

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
  onFocus: () => void;
  onKey: (event: KeyboardEvent) => void;
  /** A line break from an on-screen keyboard that sends no Enter key. */
  onBreak: (field: HTMLTextAreaElement) => void;
  onPaste: (event: ClipboardEvent) => void;
  onRename: (text: string) => void;
  onText: (text: string) => void;
  onOpen: () => void;
  onShowText: () => void;
  onGrip: (event: PointerEvent) => void;
  onAddAfter: () => void;
  /** Absent where nothing can be added inside. */
  onAddUnder?: () => void;
  onMove: (direction: Direction) => void;
  onRemove: () => void;
  /** Of open change requests. */
  comments?: readonly ItemComment[];
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

/** The maximum of the API for one comment. */
const MAX_COMMENT_LENGTH = 2000;

const directions = ['up', 'down', 'out', 'in'] as const;

export function TreeRow(row: Row) {
  const { node, number, title, readOnly, current, open } = row;
  const words = useWords();
  const actions = useId();
  const level = words.levels[node.level]!;
  const name = node.text.trim() || words.untitled;
  const tab = current ? 0 : -1;
  const lines = linesUnder(node).length;
  const text = textUnder(node);
  const classes = ['row', `level-${node.level}`, row.dragged && 'dragged', row.place && `drop-${row.place}`];
  return (
    <div class={classes.filter(Boolean).join(' ')} data-node={node.id}>
      <div class="line" onFocusCapture={row.onFocus}>
        {!readOnly && !title && (
          <span class="grip" aria-hidden="true" title={words.tree.drag(name)} onPointerDown={row.onGrip}>
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
          aria-label={number === '' ? level : `${level} ${number}`}
          placeholder={words.tree.placeholder[node.level]}
          value={node.text}
          readOnly={readOnly}
          tabIndex={tab}
          maxLength={1000}
          autoComplete="off"
          onKeyDown={row.onKey}
          onBeforeInput={(event) => {
            if (!['insertLineBreak', 'insertParagraph'].includes(event.inputType) || readOnly) return;
            event.preventDefault();
            row.onBreak(event.currentTarget);
          }}
          onPaste={row.onPaste}
          onInput={({ currentTarget }) => row.onRename(currentTarget.value)}
        />
        {lines > 0 && (
          <button
            type="button"
            class="quiet text-button"
            tabIndex={tab}
            aria-expanded={row.showText}
            onClick={row.onShowText}
          >
            {words.tree.text(lines)}
          </button>
        )}
        {!readOnly && (
          <button
            type="button"
            class="quiet more"
            tabIndex={tab}
            aria-label={words.tree.actions(name)}
            aria-expanded={open}
            aria-controls={open ? actions : undefined}
            onClick={row.onOpen}
          >
            ⋯
          </button>
        )}
      </div>
      {open && !readOnly && (
        <fieldset class="actions" id={actions} aria-label={words.tree.actions(name)}>
          <button type="button" onClick={row.onAddAfter}>
            {words.tree.addAfter}
          </button>
          {row.onAddUnder !== undefined && (
            <button type="button" onClick={row.onAddUnder}>
              {words.tree.addUnder}
            </button>
          )}
          {!title &&
            directions.map((direction) => (
              <button type="button" key={direction} onClick={() => row.onMove(direction)}>
                {words.tree[direction]}
              </button>
            ))}
          {lines === 0 && (
            <button type="button" onClick={row.onShowText}>
              {words.tree.writeText}
            </button>
          )}
          {row.own?.free !== undefined && row.own.room > 0 && (
            <button type="button" onClick={() => row.own!.set(row.own!.free!, '')}>
              {words.tree.comment}
            </button>
          )}
          {!title && (
            <button type="button" class="danger" onClick={row.onRemove}>
              {words.tree.remove}
            </button>
          )}
        </fieldset>
      )}
      {row.showText && (
        <textarea
          class="body"
          aria-label={words.tree.textOf(name)}
          value={text}
          readOnly={readOnly}
          rows={Math.min(14, Math.max(2, text.split('\n').length + 1))}
          onInput={({ currentTarget }) => row.onText(currentTarget.value)}
        />
      )}
      {row.comments?.map(({ request, item, text: comment }) => (
        <q class="item-comment" key={`${request.number} ${item.line}`}>
          <strong>{words.tree.commentBy(words.name(request))}</strong>
          {item.line !== undefined && <em> {item.line}</em>} {comment}
        </q>
      ))}
      {row.own?.comments.map((comment, index) => (
        // A comment keeps its place when it moves to another line.
        <CommentField key={index} own={row.own!} {...comment} />
      ))}
    </div>
  );
}

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
        maxLength={Math.min(own.room + text.length, MAX_COMMENT_LENGTH)}
        aria-label={words.tree.commentOn(name)}
        aria-describedby={help}
        value={text}
        onInput={({ currentTarget }) => set(item, currentTarget.value)}
      />
      <small id={help}>{words.tree.commentHelp}</small>
      <button type="button" class="quiet" onClick={() => set(item, undefined)}>
        {words.tree.removeComment}
        <span class="unseen"> {words.tree.commentOn(name)}</span>
      </button>
    </div>
  );
}
