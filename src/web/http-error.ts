import { HTTPException } from 'hono/http-exception';
import { shortId } from '../core/deck-id';
import { given } from '../core/given';
import { isUnreachable } from '../decks/api/errors';
import { DeckError, type DeckErrorReason } from '../decks/errors';
import type { Fault, Problem, ProblemCode } from './v1/schemas';

/** The status and the title of each kind of error. */
const kinds = {
  'link-malformed': [401, 'The link is incomplete'],
  'link-forged': [401, 'The link is not from this server'],
  'link-expired': [401, 'The link has expired'],
  'link-ended': [401, 'The link no longer applies'],
  'token-invalid': [401, 'The token is not valid'],
  'login-wrong': [401, 'The login is wrong'],
  'login-needed': [401, 'The caller is unknown'],
  'not-allowed': [403, 'The caller may not do this'],
  'not-found': [404, 'This does not exist'],
  conflict: [409, 'The deck is in another state'],
  'too-large': [413, 'The request is too large'],
  invalid: [422, 'The request is not valid'],
  'too-many': [429, 'There are too many requests'],
  'no-worker': [503, 'No worker responded'],
  'stands-still': [503, 'The deck needs an operator'],
  'no-temporal': [503, 'The Temporal server did not respond'],
  'no-service': [503, 'The generation service did not respond'],
  internal: [500, 'The server failed'],
} as const satisfies Record<ProblemCode, readonly [number, string]>;

/** Further facts of an error. */
interface Details {
  conflict?: NonNullable<Problem['conflict']> | undefined;
  /** Where the request or its document is invalid. */
  faults?: readonly Fault[] | undefined;
}

/** An error response. The message is for people. */
export class HttpError extends Error {
  override name = 'HttpError';
  constructor(
    readonly kind: ProblemCode,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  get status(): (typeof kinds)[ProblemCode][0] {
    return kinds[this.kind][0];
  }

  /** The body, as RFC 9457 has it. */
  problem(deck: string | undefined): Problem {
    const { kind, message, status, details } = this;
    const { conflict, faults } = details;
    const errors = faults?.map((fault) => ({ ...fault }));
    return {
      type: `/v1/openapi.json#${kind}`,
      title: kinds[kind][1],
      status,
      detail: message,
      code: kind,
      ...(deck === undefined ? {} : { deck: shortId(deck) }),
      ...given({ errors, conflict }),
    };
  }
}

/** The responses for errors of a deck, its worker or the Temporal server. */
const deckErrors: Record<DeckErrorReason, [ProblemCode, string]> = {
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
  if (error instanceof HTTPException) return new HttpError('invalid', `${error.message}.`);
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

/** The error for a request whose fields a schema refuses. */
export function invalidFields(issues: readonly { path: PropertyKey[]; message: string; keys?: string[] }[]): HttpError {
  const faults = issues.map(({ path, message, keys = [] }): Fault => {
    // An unknown field is an issue of the object that has it.
    const steps = [...path, ...(keys.length === 1 ? keys : [])].map(String);
    const escaped = steps.map((step) => `/${step.replace(/~/g, '~0').replace(/\//g, '~1')}`);
    return { path: steps.join('.'), pointer: `#${escaped.join('')}`, message };
  });
  const { message } = faults[0]!;
  return new HttpError('invalid', message.endsWith('?') ? message : `${message}.`, { faults });
}
