import { Dialog } from './dialog';
import { useWords } from './preferences';

export function Keys({ onClose }: { onClose: () => void }) {
  const words = useWords();
  return (
    <Dialog title={words.keys.title} onClose={onClose}>
      <dl class="keys">
        {words.keys.list.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-buttons">
        <button type="button" class="primary" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}
