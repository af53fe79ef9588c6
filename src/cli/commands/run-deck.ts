import { inspect } from 'node:util';
import { localUser } from '../../base/io/local-user';
import { quoted } from '../../base/text/quoted';
import type { Settings } from '../../config';
import { given } from '../../core/given';
import type { PresentationResult } from '../../core/progress';
import type { ServiceId } from '../../core/service-id';
import { type DeckFailure, Decks } from '../../decks/decks';
import type { CheckedInput } from '../../decks/input/input';
import type { ListedDeck } from '../../decks/listed-deck';
import { outlineText } from '../../decks/outline-text';
import { otherDeck } from '../../decks/words';
import { type Stack, startStack } from '../../worker/stack/stack';
import { textWriter } from '../checks/text-writer';
import { type Followed, follow } from '../dialogs/follow';
import { promptForResolution } from '../dialogs/parked-dialog';
import { promptAtGate, showText } from '../dialogs/review-dialog';
import type { SourceOptions } from '../input/source';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import { rejectionText } from '../show/deck-text';
import { type EndingOptions, nextSteps, outcomeLine } from '../show/ending';
import { parkedLines } from '../show/parked-text';
import { createProgressView, type ProgressView } from '../show/progress-view';
import { type ExitCode, exitCodes } from '../terminal/exit';
import { exitFor } from '../terminal/failures';
import { openFileLog } from '../terminal/logs';
import { runName } from '../terminal/program-name';
import { isInteractive, print, say, sayText, styled, supportsLinks } from '../terminal/terminal';
import { deckPage } from './start';
import { failureError } from './watch';

const EVERY_MS = 300;

interface RunDeckOptions extends SourceOptions {
  fromDesign?: ServiceId;
  yes?: boolean;
  keep?: boolean;
  example?: boolean;
}

/** Delays between the first polls of the embedded service, which serves this process alone and exports in two seconds. */
const QUICK_POLLS_MS = [1_000, 1_000, 1_000];

/**
 * Settings of a process that exits soon: without metrics and health checks, whose ports another process may already use,
 * and with quick first polls of the embedded service.
 */
function forOneDeck({ telemetry, workflow, ...settings }: Settings): Settings {
  const metrics = { ...telemetry.metrics, address: null };
  const { polling } = workflow;
  const quick = { firstDelay: QUICK_POLLS_MS[0]!, steps: [...QUICK_POLLS_MS, ...polling.steps] };
  const isQuick = settings.service.baseUrl === null && polling.firstDelay > quick.firstDelay;
  return {
    ...settings,
    workflow: isQuick ? { ...workflow, polling: { ...polling, ...quick } } : workflow,
    telemetry: { ...telemetry, metrics, health: { address: null } },
  };
}

/** Runs one deck, with the stack that it needs. */
export async function runDeck(input: CheckedInput, settings: Settings, options: RunDeckOptions): Promise<ExitCode> {
  const { log, path } = openFileLog(settings);
  const interruption = listenForInterruption();
  const view = createProgressView();
  const { signal } = interruption;
  let deckStarted = false;
  try {
    const stack = await startStack({
      settings: forOneDeck(settings),
      log,
      signal,
      ports: { temporal: 'prefer', service: 'prefer' },
      running: 'attach',
      onProgress: (line) => view.show(line.replace(/ ?\.\.\.$/, '')),
    });
    try {
      if (stack.attached) view.note('Using the stack that is already running in the data directory.');
      else if (isFromTitle(input) && settings.service.baseUrl === null) view.note(await writtenBy(settings));
      const decks = new Decks(stack.temporal, stack.settings);
      const deck = { decks, stack, view, interruption, prompts: !options.yes && isInteractive(), retryFirst: false };
      const started = await decks.start(input);
      deckStarted = true;
      deck.retryFirst = started.existing;
      view.end();
      if (started.existing) view.note('Resuming the existing deck with this uid and key.');
      if (started.otherSummary !== undefined) view.note(otherDeck(started.otherSummary));
      if (stack.addresses.ui !== undefined) {
        const page = deckPage(stack.addresses.ui, stack.settings.temporal.namespace, started.workflowId);
        view.note(styled('dim', `Deck ${started.workflowId}  ${page}`));
      }
      const followed = await Promise.race([followDeck(deck, started.workflowId), stack.failure]);
      const staysOpen = stack.addresses.review !== undefined && (stack.attached || options.keep === true);
      const exitCode = conclude(followed, view, {
        title: isFromTitle(input) ? input.title : undefined,
        showsDocument: options.example === true || (options.document ?? options.markdown) === undefined,
        ...(staysOpen ? { workflowId: started.workflowId } : {}),
        links: supportsLinks(process.stderr),
      });
      if (exitCode === exitCodes.interrupted || exitCode === exitCodes.parked) sayHowToResume(input, options, stack);
      if (options.keep && !signal.aborted) await keepRunning(stack, interruption);
      return exitCode;
    } finally {
      if (!stack.attached) view.show('stopping the stack');
      await stack.close();
      view.pause();
    }
  } catch (error) {
    view.pause();
    if (!signal.aborted) {
      const { exitCode, message } = exitFor(error);
      if (process.env.DECK_DEBUG === '1') sayText(inspect(error));
      say(`${message}${exitCode === exitCodes.failure && path !== undefined ? ` Log: ${path}` : ''}`);
      return exitCode;
    }
    if (!deckStarted) say('Stopped before the deck was started.');
    return exitCodes.interrupted;
  } finally {
    interruption.dispose();
  }
}

const isFromTitle = ({ document, topic, markdown, from }: CheckedInput): boolean =>
  [document, topic, markdown, from].every((source) => source === undefined);

/** What the first deck is: text of a language model, or a frame. */
async function writtenBy(settings: Settings): Promise<string> {
  const { model, message, remedy } = await textWriter(settings);
  return model === undefined
    ? `No language model: the deck is a frame with prompts for you to fill. For written text, ${remedy}.`
    : `Text by ${message}; ${remedy}.`;
}

interface FollowedDeck {
  decks: Decks;
  stack: Stack;
  view: ProgressView;
  interruption: Interruption;
  /** Whether to prompt for decisions; otherwise outline and content are approved. */
  prompts: boolean;
  /** Without prompts, an existing deck that is parked is retried once. */
  retryFirst: boolean;
}

function followDeck(deck: FollowedDeck, workflowId: string): Promise<Followed> {
  const { decks, stack, view, interruption, prompts } = deck;
  const { signal } = interruption;
  return follow(decks, workflowId, {
    view,
    signal,
    everyMs: EVERY_MS,
    onReview: async (progress) => {
      const facts = await decks.describe(workflowId);
      view.end();
      if (prompts) return promptAtGate(decks, facts, stack.settings, progress, { interruption });
      showText((await outlineText(stack.settings, progress)) ?? '', progress);
      await approve(decks, facts, progress.outline?.revision ?? 0);
      return 'decided';
    },
    onParked: async (progress) => {
      const { attention, stage } = progress;
      view.end('failed');
      if (attention !== undefined) say(...parkedLines({ workflowId, stage, attention, exports: progress.exports }));
      const facts = await decks.describe(workflowId);
      if (prompts) return promptForResolution(decks, facts, progress, interruption);
      if (!deck.retryFirst) return 'stop';
      deck.retryFirst = false;
      view.note('Retrying.');
      await decks.resolve(facts, { action: 'retry', by: localUser(), ...given({ since: attention?.at }) });
      return 'resolved';
    },
  });
}

async function approve(decks: Decks, facts: ListedDeck, revision: number): Promise<void> {
  const { message } = await decks.review(facts, { revision, decision: 'approve', reviewer: localUser() });
  say(`${styled('green', '✔')} ${message}`);
}

/** Prints the outcome. Paths go to stdout, the first file last. */
function conclude(followed: Followed, view: ProgressView, ending: EndingOptions): ExitCode {
  switch (followed.end) {
    case 'interrupted':
      view.pause();
      return exitCodes.interrupted;
    case 'parked':
      return exitCodes.parked;
    case 'failure':
      view.end('failed');
      return failed(followed.failure);
    case 'result':
      view.end();
      return concludeResult(followed.result, ending);
  }
}

function failed(failure: DeckFailure): ExitCode {
  const { exitCode, message } = failureError(failure);
  say(message);
  return exitCode;
}

function concludeResult(result: PresentationResult, ending: EndingOptions): ExitCode {
  if (result.outcome === 'rejected') {
    say(rejectionText(result));
    return exitCodes.rejected;
  }
  const [first, ...others] = result.files;
  if (first === undefined) {
    say('The deck was delivered without a file because its export was skipped.');
    return exitCodes.failure;
  }
  say(outcomeLine(result), ...nextSteps(result, ending));
  for (const file of [...others, first]) print(file.path);
  return exitCodes.ok;
}

function sayHowToResume(
  { title, request, uid, channel }: CheckedInput,
  options: RunDeckOptions,
  { attached }: Stack,
): void {
  const { document, topic, markdown, fromDesign } = options;
  const sources = Object.entries({ document, topic, markdown, 'from-design': fromDesign });
  const named = [
    ...(title === undefined ? [] : [quoted(title)]),
    ...sources.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoted(String(value))}`])),
  ];
  const inChannel = channel === undefined ? '' : ` --channel ${quoted(channel)}`;
  const state = attached ? 'The deck continues in the running stack.' : 'The deck is saved.';
  say(`${state} To resume: ${runName()} ${named.join(' ')} --key ${request} --uid ${uid}${inChannel}`);
}

async function keepRunning({ addresses, failure }: Stack, { requested }: Interruption): Promise<void> {
  if (addresses.ui !== undefined) say(`Temporal UI: ${addresses.ui}`);
  if (addresses.service !== undefined) say(`Generation service: ${addresses.service}`);
  say('The stack keeps running. Press Ctrl-C to stop it.');
  await Promise.race([requested, failure]);
}
