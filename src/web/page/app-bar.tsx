import type { ComponentChildren } from 'preact';
import { PreferenceControls, useWords } from './preferences';

const views = { decks: '/', templates: '/templates' } as const;

/** The bar above every view. Holders of a review link see help and settings only. */
export function AppBar(props: {
  /** Absent for reviewers with a link. */
  current?: keyof typeof views | 'new' | 'deck' | undefined;
  /** Before the help. */
  tools?: ComponentChildren;
  /** At the end of the menu of settings. */
  children?: ComponentChildren;
}) {
  const { current, tools, children } = props;
  const { app } = useWords();
  return (
    <div class="bar">
      <div>
        <img src="/assets/icon.svg" alt="" />
        <nav aria-label={app.label}>
          {current !== undefined &&
            (Object.keys(views) as (keyof typeof views)[]).map((view) => (
              <a key={view} href={views[view]} aria-current={view === current ? 'page' : undefined}>
                {app.views[view]}
              </a>
            ))}
          <span class="end">{tools}</span>
          <a href="/help">{app.help}</a>
          {current !== undefined && current !== 'new' && (
            <a class="button primary" href="/new" aria-label={app.new}>
              + <span class="wide-only">{app.new}</span>
            </a>
          )}
        </nav>
        <PreferenceControls>{children}</PreferenceControls>
      </div>
    </div>
  );
}
