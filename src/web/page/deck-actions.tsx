import { useState } from 'preact/hooks';
import type { CallerView, DeckView } from '../v1/schemas';
import { Button } from './button';
import type { Calls } from './calls';
import { Dialog } from './dialog';
import { usePreferences } from './preferences';
import { useLoaded } from './use-loaded';

const en = {
  another: 'Make another like this',
  revoke: 'Revoke links',
  question: 'Revoke every link of this deck?',
  effect:
    'Every link to review the deck, to view it or to download its files stops working at once. People who log in keep their access, and you can create new links.',
  revoked: 'All earlier links of this deck have been revoked.',
  failed: 'The links could not be revoked. Try again.',
};
const zh: typeof en = {
  another: '照此新建一份',
  revoke: '撤销链接',
  question: '撤销此演示文稿的所有链接？',
  effect: '用于审阅、查看和下载的链接将立即失效。登录的用户不受影响，您也可以创建新链接。',
  revoked: '此演示文稿此前的链接均已撤销。',
  failed: '无法撤销链接，请重试。',
};

/** What people who log in can do with a deck at any stage, as far as they may. */
export function DeckActions({ calls, deck }: { calls: Calls; deck: DeckView }) {
  const { language, words } = usePreferences();
  const texts = { en, zh }[language];
  const { loaded: me } = useLoaded<CallerView>(calls, '/v1/me');
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const may = (scope: CallerView['scopes'][number]) => me?.scopes.includes(scope) ?? false;
  const revoke = () => {
    setAsking(false);
    calls.remove(`${calls.deck}/links`).then(
      () => setSaid(texts.revoked),
      () => setSaid(texts.failed),
    );
  };
  return (
    <div class="deck-actions flow">
      {may('decks:start') && deck.status !== 'RUNNING' && (
        <a class="button" href={`/new?${new URLSearchParams({ like: deck.id })}`}>
          {texts.another}
        </a>
      )}
      {may('decks:operate') && (
        <Button class="quiet" onClick={() => setAsking(true)}>
          {texts.revoke}
        </Button>
      )}
      <span class="hint" role="status">
        {said}
      </span>
      {asking && (
        <Dialog title={texts.question} onClose={() => setAsking(false)}>
          <p>{texts.effect}</p>
          <div class="dialog-buttons">
            <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
            <Button class="primary danger" onClick={revoke}>
              {texts.revoke}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
