import { given } from '../core/given';
import { isUnreachable } from '../decks/api/errors';
import { DeckError, type DeckErrorReason } from '../decks/errors';
import type { ErrorBody } from './api';

const statuses = {
  'link-missing': 401,
  'link-malformed': 401,
  'link-forged': 401,
  'link-expired': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-large': 413,
  'too-many': 429,
  'no-worker': 503,
  'stands-still': 503,
  'no-temporal': 503,
  'no-service': 503,
  'login-wrong': 401,
  'login-needed': 401,
  internal: 500,
} as const satisfies Record<ErrorBody['error'], number>;

/** An error response. The message is for people. */
export class HttpError extends Error {
  override name = 'HttpError';
  constructor(
    readonly kind: ErrorBody['error'],
    message: string,
    readonly conflict?: NonNullable<ErrorBody['conflict']>,
  ) {
    super(message);
  }

  get status(): (typeof statuses)[ErrorBody['error']] {
    return statuses[this.kind];
  }

  get body(): ErrorBody {
    const { kind, message, conflict } = this;
    return { error: kind, message, ...given({ conflict }) };
  }
}

/** The responses for errors of a deck, its worker or the Temporal server. */
const deckErrors: Record<DeckErrorReason, [ErrorBody['error'], string]> = {
  'not-found': ['not-found', 'This deck no longer exists.'],
  'invalid-input': ['invalid', 'This is not valid. Reload the page and try again.'],
  refused: ['conflict', 'The deck rejected this. Reload the page and try again.'],
  conflict: ['conflict', 'The deck has changed. Reload the page and try again.'],
  // The update may have been accepted before the timeout. A retry with the same key has no further effect.
  'no-worker': [
    'no-worker',
    'This deck is not available right now. It is safe. You can send the same decision again in a moment.',
  ],
  'no-answer': [
    'no-worker',
    'This deck is not available right now. It is safe. You can send the same decision again in a moment.',
  ],
  // The deck's workflow task fails. The cause is for operators, not for reviewers.
  'stands-still': [
    'stands-still',
    'This deck cannot continue until an operator fixes a problem. It is safe. You can send the same decision again later.',
  ],
  unreachable: ['no-temporal', 'Decks are not available right now. Nothing is lost. Try again in a moment.'],
  unusable: ['internal', 'Something went wrong. The error has been logged.'],
};

/** Converts any error. Unexpected errors are not sent to the browser because their messages may contain anything. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DeckError && error.deck !== undefined) {
    return new HttpError('not-found', `The deck ${error.deck} no longer exists.`);
  }
  const [kind, message] = deckErrors[reasonOf(error)];
  return new HttpError(kind, message);
}

function reasonOf(error: unknown): DeckErrorReason {
  if (error instanceof DeckError) return error.reason;
  return isUnreachable(error) ? 'unreachable' : 'unusable';
}
