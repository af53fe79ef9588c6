import { inspect } from 'node:util';
import type { Settings } from '../../config';
import type { PresentationResult } from '../../core/messages';
import type { DeckFailure } from '../../decks/decks';
import { Decks, type DescribedDeck } from '../../decks/decks';
import { outlineText } from '../../decks/outline-text';
import { otherDeck } from '../../decks/words';
import type { CheckedInput } from '../../input/input';
import { localUser } from '../../io/local-user';
import { type Stack, startStack } from '../../stack/stack';
import { parkedInTerminal } from '../dialogs/attention-dialog';
import { type Followed, follow } from '../dialogs/follow';
import { askAtGate, showText } from '../dialogs/review-dialog';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import type { SourceOptions } from '../order/order-source';
import { attentionLines, rejectionText } from '../show/deck-text';
import { createProgressView, type ProgressView } from '../show/progress-view';
import { type ExitCode, exitCodes } from '../terminal/exit';
import { endingOf } from '../terminal/failures';
import { openFileLog } from '../terminal/logs';
import { isInteractive, print, say, sayText, styled } from '../terminal/terminal';
import { deckPage } from './start';
import { failureError } from './watch';

const EVERY_MS = 300;

interface MakeOptions extends SourceOptions {
  fromDesign?: number;
  yes?: boolean;
  keep?: boolean;
}

/** Over before a machine looks at it, and beside processes that may have these addresses: no metrics, no health. */
function unwatched({ telemetry, ...settings }: Settings): Settings {
  const metrics = { ...telemetry.metrics, address: null };
  return { ...settings, telemetry: { ...telemetry, metrics, health: { address: null } } };
}

/** Everything that one deck needs, from start to end: `deck run`, `npm start`. */
export async function makeDeck(order: CheckedInput, settings: Settings, options: MakeOptions): Promise<ExitCode> {
  const { log, path } = openFileLog(settings);
  const interruption = listenForInterruption();
  const view = createProgressView();
  const { signal } = interruption;
  let ordered = false;
  try {
    const stack = await startStack({
      settings: unwatched(settings),
      log,
      signal,
      ports: { temporal: 'prefer', service: 'prefer' },
      running: 'attach',
      onProgress: (line) => view.show(line.replace(/ ?\.\.\.$/, '')),
    });
    try {
      if (stack.attached) view.note('A running deck was found in the data directory; it is used and left running.');
      const decks = new Decks(stack.temporal, stack.settings);
      const deck = { decks, stack, view, interruption, asks: !options.yes && isInteractive(), retryFirst: false };
      const started = await decks.start(order);
      ordered = true;
      deck.retryFirst = started.existing;
      view.end();
      if (started.existing) view.note('This request was started before; that deck is gone on with.');
      if (started.otherSummary !== undefined) view.note(otherDeck(started.otherSummary));
      if (stack.addresses.ui !== undefined) {
        const page = deckPage(stack.addresses.ui, stack.settings.temporal.namespace, started.workflowId);
        view.note(styled('dim', `Deck ${started.workflowId}  ${page}`));
      }
      const followed = await Promise.race([accompany(deck, started.workflowId), stack.failure]);
      const exitCode = conclude(followed, view);
      if (exitCode === exitCodes.interrupted || exitCode === exitCodes.needsHelp) sayHowToGoOn(order, options, stack);
      if (options.keep && !signal.aborted) await keepUp(stack, interruption);
      return exitCode;
    } finally {
      if (!stack.attached) view.show('stopping what was started');
      await stack.close();
      view.pause();
    }
  } catch (error) {
    view.pause();
    if (!signal.aborted) {
      const { exitCode, sentence } = endingOf(error);
      if (process.env.DECK_DEBUG === '1') sayText(inspect(error));
      say(`${sentence}${exitCode === exitCodes.failure && path !== undefined ? ` More in ${path}.` : ''}`);
      return exitCode;
    }
    if (!ordered) say('Stopped before the deck was ordered.');
    return exitCodes.interrupted;
  } finally {
    interruption.dispose();
  }
}

interface AccompaniedDeck {
  decks: Decks;
  stack: Stack;
  view: ProgressView;
  interruption: Interruption;
  /** Whether a person is asked, or outline and content approved as they are. */
  asks: boolean;
  /** Started again without a terminal, a deck that was parked before is tried once more. */
  retryFirst: boolean;
}

function accompany(deck: AccompaniedDeck, workflowId: string): Promise<Followed> {
  const { decks, stack, view, interruption, asks } = deck;
  const { signal } = interruption;
  return follow(decks, workflowId, {
    view,
    signal,
    everyMs: EVERY_MS,
    onReview: async (progress) => {
      const facts = await decks.describe(workflowId);
      view.end();
      if (asks) return askAtGate(decks, facts, stack.settings, progress, { interruption });
      showText((await outlineText(stack.settings, progress)) ?? '', progress);
      await approve(decks, facts, progress.outline?.revision ?? 0);
      return 'decided';
    },
    onAttention: async (progress) => {
      const { attention } = progress;
      view.end('failed');
      if (attention !== undefined) say(...attentionLines(attention));
      const facts = await decks.describe(workflowId);
      if (asks) return parkedInTerminal(decks, facts, progress, interruption);
      if (!deck.retryFirst) return 'stop';
      deck.retryFirst = false;
      view.note('It is tried once more.');
      await decks.resolve(facts, { action: 'retry', by: localUser() });
      return 'resolved';
    },
  });
}

async function approve(decks: Decks, facts: DescribedDeck, revision: number): Promise<void> {
  const { message } = await decks.review(facts, { revision, decision: 'approve', reviewer: localUser() });
  say(`${styled('green', '✔')} ${message}`);
}

/** Says how it went; the paths go to stdout, that of the first file last. */
function conclude(followed: Followed, view: ProgressView): ExitCode {
  switch (followed.end) {
    case 'interrupted':
      view.pause();
      return exitCodes.interrupted;
    case 'parked':
      return exitCodes.needsHelp;
    case 'failure':
      view.end('failed');
      return failed(followed.failure);
    case 'result':
      view.end();
      return concludeResult(followed.result);
  }
}

function failed(failure: DeckFailure): ExitCode {
  const { exitCode, message } = failureError(failure);
  say(message);
  return exitCode;
}

function concludeResult(result: PresentationResult): ExitCode {
  if (result.outcome === 'rejected') {
    say(rejectionText(result));
    return exitCodes.rejected;
  }
  const [first, ...others] = result.files;
  if (first === undefined) {
    say('The deck was delivered without a file, because its export was skipped.');
    return exitCodes.failure;
  }
  const sizes = result.files.map(({ format, bytes }) => `${format} ${Math.ceil(bytes / 1024)} KB`).join(', ');
  say(`${styled('green', '✔')} “${result.title}” is delivered: ${sizes}`);
  for (const file of [...others, first]) print(file.path);
  return exitCodes.ok;
}

function sayHowToGoOn({ title, request, uid, channel }: CheckedInput, options: MakeOptions, { attached }: Stack): void {
  const { document, topic, markdown, fromDesign } = options;
  const sources = Object.entries({ document, topic, markdown, 'from-design': fromDesign });
  const named = [
    ...(title === undefined ? [] : [quoted(title)]),
    ...sources.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoted(String(value))}`])),
  ];
  const inChannel = channel === undefined ? '' : ` --channel ${quoted(channel)}`;
  const what = attached ? 'The deck goes on without this command' : 'The deck is kept';
  say(`${what}; go on with it: npm start -- ${named.join(' ')} --request ${request} --uid ${uid}${inChannel}`);
}

/** A shell reads it as one word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function keepUp({ addresses, failure }: Stack, { requested }: Interruption): Promise<void> {
  if (addresses.ui !== undefined) say(`Temporal's web pages: ${addresses.ui}`);
  if (addresses.service !== undefined) say(`Service: ${addresses.service}`);
  say('Everything stays up; Ctrl-C stops it.');
  await Promise.race([requested, failure]);
}
