import type { ExecutionHealth } from '../temporal/execution-health';

/** Why a call about a deck, a batch or a schedule failed. */
export type DeckErrorReason =
  /** It does not exist. */
  | 'not-found'
  /** The request is invalid; nothing was sent. */
  | 'invalid-input'
  /** The deck rejected the request, or only a person may confirm it. */
  | 'refused'
  /** Its state does not allow the request: it is complete, already running, or has no text yet. */
  | 'conflict'
  /** No worker polls its task queue. */
  | 'no-worker'
  /** A worker polls its task queue but did not respond in time. */
  | 'no-answer'
  /** Its workflow task keeps failing; another worker with the same code would fail as well. */
  | 'stands-still'
  /** The Temporal server does not respond. */
  | 'unreachable'
  /** The server or the document store lacks something that the request needs. */
  | 'unusable';

interface DeckErrorOptions extends ErrorOptions {
  /** The suggested fix, in the imperative; it is appended to the message. */
  remedy?: string;
  /** With `stands-still`: the failure. */
  execution?: ExecutionHealth;
  /** With `not-found`: the workflow id of the missing deck. */
  deck?: string;
  /** With `refused`: the failure type that the deck gave, if it gave one. */
  type?: string | undefined;
}

/**
 * The error of every call about decks. The message is for people and ends with the remedy. The command line maps the
 * reason to an exit code, the review server to an HTTP status, and MCP returns the message.
 */
export class DeckError extends Error {
  override name = 'DeckError';
  readonly remedy: string | undefined;
  readonly execution: ExecutionHealth | undefined;
  readonly deck: string | undefined;
  readonly type: string | undefined;
  constructor(
    readonly reason: DeckErrorReason,
    what: string,
    { remedy, execution, deck, type, ...options }: DeckErrorOptions = {},
  ) {
    super(remedy === undefined ? what : `${what.replace(/\.$/, '')}; ${remedy}.`, options);
    this.remedy = remedy;
    this.execution = execution;
    this.deck = deck;
    this.type = type;
  }
}

const silences = ['no-worker', 'no-answer', 'stands-still', 'unreachable'] as const;

/** Whether there was no response. A worker or server that is restarting responds again soon. */
export function isSilence(error: unknown): error is DeckError & { reason: (typeof silences)[number] } {
  return error instanceof DeckError && silences.some((reason) => reason === error.reason);
}
