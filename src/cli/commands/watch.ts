import type { Command } from 'commander';
import { given } from '../../core/given';
import { FRAME } from '../../core/remarks';
import type { DeckFailure, Decks } from '../../decks/decks';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import { type Followed, type FollowOptions, follow } from '../dialogs/follow';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { createBoard } from '../show/board';
import { rejectionText } from '../show/deck-text';
import { outcomeLine } from '../show/ending';
import { parkedLines } from '../show/parked-text';
import { type ProgressView, plainView } from '../show/progress-view';
import { CliError, type ExitCode, exitCodes } from '../terminal/exit';
import { exitFor } from '../terminal/failures';
import { movesCursor, print, printJson, say } from '../terminal/terminal';

const EVERY_MS = 1_000;

export function registerWatch(program: Command): Command {
  return program
    .command('watch')
    .description('follow decks until each completes or is parked, and print the paths of their files')
    .argument('<id...>', DECK_ID)
    .option('--json', 'print each result as one line of JSON')
    .action(async (ids: string[], _options, self: Command) => {
      const workflowIds = [...new Set(ids.map(parseDeckId))];
      const invocation = await openConnected(optionsOf<CommonOptions>(self));
      await withDecks(invocation, (decks) => followToEnd(decks, workflowIds, invocation));
    });
}

/** Follows decks without prompts until all of them have completed or are parked. */
export async function followToEnd(decks: Decks, workflowIds: string[], { json }: Invocation): Promise<void> {
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
      const continues = workflowIds.length === 1 ? 'The deck continues' : 'The decks continue';
      say(`${continues}. To follow again: deck watch ${workflowIds.join(' ')}`);
    }
    conclude(workflowIds, followed, json);
  } finally {
    board?.end();
    interruption.dispose();
  }
}

/** A deck that could not be followed. */
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
  const followed = await follow(decks, workflowId, {
    view,
    signal,
    everyMs: EVERY_MS,
    ...given({ onProgress }),
    onReview: async ({ review }) => {
      view.note(`Review the ${review?.gate ?? 'outline'}: deck review ${workflowId}`);
      return 'decided';
    },
    onParked: async ({ attention, stage, exports: files }) => {
      if (attention !== undefined) view.note(...parkedLines({ workflowId, stage, attention, exports: files }));
      return 'stop';
    },
  });
  if (followed.end !== 'interrupted') view.end(followed.end === 'result' ? 'done' : 'failed');
  return followed;
}

/** Exit codes by severity: with several decks, the command exits with the first that applies. */
const bySeverity: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.notFound,
  exitCodes.unreachable,
  exitCodes.failure,
  exitCodes.badInput,
  exitCodes.parked,
  exitCodes.rejected,
];

function conclude(workflowIds: string[], followed: (Followed | Failed)[], json: boolean): void {
  const errors: CliError[] = [];
  for (const [at, each] of followed.entries()) {
    try {
      if ('error' in each) throw each.error;
      concludeFollowed(each, json);
    } catch (error) {
      const { exitCode, message } = exitFor(error);
      const prefix = workflowIds.length > 1 && message !== '' ? `${workflowIds[at]}: ` : '';
      errors.push(new CliError(exitCode, prefix + message));
    }
  }
  const [worst, ...others] = errors.sort(
    (one, other) => bySeverity.indexOf(one.exitCode) - bySeverity.indexOf(other.exitCode),
  );
  for (const { message } of others) if (message !== '') say(message);
  if (worst !== undefined) throw worst;
}

/** Input that the generation service rejects is bad input, even if it is rejected after the deck has started. */
export function failureError({ type, message }: DeckFailure): CliError {
  const exitCode = type === 'InvalidInput' ? exitCodes.badInput : exitCodes.failure;
  return new CliError(exitCode, `The deck was not delivered: ${message}`);
}

/** Prints the outcome of a deck. @throws CliError unless it was delivered */
function concludeFollowed(followed: Followed, json: boolean): void {
  switch (followed.end) {
    case 'interrupted':
      throw new CliError(exitCodes.interrupted, '');
    case 'parked':
      throw new CliError(exitCodes.parked, '');
    case 'failure':
      if (json) printJson({ failure: followed.failure });
      throw failureError(followed.failure);
    case 'result': {
      const { result } = followed;
      if (result.outcome === 'rejected') {
        if (json) printJson(result);
        throw new CliError(exitCodes.rejected, rejectionText(result));
      }
      if (result.openPrompts !== undefined) {
        const { message = '' } = result.problems.find(({ type }) => type === FRAME) ?? {};
        say(outcomeLine(result), message);
      }
      for (const file of result.files.slice(1)) say(`Also created: ${file.path}`);
      if (json) printJson(result);
      else for (const file of [...result.files].reverse()) print(file.path);
    }
  }
}
