import type { ComponentChildren } from 'preact';
import type { Trouble } from './calls';
import { PreferenceControls, useWords } from './preferences';

/** A page that has one thing to say. */
export function FullPage({ trouble, onRetry }: { trouble: Trouble; onRetry?: () => void }) {
  const words = useWords();
  const [title, text] = words.sentences[trouble] ?? words.sentences.internal;
  return (
    <div class="alone">
      <header class="alone-bar">
        <PreferenceControls />
      </header>
      <main class="alone-card" id="content">
        <h1>{title}</h1>
        <p>{text}</p>
        {onRetry !== undefined && (
          <button type="button" class="primary" onClick={onRetry}>
            {words.retry}
          </button>
        )}
      </main>
    </div>
  );
}

/** One sentence over everything else; what is on the screen stays. */
export function Banner({
  tone,
  title,
  children,
}: {
  tone: 'calm' | 'warning';
  title?: string;
  children: ComponentChildren;
}) {
  return (
    <div class={`banner ${tone}`} role="status">
      {title !== undefined && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  );
}

export function TroubleBanner({ trouble }: { trouble: Trouble }) {
  const words = useWords();
  const [title = '', text] = words.sentences[trouble] ?? words.sentences.internal;
  return (
    <Banner tone="warning" title={title}>
      {trouble === 'offline' ? words.offline : text}
    </Banner>
  );
}
