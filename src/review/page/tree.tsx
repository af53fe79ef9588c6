import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OutlineItem } from '../../core/messages';
import { commentsOn, type ItemComment } from './item-comments';
import {
  addAfter,
  addAtEnd,
  addUnder,
  type Direction,
  drop,
  endOf,
  indexOf,
  isTitle,
  LEVELS,
  move,
  numbersOf,
  type Outline,
  remove,
  rename,
  setBody,
} from './outline';
import { pasteAt, splitAt } from './outline-lines';
import { useWords } from './preferences';
import type { Message } from './toast';
import { TreeRow } from './tree-row';
import type { OwnComments } from './use-comments';
import { type DropPlace, useDrag } from './use-drag';

const arrows: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' };

export interface TreeEditing {
  outline: Outline;
  readOnly: boolean;
  edit(outline: Outline, place?: string): void;
  /** Shows a message and reads it out. */
  tell(message: Message): void;
  /** Only reads it out. */
  announce(message: string): void;
}

/** Comments at headings: those of open change requests, and the reviewer's own. */
export interface TreeComments {
  /** The items that can be commented on, by heading: itself, and the lines under it. */
  items: ReadonlyMap<number, readonly OutlineItem[]>;
  others: ReadonlyMap<number, readonly ItemComment[]>;
  own: OwnComments;
  /** Maximum characters of a further comment; 0 if the request is full. */
  room: number;
}

/**
 * The outline as nested lists of labeled text fields. `role="tree"` would turn off screen readers' reading mode and
 * does not allow fields or buttons, while lists are read with depth and length. Only one row is in the tab order; arrow
 * keys move between rows.
 */
export function Tree({
  outline,
  readOnly,
  edit,
  tell,
  announce,
  showTexts,
  comments,
}: TreeEditing & { showTexts: boolean; comments?: TreeComments }) {
  const words = useWords();
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  /** Where the caret goes with the focus, if not to where it was. */
  const caret = useRef<number>(undefined);
  const [current, setCurrent] = useState<number>();
  const [open, setOpen] = useState<number>();
  const [withText, setWithText] = useState<ReadonlySet<number>>(new Set());
  const { nodes } = outline;
  const numbers = numbersOf(outline);
  const currentId = nodes.some(({ id }) => id === current) ? current : nodes[0]?.id;

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const field = list.current?.querySelector<HTMLTextAreaElement>(`[data-node="${wanted.current}"] .heading`);
    wanted.current = undefined;
    if (field === null || field === undefined) return;
    const { selectionStart, selectionEnd } = field;
    field.focus();
    field.setSelectionRange(caret.current ?? selectionStart, caret.current ?? selectionEnd);
    caret.current = undefined;
  });

  const nameOf = (id: number) => nodes[indexOf(outline, id)]?.text.trim() || words.untitled;

  /** Applies a change, moves the focus and announces the change, also on the screen if it is easy to do by accident. */
  const apply = (changed: Outline, focus: number | undefined, message: string, shown?: Omit<Message, 'text'>) => {
    wanted.current = focus;
    if (focus !== undefined) setCurrent(focus);
    edit(changed);
    if (shown === undefined) announce(message);
    else tell({ text: message, ...shown });
  };
  const added = ({ outline: changed, id }: { outline: Outline; id: number }) => {
    setOpen(undefined);
    apply(changed, id, words.announcements.added(words.levels[changed.nodes[indexOf(changed, id)]!.level]!));
  };
  const moved = (changed: Outline | undefined, id: number) => {
    if (changed === undefined) {
      wanted.current = id;
      announce(words.announcements.cannotMove(nameOf(id)));
      return;
    }
    const at = indexOf(changed, id);
    const level = words.levels[changed.nodes[at]!.level]!;
    apply(changed, id, words.announcements.moved(nameOf(id), level, numbersOf(changed)[at]!), undoable(id));
  };
  /** Adds a line below; in the middle of a line, with the words after the caret. */
  const split = (field: HTMLTextAreaElement, id: number) => {
    const { selectionStart, selectionEnd, value } = field;
    if (value.slice(selectionEnd).trim() === '') {
      added(addAfter(outline, id));
      return;
    }
    const result = splitAt(outline, id, selectionStart, selectionEnd);
    setOpen(undefined);
    caret.current = 0;
    apply(result.outline, result.id, words.announcements.split);
  };
  const pasted = (event: ClipboardEvent, id: number) => {
    const field = event.currentTarget as HTMLTextAreaElement;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const result = pasteAt(outline, id, text, field.selectionStart, field.selectionEnd);
    if (readOnly || result === undefined) return;
    event.preventDefault();
    apply(result.outline, result.id, words.announcements.pasted(result.added), undoable(id));
  };
  const removed = (id: number) => {
    const at = indexOf(outline, id);
    const neighbor = nodes[at - 1] ?? nodes[endOf(outline, at)];
    setOpen(undefined);
    const message = words.announcements.removed(nameOf(id), endOf(outline, at) - at - 1);
    apply(remove(outline, id), neighbor?.id, message, undoable(id));
  };

  const { place, dragged, startDrag } = useDrag(list, (id, { target, where }) =>
    moved(drop(outline, id, target, where), id),
  );

  const goTo = (at: number) => {
    const node = nodes[at];
    if (node === undefined) return;
    wanted.current = node.id;
    setCurrent(node.id);
  };
  const onKey = (event: KeyboardEvent, id: number) => {
    if (event.isComposing) return;
    const at = indexOf(outline, id);
    const arrow = arrows[event.key];
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const empty = nodes[at]!.text === '' && !isTitle(outline, at);
    if (arrow !== undefined && event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (!readOnly) moved(move(outline, id, arrow), id);
    } else if (plain && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      goTo(event.key === 'ArrowUp' ? at - 1 : at + 1);
    } else if (plain && event.key === 'Enter' && !event.isComposing && !readOnly) {
      event.preventDefault();
      split(event.currentTarget as HTMLTextAreaElement, id);
    } else if (plain && (event.key === 'Delete' || event.key === 'Backspace') && empty && !readOnly) {
      event.preventDefault();
      removed(id);
    }
  };

  const commentsOf = (id: number) => {
    const items = comments?.items.get(id);
    if (comments === undefined || items === undefined) return {};
    const { room, own, others } = comments;
    const set: OwnComments['set'] = (item, text, before) => {
      // Removing the field would take the focus with it.
      if (text === undefined) wanted.current = id;
      own.set(item, text, before);
    };
    return {
      comments: others.get(id) ?? [],
      ...(readOnly ? {} : { own: { ...commentsOn(own.all, items), items, room, set } }),
    };
  };

  const under = (parent: number, until: number) => {
    const items = [];
    for (let at = parent + 1; at < until; at = endOf(outline, at)) {
      const node = nodes[at]!;
      const end = endOf(outline, at);
      const canHold = node.level < LEVELS.point;
      items.push(
        <li key={node.id}>
          <TreeRow
            node={node}
            number={numbers[at]!}
            title={isTitle(outline, at)}
            readOnly={readOnly}
            current={node.id === currentId}
            open={node.id === open}
            showText={withText.has(node.id) || (showTexts && node.body.trim() !== '')}
            dragged={node.id === dragged}
            {...(place?.target === node.id ? { place: place.where as DropPlace } : {})}
            onFocus={() => setCurrent(node.id)}
            onKey={(event) => onKey(event, node.id)}
            onBreak={(field) => split(field, node.id)}
            onPaste={(event) => pasted(event, node.id)}
            onRename={(text) => edit(rename(outline, node.id, text), `name ${node.id}`)}
            onText={(text) => edit(setBody(outline, node.id, text), `text ${node.id}`)}
            onOpen={() => setOpen(open === node.id ? undefined : node.id)}
            onShowText={() => setWithText(toggled(withText, node.id))}
            onGrip={(event) => startDrag(event, node.id)}
            onAddAfter={() => added(addAfter(outline, node.id))}
            {...(canHold ? { onAddUnder: () => added(addUnder(outline, node.id)!) } : {})}
            onMove={(direction) => moved(move(outline, node.id, direction), node.id)}
            onRemove={() => removed(node.id)}
            {...commentsOf(node.id)}
          />
          {end > at + 1 && <ol>{under(at, end)}</ol>}
        </li>,
      );
    }
    return items;
  };

  return (
    <div ref={list} class={dragged === undefined ? 'tree' : 'tree dragging'}>
      {outline.preamble.trim() !== '' && (
        <p class="preamble">
          <strong>{words.tree.preamble}</strong> {outline.preamble}
        </p>
      )}
      <ol aria-label={words.tree.label}>{under(-1, nodes.length)}</ol>
      {!readOnly && (
        <button type="button" class="add" onClick={() => added(addAtEnd(outline))}>
          + {words.tree.addChapter}
        </button>
      )}
    </div>
  );
}

/** A change of heading `id` that can be undone. */
const undoable = (heading: number) => ({ undo: true, heading });

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return set.has(id) ? new Set([...set].filter((other) => other !== id)) : new Set([...set, id]);
}
