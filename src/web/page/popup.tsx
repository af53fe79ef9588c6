import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useEvent } from './use-window';

/** A button that shows something next to it. Escape and a click elsewhere close it. */
export function Popup(props: {
  label: string;
  sign: string;
  class?: string;
  /** With `close`, which returns the focus to the button. */
  children: ComponentChildren | ((close: () => void) => ComponentChildren);
}) {
  const { label, sign, class: name = '', children } = props;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEvent('pointerdown', ({ target }) => {
    if (!(target instanceof Node && place.current?.contains(target))) setOpen(false);
  });
  const close = () => {
    setOpen(false);
    // A dialog returns the focus to the element that had it.
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from any of its buttons.
    <div class={`menu ${name}`} ref={place} onKeyDown={onKey}>
      <button
        type="button"
        class="menu-button"
        ref={button}
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {sign}
      </button>
      {open && (typeof children === 'function' ? children(close) : children)}
    </div>
  );
}
