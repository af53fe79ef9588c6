import type { DeckError, DeckErrorReason } from '../../decks/errors';
import { errorSentence, sentence } from '../../text/sentence';
import { type CliError, type ExitCode, exitCodes } from './exit';

/** What is said on stderr about an error, and how the command ends. */
export interface Ending {
  exitCode: ExitCode;
  sentence: string;
  /** Lines below the sentence. */
  details?: readonly string[];
}

/** The exit code of everything that the decks refuse. */
const deckExitCodes: Record<DeckErrorReason, ExitCode> = {
  'not-found': exitCodes.notFound,
  'invalid-input': exitCodes.badInput,
  refused: exitCodes.failure,
  conflict: exitCodes.failure,
  'no-worker': exitCodes.noAnswer,
  'no-answer': exitCodes.noAnswer,
  'stands-still': exitCodes.noAnswer,
  unreachable: exitCodes.noAnswer,
  unusable: exitCodes.failure,
};

/**
 * One sentence for any error. Known errors are told by name, not by class: their modules take half a second to load,
 * which a command that only refuses a title must not spend.
 */
export function endingOf(error: unknown): Ending {
  const { name = '' } = error instanceof Error ? error : {};
  if (name === 'CliError') {
    const { exitCode, message, details } = error as CliError;
    return { exitCode, sentence: sentence(message), details };
  }
  if (name === 'DeckError') {
    const { reason, message } = error as DeckError;
    return { exitCode: deckExitCodes[reason], sentence: sentence(message) };
  }
  if (name === 'AbortError') return { exitCode: exitCodes.interrupted, sentence: '' };
  return { exitCode: unknownExitCode(error), sentence: errorSentence(error) };
}

function unknownExitCode(error: unknown): ExitCode {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  if (name === 'SettingsError') return exitCodes.badInput;
  return name === 'TemporalError' && code === 'not-reachable' ? exitCodes.noAnswer : exitCodes.failure;
}
