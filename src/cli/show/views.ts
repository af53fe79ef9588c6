import { given } from '../../core/given';
import { withCluster } from '../connect/with-cluster';
import { type CommonOptions, openConnected } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { openInBrowser } from '../terminal/open-url';
import { linked, print, printJson, say, styled, supportsLinks } from '../terminal/terminal';

interface ViewOptions extends CommonOptions {
  open?: string;
  uid?: string;
}

export const viewsHelp = `
Each URL of --views opens a view in the Temporal UI, which adds it to the saved views of your browser.
The views review-overdue, review-ends, failed-today and delivered-today contain the time at which they were printed,
because Temporal list filters have no "now". Print them again on another day.
review-overdue: has been awaiting review for longer than workflow.review.escalateAfter.
stalled: the workflow task keeps failing; see docs/operations.md. Temporal Server 1.29 cannot search for these decks.
With the embedded server, --open all adds all views at once.`;

const NO_STALLED = 'the view stalled requires Temporal Server 1.30 or later, which reports failing workflow tasks';

/** Implements `deck list --views`. */
export async function listViews(options: ViewOptions): Promise<void> {
  const { open, uid } = options;
  const invocation = await openConnected(options);
  const { settings, json } = invocation;
  const { savedViews, savedViewPage } = await import('../../temporal/saved-views.js');
  const { VIEWS_PATH } = await import('../../temporal/views-page.js');
  const { temporalUi } = await import('./temporal-ui.js');
  const { countDecks, searchesProblems } = await import('../../decks/list.js');
  const overdueAfter = settings.workflow.review.escalateAfter;
  const reportedProblems = await withCluster(settings, searchesProblems);
  const all = savedViews({ overdueAfter, reportedProblems, ...given({ uid }) });
  const chosen =
    open === undefined || open === 'all' ? all : all.filter(({ key, name }) => key === open || name === open);
  if (chosen.length === 0) {
    if (open === 'stalled') throw badInput(`--open: ${NO_STALLED}.`);
    throw badInput(
      `--open: unknown view ${JSON.stringify(open)}. Available: all, ${all.map(({ key }) => key).join(', ')}.`,
    );
  }
  const ui = temporalUi(invocation);
  const views = await withCluster(settings, (cluster) =>
    Promise.all(
      chosen.map(async (view) => ({
        ...view,
        decks: await countDecks(cluster, view.query),
        url: savedViewPage(ui, settings.temporal.namespace, view),
      })),
    ),
  );
  if (json) printJson(views);
  else {
    const links = supportsLinks(process.stdout);
    for (const view of views) print(lineOf(view, links));
    if (!reportedProblems && open === undefined) say(`Not listed: ${NO_STALLED}.`);
  }
  if (open === undefined) return;
  const together = open === 'all' && uid === undefined && ui === invocation.run?.uiUrl;
  for (const url of together ? [ui + VIEWS_PATH] : views.map((view) => view.url)) await openInBrowser(url);
  say('Opened.');
}

function lineOf({ key, decks, url }: { key: string; decks: number; url: string }, links: boolean): string {
  const count = styled(decks > 0 ? 'bold' : 'dim', String(decks).padStart(5), process.stdout);
  return linked(`${key.padEnd(16)} ${count}`, url, links);
}
