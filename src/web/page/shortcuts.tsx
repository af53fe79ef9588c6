import { Button } from './button';
import { Dialog } from './dialog';
import { useWords } from './preferences';

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const words = useWords();
  return (
    <Dialog title={words.shortcuts.title} onClose={onClose}>
      <dl class="keys">
        {words.shortcuts.list.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-buttons">
        <Button class="primary" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}
