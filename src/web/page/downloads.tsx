import { useState } from 'preact/hooks';
import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import type { Calls } from './calls';
import { Problem } from './fields';
import { usePreferences } from './preferences';

/** A button for each delivered file. */
export function Downloads({ calls, files }: { calls: Calls; files: DeckView['files'] }) {
  const { words, language } = usePreferences();
  const [failed, setFailed] = useState(false);
  const size = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const get = async (index: number, name: string) => {
    setFailed(false);
    try {
      const url = URL.createObjectURL(await calls.file(`${calls.deck}/files/${index}`));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The URL must stay valid until the browser has started the download.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div class="downloads">
      <ul class="flow files" aria-label={words.files.title}>
        {files.map(({ index, name, bytes }, at) => (
          <li key={index}>
            <Button class={at === 0 ? 'primary' : ''} onClick={() => get(index, name)}>
              {words.files.get(name)}
            </Button>{' '}
            <small>{size.format(bytes / 1000)}</small>
          </li>
        ))}
      </ul>
      {failed && <Problem>{words.files.failed}</Problem>}
    </div>
  );
}
