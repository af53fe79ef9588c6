import type { FunctionComponent } from 'preact';
import { show } from './preferences';

/** Each view is a file of its own, which the server tells the browser to load together with this one. */
const views: Record<string, () => Promise<{ View: FunctionComponent }>> = {
  '/': () => import('./list'),
  '/new': () => import('./new-deck'),
  '/templates': () => import('./brand-templates'),
  '/review': () => import('./review-page'),
  '/help': () => import('./help'),
  '/design': () => import('./design'),
};

const { View } = await views[location.pathname]!();
await show(<View />);
