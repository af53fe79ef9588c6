import type { Command } from 'commander';
import { parseDeckId } from '../deck-id';
import { attentionLines, rejectionText } from '../deck-text';
import type { Decks } from '../decks';
import { CliError, exitCodes } from '../exit';
import type { Followed } from '../follow';
import { listenForInterruption } from '../interruption';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation';
import { createProgressView } from '../progress-view';
import { print, printJson, say } from '../terminal';

const EVERY_MS = 1_000;

export function registerWatch(program: Command): Command {
  return program
    .command('watch')
    .description('follow a deck until it ends or needs help; the paths of its files come out on stdout')
    .argument('<id>', 'presentation/<uid>/<request> or <uid>/<request>')
    .option('--json', 'print the result on one line')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const invocation = await openConnected(optionsOf<CommonOptions>(self));
      const { withDecks } = await import('../with-decks.js');
      await withDecks(invocation, (decks) => followToEnd(decks, workflowId, invocation));
    });
}

/** Follows a deck without asking anybody anything; its end, or its being parked, is the end of the command. */
export async function followToEnd(decks: Decks, workflowId: string, { json }: Invocation): Promise<void> {
  const { follow } = await import('../follow.js');
  const view = createProgressView();
  const interruption = listenForInterruption();
  try {
    const followed = await follow(decks, workflowId, {
      view,
      signal: interruption.signal,
      everyMs: EVERY_MS,
      onReview: async () => {
        view.note(`Decide about the outline: deck review ${workflowId}`);
        return 'decided';
      },
      onAttention: async ({ attention }) => {
        if (attention !== undefined) view.note(attentionLines(attention).join('\n'));
        return 'stop';
      },
    });
    if (followed.end === 'interrupted') view.pause();
    else view.end(followed.end === 'result' ? 'done' : 'failed');
    concludeFollowed(followed, json);
  } finally {
    view.pause();
    interruption.dispose();
  }
}

/** Prints how a deck ended and throws what the exit code has to be, unless it was delivered. */
export function concludeFollowed(followed: Followed, json: boolean): void {
  switch (followed.end) {
    case 'interrupted':
      throw new CliError(exitCodes.interrupted, '');
    case 'parked':
      throw new CliError(exitCodes.needsHelp, '');
    case 'failure':
      if (json) printJson({ failure: followed.failure });
      throw new CliError(exitCodes.failure, `The deck ended without a file: ${followed.failure.message}`);
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
