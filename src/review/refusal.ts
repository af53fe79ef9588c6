import { isUnreachable } from '../api/errors';
import { DeckError, type DeckErrorReason } from '../decks/errors';
import type { Refusal } from './api';

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
} as const satisfies Record<Refusal['error'], number>;

/** A call that is not answered as asked; the message is one sentence for a person. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    readonly kind: Refusal['error'],
    message: string,
    readonly conflict?: NonNullable<Refusal['conflict']>,
  ) {
    super(message);
  }

  get status(): (typeof statuses)[Refusal['error']] {
    return statuses[this.kind];
  }

  get body(): Refusal {
    const { kind, message, conflict } = this;
    return { error: kind, message, ...(conflict === undefined ? {} : { conflict }) };
  }
}

/** What a reviewer is told where the deck, its worker or the server does not answer. */
const deckRefusals: Record<DeckErrorReason, [Refusal['error'], string]> = {
  'not-found': ['not-found', 'There is no such deck any more.'],
  'invalid-input': ['invalid', 'This does not fit; look at the page again.'],
  refused: ['conflict', 'The deck did not take this; look at the page again.'],
  conflict: ['conflict', 'The deck has gone on meanwhile; look at the page again.'],
  // An update may have been taken in before the silence; sent again under its key, it still counts once.
  'no-worker': [
    'no-worker',
    'No worker answers for this deck just now. The deck is kept; try again in a moment, what was sent counts once.',
  ],
  'no-answer': [
    'no-worker',
    'No worker answers for this deck just now. The deck is kept; try again in a moment, what was sent counts once.',
  ],
  // A worker is there, and its code cannot take this deck's next step. Why is for those who operate it, not for a reviewer.
  'stands-still': [
    'stands-still',
    'This deck stands still until somebody who operates it has helped it. The deck is kept, what was sent counts once.',
  ],
  unreachable: ['no-temporal', 'The Temporal server does not answer; nothing is lost, try again in a moment.'],
  unusable: ['internal', 'Something went wrong in the review server; its log says what.'],
};

/** Any error as a refusal. What nobody has foreseen is not told to the browser: its words may be about anything. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof DeckError && error.deck !== undefined) {
    return new Refused('not-found', `There is no deck ${error.deck} any more.`);
  }
  const [kind, message] = deckRefusals[reasonOf(error)];
  return new Refused(kind, message);
}

function reasonOf(error: unknown): DeckErrorReason {
  if (error instanceof DeckError) return error.reason;
  return isUnreachable(error) ? 'unreachable' : 'unusable';
}
