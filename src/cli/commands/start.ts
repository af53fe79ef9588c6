import { type Command, Option } from 'commander';
import type { Decks, StartedDeck } from '../../decks/decks';
import { otherDeck } from '../../decks/words';
import { parseDeckId } from '../../decks/written-id';
import type { CheckedInput } from '../../input/input';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { addOrderOptions, type OrderOptions, orderOf } from '../order/order';
import { badInput } from '../terminal/exit';
import { print, printJson, say, styled } from '../terminal/terminal';

interface StartOptions extends OrderOptions, CommonOptions {
  wait?: boolean;
  /** Ids of earlier decks. */
  like?: string;
  fromDeck?: string;
  /** In the former commands again and export, the argument is an earlier deck. */
  again?: boolean;
  export?: boolean;
}

/** What goes together with --like; everything else is that of the earlier deck. */
const WITH_LIKE = ['like', 'again', 'request', 'wait', 'json', 'config', 'data', 'color'];

export function registerStart(program: Command): Command {
  const command = program
    .command('start')
    .description('start a deck from a title, document, topic or text and return; the worker makes it')
    .argument('[title]', 'what the deck is about, 1 to 200 characters; may be left out where a source is named');
  return addOrderOptions(command)
    .option('--like <id>', 'start it with the same input as this earlier deck, under a new request key', parseDeckId)
    .option('--from-deck <id>', 'only export the design of this earlier deck, in other formats', parseDeckId)
    .addOption(new Option('--again').hideHelp())
    .addOption(new Option('--export').hideHelp())
    .option('--wait', 'follow the deck until it ends')
    .option('--json', 'print {"workflowId", "runId", "existing", "uiUrl"} on one line')
    .action(async (title: string | undefined, _options, self: Command) => {
      const options = optionsOf<StartOptions>(self);
      if (options.again) return startLike(parseDeckId(title ?? ''), options);
      if (options.export) return start(undefined, { ...options, fromDeck: parseDeckId(title ?? '') });
      if (options.like === undefined) return start(title, options);
      const foreign = Object.keys(self.opts()).find(
        (name) => self.getOptionValueSource(name) === 'cli' && !WITH_LIKE.includes(name),
      );
      if (title !== undefined || foreign !== undefined) {
        const what =
          foreign === undefined ? 'a title' : `--${foreign.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        throw badInput(`--like takes everything from the earlier deck; leave out ${what}.`);
      }
      return startLike(options.like, options);
    });
}

async function startLike(workflowId: string, options: StartOptions): Promise<void> {
  const invocation = await openConnected(options);
  const [{ withDecks }, { orderLike }] = await Promise.all([
    import('../connect/with-decks.js'),
    import('../order/earlier-deck.js'),
  ]);
  await withDecks(invocation, async (decks) =>
    startDeck(decks, await orderLike(decks, workflowId, options.request, invocation), invocation, options),
  );
}

async function start(title: string | undefined, options: StartOptions): Promise<void> {
  if (options.fromDeck !== undefined && options.format === undefined)
    throw badInput('--from-deck needs --format: the files that the design is exported to.');
  const invocation = await openConnected(options);
  const { withDecks } = await import('../connect/with-decks.js');
  const { fromDeck } = options;
  if (fromDeck === undefined) {
    const order = await orderOf(title, options, invocation.settings);
    return withDecks(invocation, (decks) => startDeck(decks, order, invocation, options));
  }
  const { orderOfDesign } = await import('../order/earlier-deck.js');
  await withDecks(invocation, async (decks) =>
    startDeck(decks, await orderOfDesign(decks, fromDeck, title, options, invocation), invocation, options),
  );
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
