import { errorSentence, sentence } from '../../base/text/sentence';
import type { DeckError, DeckErrorReason } from '../../decks/errors';
import { type CliError, type ExitCode, exitCodes } from './exit';

/** The error message for stderr and the exit code of a command. */
interface CommandExit {
  exitCode: ExitCode;
  message: string;
  /** Lines printed below the message. */
  details?: readonly string[];
}

const deckExitCodes: Record<DeckErrorReason, ExitCode> = {
  'not-found': exitCodes.notFound,
  'invalid-input': exitCodes.badInput,
  refused: exitCodes.failure,
  conflict: exitCodes.failure,
  'no-worker': exitCodes.unreachable,
  'no-answer': exitCodes.unreachable,
  'stands-still': exitCodes.unreachable,
  unreachable: exitCodes.unreachable,
  unusable: exitCodes.failure,
};

/**
 * The message and exit code for any error. Known errors are recognized by name, not by class: loading their modules
 * takes half a second, too long for a command that only rejects a title.
 */
export function exitFor(error: unknown): CommandExit {
  const { name = '' } = error instanceof Error ? error : {};
  if (name === 'CliError') {
    const { exitCode, message, details } = error as CliError;
    return { exitCode, message: sentence(message), details };
  }
  if (name === 'DeckError') {
    const { reason, message } = error as DeckError;
    return { exitCode: deckExitCodes[reason], message: sentence(message) };
  }
  if (name === 'AbortError') return { exitCode: exitCodes.interrupted, message: '' };
  return { exitCode: unknownExitCode(error), message: errorSentence(error) };
}

function unknownExitCode(error: unknown): ExitCode {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  if (name === 'SettingsError') return exitCodes.badInput;
  return name === 'TemporalError' && code === 'not-reachable' ? exitCodes.unreachable : exitCodes.failure;
}
