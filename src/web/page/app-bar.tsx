import type { ComponentChildren } from 'preact';
import { PreferenceControls, useWords } from './preferences';

const views = { decks: '/', templates: '/templates' } as const;

/** The bar above every view. Holders of a review link see help and settings only. */
export function AppBar({
  current,
  children,
}: {
  /** Absent for reviewers with a link. */
  current?: keyof typeof views | undefined;
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
          <a class="end" href="/help">
            {app.help}
          </a>
        </nav>
        <PreferenceControls>{children}</PreferenceControls>
      </div>
    </div>
  );
}
