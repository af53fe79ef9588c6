import { useState } from 'preact/hooks';
import { Button } from './button';
import type { Calls } from './calls';
import { useWords } from './preferences';

/** One view-only link, copied to the clipboard where the browser allows it. */
export function Share({ calls }: { calls: Calls }) {
  const { share } = useWords();
  const [address, setAddress] = useState<string>();
  const [state, setState] = useState<'copied' | 'failed'>();
  const create = async () => {
    setState(undefined);
    try {
      const created = await calls.post<{ address: string }>(`${calls.deck}/links`, { role: 'viewer' });
      setAddress(created.address);
      // Only secure origins have a clipboard, and people can refuse it.
      await navigator.clipboard?.writeText(created.address).then(
        () => setState('copied'),
        () => undefined,
      );
    } catch {
      setState('failed');
    }
  };
  return (
    <div class="share flow">
      <Button onClick={create}>{share.button}</Button>
      {address !== undefined && (
        <label class="share-address">
          <span class="unseen">{share.address}</span>
          <input readOnly value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
      <span class="hint" role="status">
        {state === undefined ? address !== undefined && share.help : share[state]}
      </span>
    </div>
  );
}
