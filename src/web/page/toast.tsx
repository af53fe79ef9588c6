import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button';
import { useWords } from './preferences';

/** What has happened. Also read out by screen readers. */
export interface Message {
  text: string;
  /** The heading that gets the focus after an undo. */
  heading?: number;
  /** Whether the change can be undone. */
  undo?: boolean;
}

const SHOWN_MS = 8_000;

/** The last message, and a counter that tells repeated messages apart. */
export function useToast(): [(Message & { number: number }) | undefined, (message: Message | undefined) => void] {
  const [toast, setToast] = useState<Message & { number: number }>();
  const shown = useRef(0);
  const show = useCallback((message: Message | undefined) => {
    shown.current += 1;
    setToast(message && { ...message, number: shown.current });
  }, []);
  return [toast, show];
}

/** A message that disappears after a while, but not while the pointer or the focus is on it. */
export function Toast(props: {
  message: Message & { number: number };
  /** Absent if there is nothing to undo. */
  onUndo?: () => void;
  onClose: () => void;
}) {
  const { message, onUndo, onClose } = props;
  const words = useWords();
  const [held, setHeld] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, message.number]);
  return (
    <div
      class="toast"
      data-testid="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusCapture={() => setHeld(true)}
      onBlurCapture={() => setHeld(false)}
    >
      {/* The live region of the page announces the text. */}
      <span aria-hidden="true">{message.text}</span>
      {onUndo !== undefined && (
        <Button class="toast-undo" onClick={onUndo}>
          {words.tree.undo}
        </Button>
      )}
    </div>
  );
}
