import type { Command } from 'commander';
import type { DeckFailure, Decks } from '../../decks/decks';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import type { Followed, FollowOptions } from '../dialogs/follow';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { attentionLines, rejectionText } from '../show/deck-text';
import { type ProgressView, plainView } from '../show/progress-view';
import { CliError, type ExitCode, exitCodes } from '../terminal/exit';
import { endingOf } from '../terminal/failures';
import { movesCursor, print, printJson, say } from '../terminal/terminal';

const EVERY_MS = 1_000;

export function registerWatch(program: Command): Command {
  return program
    .command('watch')
    .description('follow decks until each has ended or needs help; the paths of their files come out on stdout')
    .argument('<id...>', DECK_ID)
    .option('--json', 'print each result on one line')
    .action(async (ids: string[], _options, self: Command) => {
      const workflowIds = [...new Set(ids.map(parseDeckId))];
      const invocation = await openConnected(optionsOf<CommonOptions>(self));
      const { withDecks } = await import('../connect/with-decks.js');
      await withDecks(invocation, (decks) => followToEnd(decks, workflowIds, invocation));
    });
}

/** Follows decks without asking anybody anything; the last one's end, or its being parked, is the end of the command. */
export async function followToEnd(decks: Decks, workflowIds: string[], { json }: Invocation): Promise<void> {
  const { createBoard } = await import('../show/board.js');
  const board = movesCursor(process.stderr) ? createBoard() : undefined;
  const began = Date.now();
  const interruption = listenForInterruption();
  try {
    const followed = await Promise.all(
      workflowIds.map(async (id) => {
        const entry = board?.entry(id);
        const view = entry ?? plainView(process.stderr, began, workflowIds.length > 1 ? `${id}: ` : '');
        return followOne(decks, id, view, interruption, entry?.progress).catch((error): Failed => ({ error }));
      }),
    );
    board?.end();
    if (interruption.signal.aborted) {
      const goOn = workflowIds.length === 1 ? 'The deck goes on; see it' : 'The decks go on; see them';
      say(`${goOn} again: deck watch ${workflowIds.join(' ')}`);
    }
    conclude(workflowIds, followed, json);
  } finally {
    board?.end();
    interruption.dispose();
  }
}

/** One deck could not be followed; the others were. */
interface Failed {
  error: unknown;
}

async function followOne(
  decks: Decks,
  workflowId: string,
  view: ProgressView,
  { signal }: Interruption,
  onProgress: FollowOptions['onProgress'] | undefined,
): Promise<Followed> {
  const { follow } = await import('../dialogs/follow.js');
  const followed = await follow(decks, workflowId, {
    view,
    signal,
    everyMs: EVERY_MS,
    ...(onProgress === undefined ? {} : { onProgress }),
    onReview: async ({ review }) => {
      view.note(`Decide about the ${review?.gate ?? 'outline'}: deck review ${workflowId}`);
      return 'decided';
    },
    onAttention: async ({ attention }) => {
      if (attention !== undefined) view.note(...attentionLines(attention));
      return 'stop';
    },
  });
  if (followed.end !== 'interrupted') view.end(followed.end === 'result' ? 'done' : 'failed');
  return followed;
}

/** Of several ends, the one that a script has to hear of first. */
const gravest: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.notFound,
  exitCodes.noAnswer,
  exitCodes.failure,
  exitCodes.badInput,
  exitCodes.needsHelp,
  exitCodes.rejected,
];

function conclude(workflowIds: string[], followed: (Followed | Failed)[], json: boolean): void {
  const errors: CliError[] = [];
  for (const [at, each] of followed.entries()) {
    try {
      if ('error' in each) throw each.error;
      concludeFollowed(each, json);
    } catch (error) {
      const { exitCode, sentence } = endingOf(error);
      const name = workflowIds.length > 1 && sentence !== '' ? `${workflowIds[at]}: ` : '';
      errors.push(new CliError(exitCode, name + sentence));
    }
  }
  const [worst, ...others] = errors.sort(
    (one, other) => gravest.indexOf(one.exitCode) - gravest.indexOf(other.exitCode),
  );
  for (const { message } of others) if (message !== '') say(message);
  if (worst !== undefined) throw worst;
}

/** An input that the service does not take is bad input, also where only the deck itself could find that out. */
export function failureError({ type, message }: DeckFailure): CliError {
  const exitCode = type === 'InvalidInput' ? exitCodes.badInput : exitCodes.failure;
  return new CliError(exitCode, `The deck ended without a file: ${message}`);
}

/** Prints how a deck ended and throws what the exit code has to be, unless it was delivered. */
function concludeFollowed(followed: Followed, json: boolean): void {
  switch (followed.end) {
    case 'interrupted':
      throw new CliError(exitCodes.interrupted, '');
    case 'parked':
      throw new CliError(exitCodes.needsHelp, '');
    case 'failure':
      if (json) printJson({ failure: followed.failure });
      throw failureError(followed.failure);
    case 'result': {
      const { result } = followed;
      if (result.outcome === 'rejected') {
        if (json) printJson(result);
        throw new CliError(exitCodes.rejected, rejectionText(result));
      }
      for (const file of result.files.slice(1)) say(`Also made: ${file.path}`);
      if (json) printJson(result);
      else for (const file of [...result.files].reverse()) print(file.path);
    }
  }
}
