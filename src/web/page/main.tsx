import type { FunctionComponent } from 'preact';
import { beginFirst } from './first';

type Loaded = { View: FunctionComponent } & typeof import('./shell');

/** Each view is a file of its own, which the server tells the browser to load together with this one. */
const views: Record<string, () => Promise<Loaded>> = {
  '/': () => import('./list'),
  '/new': () => import('./new-deck'),
  '/templates': () => import('./brand-templates'),
  '/review': () => import('./review-page'),
  '/help': () => import('./help'),
  '/design': () => import('./design'),
};

if (location.pathname === '/review') void beginFirst();
const { View, show } = await views[location.pathname]!();
await show(View);
