import { type CliError, type ExitCode, exitCodes } from './exit';

/** What is said on stderr about an error, and how the command ends. */
export interface Ending {
  exitCode: ExitCode;
  sentence: string;
  /** Lines below the sentence. */
  details?: readonly string[];
}

/**
 * One sentence for any error. Known errors are told by name, not by class: their modules take half a second to load,
 * which a command that only refuses a title must not spend.
 */
export function endingOf(error: unknown): Ending {
  if (!(error instanceof Error)) return { exitCode: exitCodes.failure, sentence: sentence(String(error)) };
  const { name } = error;
  if (name === 'CliError') {
    const { exitCode, message, details } = error as CliError;
    return { exitCode, sentence: sentence(message), details };
  }
  if (name === 'SettingsError') return { exitCode: exitCodes.badInput, sentence: sentence(error.message) };
  if (name === 'AbortError') return { exitCode: exitCodes.interrupted, sentence: '' };
  if (name === 'TemporalError') {
    const unreachable = (error as Error & { code?: string }).code === 'not-reachable';
    return { exitCode: unreachable ? exitCodes.noAnswer : exitCodes.failure, sentence: sentence(error.message) };
  }
  return { exitCode: exitCodes.failure, sentence: sentence(reasonOf(error)) };
}

/** gRPC's errors say little themselves; what the server said is in their cause. */
function reasonOf(error: Error): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== undefined && path !== undefined) return `“${path}” cannot be read or written (${code})`;
  const details = (error as Error & { details?: string }).details ?? (error.cause as { details?: string })?.details;
  const text = details || error.message || error.name;
  return text.split('\n')[0] ?? text;
}

/** Begins with a capital unless it begins with a name, ends with a full stop, or with the colon of what follows. */
export function sentence(text: string): string {
  const line = text.trim();
  if (line === '') return '';
  const capital = /^[a-z]+[ ,]/.test(line) ? line[0]!.toUpperCase() + line.slice(1) : line;
  return /[.!?…:]$/.test(capital) ? capital : `${capital}.`;
}
