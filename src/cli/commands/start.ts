import type { Command } from 'commander';
import { given } from '../../core/given';
import type { Decks, StartedDeck } from '../../decks/decks';
import type { CheckedInput } from '../../decks/input/input';
import { otherDeck } from '../../decks/words';
import { parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import { inputFromDesign, inputLike } from '../input/earlier-deck';
import { addInputOptions, type InputOptions, inputOf } from '../input/input-options';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { optionName } from '../invocation/option-name';
import { badInput } from '../terminal/exit';
import { print, printJson, say, styled } from '../terminal/terminal';
import { followToEnd } from './watch';

interface StartOptions extends InputOptions, CommonOptions {
  wait?: boolean;
  /** Workflow IDs of earlier decks. */
  like?: string;
  fromDeck?: string;
}

/** Options that can be combined with --like. */
const WITH_LIKE = ['like', 'key', 'wait', 'json', 'config', 'data', 'color'];

export function registerStart(program: Command): Command {
  const command = program
    .command('start')
    .description('start a deck from a title, document, preset topic or Markdown, and return immediately')
    .argument('[title]', 'title of the deck, 1 to 200 characters; optional with a source option');
  return addInputOptions(command)
    .option('--like <id>', 'reuse the input of an earlier deck, with a new idempotency key', parseDeckId)
    .option('--from-deck <id>', 'only export the design of an earlier deck; requires --format', parseDeckId)
    .option('--wait', 'follow the deck until it completes or is parked')
    .option('--json', 'print {"workflowId", "runId", "existing", "uiUrl"} as one line of JSON')
    .action(async (title: string | undefined, _options, self: Command) => {
      const options = optionsOf<StartOptions>(self);
      if (options.like === undefined) return start(title, options);
      const other = Object.keys(self.opts()).find(
        (name) => self.getOptionValueSource(name) === 'cli' && !WITH_LIKE.includes(name),
      );
      if (title !== undefined || other !== undefined) {
        throw badInput(`--like cannot be combined with ${other === undefined ? 'a title' : optionName(other)}.`);
      }
      return startLike(options.like, options);
    });
}

async function startLike(workflowId: string, options: StartOptions): Promise<void> {
  const invocation = await openConnected(options);
  await withDecks(invocation, async (decks) =>
    startDeck(decks, await inputLike(decks, workflowId, options.key, invocation), invocation, options),
  );
}

async function start(title: string | undefined, options: StartOptions): Promise<void> {
  if (options.fromDeck !== undefined && options.format === undefined) throw badInput('--from-deck requires --format.');
  const invocation = await openConnected(options);
  const { fromDeck } = options;
  if (fromDeck === undefined) {
    const input = await inputOf(title, options, invocation.settings);
    return withDecks(invocation, (decks) => startDeck(decks, input, invocation, options));
  }
  await withDecks(invocation, async (decks) =>
    startDeck(decks, await inputFromDesign(decks, fromDeck, title, options, invocation), invocation, options),
  );
}

/** Starts a deck, prints its ID, and follows it with --wait. */
export async function startDeck(
  decks: Decks,
  input: CheckedInput,
  invocation: Invocation,
  { wait }: { wait?: boolean },
): Promise<void> {
  const started = await decks.start(input);
  printStarted(started, invocation);
  if (!wait) return;
  await followToEnd(decks, [started.workflowId], invocation);
}

function printStarted(started: StartedDeck, { settings, run, json }: Invocation): void {
  const { workflowId, runId, existing, otherSummary } = started;
  const uiUrl = run?.uiUrl && deckPage(run.uiUrl, settings.temporal.namespace, workflowId);
  if (otherSummary !== undefined) say(otherDeck(otherSummary));
  if (json) {
    printJson({ workflowId, runId, existing, ...given({ uiUrl }) });
    return;
  }
  print(workflowId);
  say(
    existing
      ? 'A deck with this uid and key already exists.'
      : `Started. To check its status: deck status ${workflowId}`,
  );
  if (uiUrl !== undefined) say(styled('dim', uiUrl));
}

/** URL of a deck in the Temporal UI. */
export function deckPage(uiUrl: string, namespace: string, workflowId: string): string {
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
}
