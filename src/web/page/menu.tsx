import { Button } from './button';
import { Popup } from './popup';

interface MenuItem {
  label: string;
  danger?: boolean;
  onClick: () => void;
}

/** A ⋯ button that shows more buttons. */
export function Menu(props: { label: string; items: readonly MenuItem[]; class?: string }) {
  const { label, items, class: name = '' } = props;
  return (
    <Popup label={label} sign="⋯" class={name}>
      {(close) => (
        <ul class="menu-items">
          {items.map(({ label: text, danger, onClick }) => (
            <li key={text}>
              <Button
                class={danger ? 'quiet danger' : 'quiet'}
                onClick={() => {
                  close();
                  onClick();
                }}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Popup>
  );
}
