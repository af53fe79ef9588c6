import type { ComponentChildren } from 'preact';
import { PreferenceControls, useWords } from './preferences';

const views = { decks: '/', templates: '/templates' } as const;

/** The bar above every view. Holders of a review link see help and settings only. */
export function AppBar({
  current,
  children,
}: {
  /** Absent for reviewers with a link. */
  current?: keyof typeof views | 'new' | undefined;
  /** At the end of the menu of settings. */
  children?: ComponentChildren;
}) {
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
        </nav>
        <a href="/help">{app.help}</a>
        {current !== undefined && current !== 'new' && (
          <a class="button primary" href="/new">
            {app.new}
          </a>
        )}
        <PreferenceControls>{children}</PreferenceControls>
      </div>
    </div>
  );
}
