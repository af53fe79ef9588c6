/** Exit codes of `deck`, the same for every command; `deck --help` lists them. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  badInput: 2,
  rejected: 3,
  parked: 4,
  notFound: 5,
  unreachable: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeHelp = `
Exit codes:
  0    success
  1    failure: see the error message on stderr
  2    invalid command line, settings or file; nothing was started
  3    the outline or the content was rejected
  4    the deck is parked (see deck resolve)
  5    no such deck, design or revision
  6    no Temporal server, worker or generation service responded
  130  interrupted (Ctrl-C); the deck continues when a worker runs`;

/** Ends a command with an error message on stderr; an empty message if the command has printed it already. */
export class CliError extends Error {
  override name = 'CliError';
  /** Lines printed below the message, such as one for each invalid line of a file. */
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
