import type { Command } from 'commander';
import type { Decks, StartedDeck } from '../../decks/decks';
import { otherDeck } from '../../decks/words';
import type { CheckedInput } from '../../input/input';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation';
import { addOrderOptions, type OrderOptions, orderOf } from '../order';
import { print, printJson, say, styled } from '../terminal';

interface StartOptions extends OrderOptions, CommonOptions {
  wait?: boolean;
}

export function registerStart(program: Command): Command {
  const command = program
    .command('start')
    .description('start a deck from a title, document, topic or text and return; the worker makes it')
    .argument('[title]', 'what the deck is about, 1 to 200 characters; may be left out where a source is named');
  return addOrderOptions(command)
    .option('--wait', 'follow the deck until it ends')
    .option('--json', 'print {"workflowId", "runId", "existing", "uiUrl"} on one line')
    .action(async (title: string | undefined, _options, self: Command) => start(title, optionsOf<StartOptions>(self)));
}

async function start(title: string | undefined, options: StartOptions): Promise<void> {
  const invocation = await openConnected(options);
  const order = await orderOf(title, options, invocation.settings);
  const { withDecks } = await import('../with-decks.js');
  await withDecks(invocation, (decks) => startDeck(decks, order, invocation, options));
}

/** Starts what was ordered, says which deck that is, and follows it where that was asked for. */
export async function startDeck(
  decks: Decks,
  order: CheckedInput,
  invocation: Invocation,
  { wait }: { wait?: boolean },
): Promise<void> {
  const started = await decks.start(order);
  answer(started, invocation);
  if (!wait) return;
  const { followToEnd } = await import('./watch.js');
  await followToEnd(decks, [started.workflowId], invocation);
}

function answer(started: StartedDeck, { settings, run, json }: Invocation): void {
  const { workflowId, runId, existing, otherSummary } = started;
  const uiUrl = run?.uiUrl && deckPage(run.uiUrl, settings.temporal.namespace, workflowId);
  if (otherSummary !== undefined) say(otherDeck(otherSummary));
  if (json) {
    printJson({ workflowId, runId, existing, ...(uiUrl === undefined ? {} : { uiUrl }) });
    return;
  }
  print(workflowId);
  say(existing ? 'This request was started before; the deck is that one.' : `Started. See: deck status ${workflowId}`);
  if (uiUrl !== undefined) say(styled('dim', uiUrl));
}

/** Page of a deck in Temporal's web pages. */
export function deckPage(uiUrl: string, namespace: string, workflowId: string): string {
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
}
