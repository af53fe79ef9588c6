import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button';
import type { Calls } from './calls';
import { useModal } from './dialog';
import { LazyImage } from './lazy-image';
import { useWords } from './preferences';

/** A slide among the others. */
export interface Viewed {
  calls: Calls;
  /** Of the large image. */
  path: string;
  title: string;
  /** The next one, which is drawn ahead. */
  ahead?: string;
  /** Index, from 0. */
  at: number;
  of: number;
  go: (at: number) => void;
}

/** How far a finger moves to turn the page, in pixels. */
const SWIPE = 50;

/** One large slide with a button on each side. A finger that swipes over it goes to the next or the previous one. */
export function Slide({ calls, path, title, ahead, at, of, go, onOpen }: Viewed & { onOpen?: () => void }) {
  const words = useWords();
  const start = useRef<number>(undefined);
  useAhead(calls, ahead);
  const image = <LazyImage {...{ calls, path }} alt={title} />;
  return (
    <div
      class="slide-stage"
      onTouchStart={({ touches }) => {
        start.current = touches.length === 1 ? touches[0]!.clientX : undefined;
      }}
      onTouchEnd={({ changedTouches }) => {
        const moved = start.current === undefined ? 0 : changedTouches[0]!.clientX - start.current;
        if (moved > SWIPE) go(at - 1);
        if (moved < -SWIPE) go(at + 1);
      }}
    >
      <Button class="quiet turn" aria-label={words.previous} disabled={at === 0} onClick={() => go(at - 1)}>
        ‹
      </Button>
      {onOpen === undefined ? (
        image
      ) : (
        <Button class="quiet open-slide" onClick={onOpen}>
          {image}
          <span class="unseen"> {words.slides.open}</span>
        </Button>
      )}
      <Button class="quiet turn" aria-label={words.next} disabled={at === of - 1} onClick={() => go(at + 1)}>
        ›
      </Button>
    </div>
  );
}

/** The slides over the whole window. Arrows turn the page, F fills the screen, Escape closes. `children` are next to it. */
export function Lightbox(props: Viewed & { onClose: () => void; children?: ComponentChildren }) {
  const { onClose, children, ...viewed } = props;
  const words = useWords();
  const dialog = useModal();
  const { at, of, title } = viewed;
  const fill = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    // A dialog itself cannot fill the screen.
    else void dialog.current?.querySelector('.slide-stage')?.requestFullscreen?.();
  };
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label={words.views.slides}
      onKeyDown={(event) => turning(event, viewed, fill)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="lightbox-bar">
        <strong>{title}</strong>
        <span aria-live="polite">{words.slides.number(at + 1, of)}</span>
        <Button class="quiet wide-only" aria-keyshortcuts="f" onClick={fill}>
          {words.slides.fullScreen}
        </Button>
        <Button class="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      <Slide {...viewed} />
      {children && <div class="slide-text">{children}</div>}
    </dialog>
  );
}

/** Turns the page by key, unless a person is writing. */
export function turning(
  event: KeyboardEvent,
  { at, of, go }: Pick<Viewed, 'at' | 'of' | 'go'>,
  fill?: () => void,
): void {
  const writes = event.target instanceof HTMLElement && /^(?:TEXTAREA|INPUT|SELECT)$/.test(event.target.tagName);
  if (writes || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowRight: at + 1, PageDown: at + 1, ArrowLeft: at - 1, PageUp: at - 1, Home: 0, End: of - 1 }[
    event.key
  ];
  if (to !== undefined) go(to);
  else if (event.key.toLowerCase() === 'f' && fill !== undefined) fill();
  else return;
  event.preventDefault();
}

/** Has the server draw the next slide, so that it comes at once when the page turns. */
function useAhead(calls: Calls, path: string | undefined): void {
  useEffect(() => {
    if (path !== undefined) void calls.file(path).catch(() => undefined);
  }, [calls, path]);
}
