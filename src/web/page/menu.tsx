import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from './button';

interface MenuItem {
  label: string;
  danger?: boolean;
  onClick: () => void;
}

/** A ⋯ button that shows more buttons. Escape and a click elsewhere close them. */
export function Menu({
  label,
  items,
  class: name = '',
}: {
  label: string;
  items: readonly MenuItem[];
  class?: string;
}) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && place.current?.contains(target))) setOpen(false);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [open]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
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
        aria-controls={open ? list : undefined}
        onClick={() => setOpen(!open)}
      >
        ⋯
      </button>
      {open && (
        <ul class="menu-items" id={list}>
          {items.map(({ label: text, danger, onClick }) => (
            <li key={text}>
              <Button
                class={danger ? 'quiet danger' : 'quiet'}
                onClick={() => {
                  setOpen(false);
                  // A dialog returns the focus to the element that had it.
                  button.current?.focus();
                  onClick();
                }}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
