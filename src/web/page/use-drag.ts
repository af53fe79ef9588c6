import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export type DropPlace = 'before' | 'after' | 'under';

/** Within this distance of the window's edge (px), dragging scrolls. */
const EDGE = 72;
const SCROLL = 12;

/** Dragging by mouse, pen or touch. Everything it does is also possible by keyboard. */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: number, place: { target: number; where: DropPlace }) => void,
) {
  const [dragged, setDragged] = useState<number>();
  const [place, setPlace] = useState<{ target: number; where: DropPlace }>();
  const dropped = useRef(onDrop);
  dropped.current = onDrop;
  const latest = useRef(place);
  latest.current = place;

  useEffect(() => {
    if (dragged === undefined) return;
    const end = () => {
      setDragged(undefined);
      setPlace(undefined);
    };
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (clientY < EDGE) scrollBy(0, -SCROLL);
      else if (clientY > innerHeight - EDGE * 2) scrollBy(0, SCROLL);
      const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-node]');
      if (!row || !list.current?.contains(row)) return;
      const { top, height } = row.getBoundingClientRect();
      const part = (clientY - top) / height;
      const next = { target: Number(row.dataset.node), where: whereOf(part) };
      latest.current = next;
      setPlace(next);
    };
    const onUp = () => {
      const at = latest.current;
      end();
      if (at !== undefined && at.target !== dragged) dropped.current(dragged, at);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end();
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKey);
    };
  }, [dragged, list]);

  const startDrag = (event: PointerEvent, id: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setDragged(id);
  };
  return { place, dragged, startDrag };
}

function whereOf(part: number): DropPlace {
  if (part < 0.34) return 'before';
  return part > 0.66 ? 'after' : 'under';
}
