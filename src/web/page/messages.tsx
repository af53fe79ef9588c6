import type { ComponentChildren } from 'preact';
import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import type { ErrorCode } from './calls';
import { gateOf } from './policy';
import { useWords } from './preferences';

/** An error that leaves nothing else to show. */
export function FullPage({ code, onRetry }: { code: ErrorCode; onRetry?: () => void }) {
  const words = useWords();
  const [title, text] = words.errors[code] ?? words.errors.internal;
  return (
    <div class="alone">
      <main class="alone-card" id="content">
        <h1>{title}</h1>
        <p>{text}</p>
        {onRetry !== undefined && (
          <Button class="primary" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
      </main>
    </div>
  );
}

/** A message above the content, which stays visible. */
export function Banner(props: { tone: 'calm' | 'warning'; title?: string; children: ComponentChildren }) {
  const { tone, title, children } = props;
  return (
    <div class={`banner ${tone}`} role="status">
      {title !== undefined && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  );
}

/** For a link that is for another gate than the one where the deck is: who can send the next one, and how. */
export function OtherGate({ deck, gate }: { deck: DeckView; gate: 'outline' | 'content' }) {
  const words = useWords();
  return (
    <Banner tone="calm" title={words.otherGate.title(words.gate[gateOf(deck, gate)])}>
      <p>{words.otherGate.text}</p>
      <p>
        <code>deck open {deck.workflowId} --gate all</code>
      </p>
    </Banner>
  );
}

export function ErrorBanner({ code }: { code: ErrorCode }) {
  const words = useWords();
  const [title = '', text] = words.errors[code] ?? words.errors.internal;
  return (
    <Banner tone="warning" title={title}>
      {code === 'offline' ? words.offline : text}
    </Banner>
  );
}
