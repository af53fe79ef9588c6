import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useEvent } from './use-window';

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
  const latest = useRef(place);
  latest.current = place;
  const end = () => {
    setDragged(undefined);
    setPlace(undefined);
  };
  useEvent('pointermove', ({ clientX, clientY }) => {
    if (dragged === undefined) return;
    if (clientY < EDGE) scrollBy(0, -SCROLL);
    else if (clientY > innerHeight - EDGE * 2) scrollBy(0, SCROLL);
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-node]');
    if (!row || !list.current?.contains(row)) return;
    const { top, height } = row.getBoundingClientRect();
    const next = { target: Number(row.dataset.node), where: whereOf((clientY - top) / height) };
    latest.current = next;
    setPlace(next);
  });
  useEvent('pointerup', () => {
    if (dragged === undefined) return;
    const at = latest.current;
    end();
    if (at !== undefined && at.target !== dragged) onDrop(dragged, at);
  });
  useEvent('pointercancel', end);
  useEvent('keydown', ({ key }) => key === 'Escape' && end());

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
