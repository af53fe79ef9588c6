import { useEffect, useId, useRef } from 'preact/hooks';
import type { ItemComment } from './item-comments';
import { type Direction, linesUnder, type OutlineNode, textUnder } from './outline';
import { useWords } from './preferences';
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
  ownComment?: OwnComment;
}

interface OwnComment {
  /** Undefined until the reviewer begins one. */
  text: string | undefined;
  /** Maximum characters. */
  room: number;
  set: (text: string | undefined) => void;
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
          {row.ownComment !== undefined && row.ownComment.text === undefined && (
            <button type="button" onClick={() => row.ownComment!.set('')}>
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
      {row.comments?.map(({ request, text: comment }) => (
        <q class="item-comment" key={request.number}>
          <strong>{words.tree.commentBy(words.name(request))}</strong> {comment}
        </q>
      ))}
      {row.ownComment?.text !== undefined && <CommentField name={name} comment={row.ownComment} />}
    </div>
  );
}

function CommentField({ name, comment }: { name: string; comment: OwnComment }) {
  const words = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const help = useId();
  useEffect(() => {
    // A comment from an earlier visit does not take the focus.
    if (comment.text === '') field.current?.focus();
  }, []);
  return (
    <div class="own-comment">
      <textarea
        ref={field}
        rows={2}
        maxLength={Math.min(comment.room, MAX_COMMENT_LENGTH)}
        aria-label={words.tree.commentOn(name)}
        aria-describedby={help}
        value={comment.text}
        onInput={({ currentTarget }) => comment.set(currentTarget.value)}
      />
      <small id={help}>{words.tree.commentHelp}</small>
      <button type="button" class="quiet" onClick={() => comment.set(undefined)}>
        {words.tree.removeComment}
        <span class="unseen"> {words.tree.commentOn(name)}</span>
      </button>
    </div>
  );
}
