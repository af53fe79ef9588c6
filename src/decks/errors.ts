import type { ExecutionHealth } from '../temporal/execution-health';

/** Why something about a deck, a batch or a schedule was not done. */
export type DeckErrorReason =
  /** There is none of this name. */
  | 'not-found'
  /** What was asked for does not fit; nothing was sent. */
  | 'invalid-input'
  /** It was asked and said no, or only a person may say yes. */
  | 'refused'
  /** It stands otherwise than the request assumes: it has ended, is running already, or has no text yet. */
  | 'conflict'
  /** Nobody polls its queue. */
  | 'no-worker'
  /** A worker polls its queue and has not answered in time. */
  | 'no-answer'
  /** Its own step fails; no other worker of the same code helps. */
  | 'stands-still'
  /** The Temporal server does not answer. */
  | 'unreachable'
  /** The server or the document store lacks what is needed. */
  | 'unusable';

interface DeckErrorOptions extends ErrorOptions {
  /** What helps, in the imperative or as a command; the end of the sentence. */
  remedy?: string;
  /** With `stands-still`: what fails. */
  execution?: ExecutionHealth;
  /** With `not-found`: the workflow id of the deck that is not there. */
  deck?: string;
}

/**
 * The one family of errors of the decks: the message is a sentence for a person and ends with the remedy. The command line
 * turns the reason into an exit code, the review server into a status, MCP tells the sentence.
 */
export class DeckError extends Error {
  override name = 'DeckError';
  readonly remedy: string | undefined;
  readonly execution: ExecutionHealth | undefined;
  readonly deck: string | undefined;
  constructor(
    readonly reason: DeckErrorReason,
    what: string,
    { remedy, execution, deck, ...options }: DeckErrorOptions = {},
  ) {
    super(remedy === undefined ? what : `${what.replace(/\.$/, '')}; ${remedy}.`, options);
    this.remedy = remedy;
    this.execution = execution;
    this.deck = deck;
  }
}

const silences = ['no-worker', 'no-answer', 'stands-still', 'unreachable'] as const;

/** Nobody answers just now; a worker or server that is being restarted is back in a moment. */
export function isSilence(error: unknown): error is DeckError & { reason: (typeof silences)[number] } {
  return error instanceof DeckError && silences.some((reason) => reason === error.reason);
}
