import { type CommonOptions, openConnected } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson, say, styled } from '../terminal/terminal';

export interface ViewOptions extends CommonOptions {
  open?: string;
  uid?: string;
}

export const viewsHelp = `
Each address of --views opens the Temporal UI with the view and keeps it there among the saved views of the browser.
Views about time (review-overdue, review-ends, failed-today, delivered-today) hold the moment at which they were
printed, because Temporal's filters know no "now": print them again another day.
review-overdue: waits for a decision, and the deck was started longer ago than workflow.review.escalateAfter.
stands-still: its own step fails; only there where the server is 1.30 or newer, see docs/operations.md.`;

/** `deck list --views`. */
export async function listViews(options: ViewOptions): Promise<void> {
  const { open, uid } = options;
  const invocation = await openConnected(options);
  const { settings, json } = invocation;
  const [{ savedViews, savedViewPage }, { temporalUi }] = await Promise.all([
    import('../../temporal/saved-views.js'),
    import('./temporal-ui.js'),
  ]);
  const overdueAfter = settings.workflow.review.escalateAfter;
  const [{ withCluster }, { countDecks, searchesProblems }] = await Promise.all([
    import('../connect/with-cluster.js'),
    import('../../decks/list.js'),
  ]);
  const reportedProblems = await withCluster(settings, searchesProblems);
  const all = savedViews({ overdueAfter, reportedProblems, ...(uid === undefined ? {} : { uid }) });
  const chosen = open === undefined ? all : all.filter(({ key, name }) => key === open || name === open);
  if (chosen.length === 0) {
    throw badInput(
      `--open: there is no view ${JSON.stringify(open)}; there are ${all.map(({ key }) => key).join(', ')}.`,
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
  else for (const view of views) print(lineOf(view));
  if (open === undefined) return;
  const { openAddress } = await import('../terminal/open-address.js');
  await openAddress(views[0]!.url);
  say('Opened.');
}

function lineOf({ key, decks, url }: { key: string; decks: number; url: string }): string {
  const count = styled(decks > 0 ? 'bold' : 'dim', String(decks).padStart(5), process.stdout);
  return `${key.padEnd(16)} ${count}  ${styled('dim', url, process.stdout)}`;
}
