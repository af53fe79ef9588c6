import { createHash } from 'node:crypto';
import { type SavedView, savedViewPage } from './saved-views';

/** Path of the page, at which the Temporal UI has none. */
export const VIEWS_PATH = '/views';

/** The Temporal UI offers no more views than this. */
const MOST_VIEWS = 20;

/**
 * Saves all views but the first where the Temporal UI keeps those of a browser, and opens the first with the UI's own link,
 * which saves it. That link works even if the UI changes where it keeps views. It would save a known view twice.
 */
const SCRIPT = `
const { namespace, views, first, most } = JSON.parse(document.getElementById('views').textContent);
try {
  const key = 'saved-workflow-queries';
  const saved = JSON.parse(localStorage.getItem(key) ?? '{}');
  const names = views.map(({ name }) => name);
  const others = (saved[namespace] ?? []).filter(({ name }) => !names.includes(name));
  localStorage.setItem(key, JSON.stringify({ ...saved, [namespace]: [...views.slice(1), ...others].slice(0, most - 1) }));
} finally {
  location.replace(first);
}
`;

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

export const viewsPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; frame-ancestors 'none'`,
  // Views about time contain the time at which the page was made.
  'cache-control': 'no-store',
};

/** A page on the origin of the Temporal UI that saves views in the browser and opens the first of them. */
export function viewsPage(namespace: string, views: readonly SavedView[]): string {
  const saved = views.map(({ key, name, query }) => ({ id: key, name, query, type: 'user' }));
  const facts = { namespace, views: saved, first: savedViewPage('', namespace, views[0]!), most: MOST_VIEWS };
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
  return `<!doctype html>
<title>Saved views</title>
<script type="application/json" id="views">${json}</script>
<script>${SCRIPT}</script>
`;
}
