import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** The native modal dialog: it traps the focus and closes with Escape. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const { title, onClose, children, wide = false } = props;
  const dialog = useModal();
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Shows a dialog over the page, and gives the focus back at its end. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current!;
    element.showModal();
    return () => {
      // While the dialog is modal, nothing outside it can have the focus.
      element.close();
      const opener = before instanceof HTMLElement && before.isConnected ? before : content();
      opener?.focus({ preventScroll: true });
      // The decision may remove the element right after this.
      setTimeout(keepFocus);
    };
  }, []);
  return dialog;
}

const content = () => document.getElementById('content');

/** Moves the focus to the content if the element that had it is gone. Otherwise, keyboard users start from the top. */
export function keepFocus(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) content()?.focus({ preventScroll: true });
}
