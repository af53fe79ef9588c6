import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  addAfter,
  addAtEnd,
  addUnder,
  type Direction,
  drop,
  endOf,
  indexOf,
  isTitle,
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
import { useDrag } from './use-drag';

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

/** What people can do in the tree: focus, keys, pointer, and changes that are announced. */
export function useTree({ outline, readOnly, edit, tell, announce }: TreeEditing) {
  const words = useWords();
  const [current, setCurrent] = useState<number>();
  const [open, setOpen] = useState<number>();
  const [withText, setWithText] = useState<ReadonlySet<number>>(new Set());
  const { list, focus } = useFocus();
  const { nodes } = outline;
  const nameOf = (id: number) => nodes[indexOf(outline, id)]?.text.trim() || words.untitled;

  /** Applies a change, moves the focus and announces the change, also on the screen if it is easy to do by accident. */
  const apply = (changed: Outline, id: number | undefined, message: string, shown?: Omit<Message, 'text'>) => {
    focus(id);
    if (id !== undefined) setCurrent(id);
    edit(changed);
    if (shown === undefined) announce(message);
    else tell({ text: message, ...shown });
  };
  const add = ({ outline: changed, id }: { outline: Outline; id: number }) => {
    setOpen(undefined);
    apply(changed, id, words.announcements.added(words.levels[changed.nodes[indexOf(changed, id)]!.level]!));
  };
  const moveTo = (changed: Outline | undefined, id: number) => {
    if (changed === undefined) {
      focus(id);
      announce(words.announcements.cannotMove(nameOf(id)));
      return;
    }
    const at = indexOf(changed, id);
    const level = words.levels[changed.nodes[at]!.level]!;
    apply(changed, id, words.announcements.moved(nameOf(id), level, numbersOf(changed)[at]!), undoable(id));
  };
  const { place, dragged, startDrag } = useDrag(list, (id, { target, where }) =>
    moveTo(drop(outline, id, target, where), id),
  );
  const goTo = (id: number | undefined) => {
    if (id === undefined) return;
    focus(id);
    setCurrent(id);
  };
  const actions = {
    focused: setCurrent,
    returnTo: (id: number) => focus(id),
    startDrag,
    rename: (id: number, text: string) => edit(rename(outline, id, text), `name ${id}`),
    write: (id: number, text: string) => edit(setBody(outline, id, text), `text ${id}`),
    toggleActions: (id: number) => setOpen(open === id ? undefined : id),
    toggleText: (id: number) => setWithText(toggled(withText, id)),
    addAfter: (id: number) => add(addAfter(outline, id)),
    addUnder: (id: number) => add(addUnder(outline, id)!),
    addAtEnd: () => add(addAtEnd(outline)),
    move: (id: number, direction: Direction) => moveTo(move(outline, id, direction), id),
    remove(id: number) {
      const at = indexOf(outline, id);
      const neighbor = nodes[at - 1] ?? nodes[endOf(outline, at)];
      setOpen(undefined);
      const message = words.announcements.removed(nameOf(id), endOf(outline, at) - at - 1);
      apply(remove(outline, id), neighbor?.id, message, undoable(id));
    },
    /** Adds a line below; in the middle of a line, with the words after the caret. */
    split(field: HTMLTextAreaElement, id: number) {
      const { selectionStart, selectionEnd, value } = field;
      if (value.slice(selectionEnd).trim() === '') {
        actions.addAfter(id);
        return;
      }
      const result = splitAt(outline, id, selectionStart, selectionEnd);
      setOpen(undefined);
      apply(result.outline, result.id, words.announcements.split);
      focus(result.id, 0);
    },
    paste(event: ClipboardEvent, id: number) {
      const field = event.currentTarget as HTMLTextAreaElement;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const result = pasteAt(outline, id, text, field.selectionStart, field.selectionEnd);
      if (readOnly || result === undefined) return;
      event.preventDefault();
      apply(result.outline, result.id, words.announcements.pasted(result.added), undoable(id));
    },
    press(event: KeyboardEvent, id: number) {
      const act = actionOf(event, id);
      if (event.isComposing || act === undefined) return;
      event.preventDefault();
      act();
    },
  };
  const actionOf = (event: KeyboardEvent, id: number): (() => void) | undefined => {
    const { key, altKey } = event;
    const at = indexOf(outline, id);
    const empty = nodes[at]!.text === '' && !isTitle(outline, at);
    const others = event.ctrlKey || event.metaKey;
    if (altKey && !others && key in arrows) return () => !readOnly && actions.move(id, arrows[key]!);
    if (altKey || others || event.shiftKey) return undefined;
    if (key === 'ArrowUp') return () => goTo(nodes[at - 1]?.id);
    if (key === 'ArrowDown') return () => goTo(nodes[at + 1]?.id);
    if (readOnly) return undefined;
    if (key === 'Enter') return () => actions.split(event.currentTarget as HTMLTextAreaElement, id);
    if ((key === 'Delete' || key === 'Backspace') && empty) return () => actions.remove(id);
    return undefined;
  };
  const currentId = nodes.some(({ id }) => id === current) ? current : nodes[0]?.id;
  return { list, currentId, open, withText, place, dragged, actions };
}

export type TreeActions = ReturnType<typeof useTree>['actions'];

/** Moves the focus to the field of a heading after the next render, with the caret where it was or at a position. */
function useFocus() {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: number; caret: number | undefined }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { id, caret } = wanted.current;
    wanted.current = undefined;
    const field = list.current?.querySelector<HTMLTextAreaElement>(`[data-node="${id}"] .heading`);
    if (!field) return;
    const { selectionStart, selectionEnd } = field;
    field.focus();
    field.setSelectionRange(caret ?? selectionStart, caret ?? selectionEnd);
  });
  const focus = (id: number | undefined, caret?: number) => {
    wanted.current = id === undefined ? undefined : { id, caret };
  };
  return { list, focus };
}

/** A change of heading `id` that can be undone. */
const undoable = (heading: number) => ({ undo: true, heading });

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return set.has(id) ? new Set([...set].filter((other) => other !== id)) : new Set([...set, id]);
}
