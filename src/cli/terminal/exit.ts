/** Exit codes of `deck`, the same for every command; `deck --help` lists them. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  badInput: 2,
  rejected: 3,
  needsHelp: 4,
  notFound: 5,
  noAnswer: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeHelp = `
Exit codes:
  0    done
  1    failed: the sentence on stderr says why
  2    bad input: command line, settings or a file; nothing was made
  3    the outline or the content was rejected
  4    the deck is parked and needs help (see deck resolve)
  5    no such deck, design or revision
  6    nobody answers: no Temporal server, no worker, or no service
  130  interrupted (Ctrl-C); the deck goes on when a worker runs`;

/** Ends a command with a sentence for stderr; empty when everything has been said already. */
export class CliError extends Error {
  override name = 'CliError';
  /** Lines below the sentence, such as one for each fault of a file. */
  readonly details: readonly string[];
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    { details = [], ...options }: ErrorOptions & { details?: readonly string[] } = {},
  ) {
    super(message, options);
    this.details = details;
  }
}

export const badInput = (message: string, details: readonly string[] = []) =>
  new CliError(exitCodes.badInput, message, { details });
