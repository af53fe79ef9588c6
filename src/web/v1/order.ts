import { createHash, randomBytes } from 'node:crypto';
import type { z } from '@hono/zod-openapi';
import type { Settings } from '../../config';
import { KEY, LONGEST_KEY } from '../../core/deck-id';
import { checkedInput } from '../../decks/checked-input';
import { DeckError } from '../../decks/errors';
import { type CheckedInput, presentationInput } from '../../decks/input/input';
import { boundGates } from '../../decks/input/review-floor';
import type { Caller } from '../caller';
import { HttpError, invalidFields } from '../http-error';
import type { newDeck } from './components';
import type { ReviewPolicy } from './schemas';

/** A deck as a caller asks for it. */
export type Order = z.output<typeof newDeck>;

/** The input of a deck, complete and validated as the workflow would. @throws HttpError with every invalid field */
export async function checkedOrder(
  order: Order,
  key: string | undefined,
  settings: Settings,
  { scopes }: Pick<Caller, 'scopes'>,
): Promise<CheckedInput> {
  const request = order.request ?? keyOf(key);
  const { uid, channel } = settings.service;
  const input = { uid, ...(channel === '' ? {} : { channel }), ...order, request };
  const { error } = presentationInput.safeParse(input);
  if (error !== undefined) throw invalidFields(error.issues);
  try {
    return await checkedInput(input, settings, undefined, { mayDecide: scopes.has('decks:decide') });
  } catch (error) {
    if (error instanceof DeckError && error.reason === 'invalid-input') throw new HttpError('invalid', error.message);
    throw error;
  }
}

/** The review policy for decks that this caller starts. */
export function policyFor({ workflow }: Settings, { scopes }: Pick<Caller, 'scopes'>): ReviewPolicy {
  const bound = boundGates(workflow, !scopes.has('decks:decide'));
  const gates = [
    ['outline', 'review'],
    ['content', 'contentReview'],
  ] as const;
  return {
    gates: gates.map(([gate, key]) => {
      const { mode, approvals, reviewers, requiredGroups, selfApproval, verifiedOnly } = workflow[key];
      const who = { approvals, reviewers: [...reviewers], requiredGroups: [...requiredGroups] };
      return { gate, mode, binding: bound.includes(key), ...who, selfApproval, verifiedOnly: verifiedOnly === true };
    }),
  };
}

/** The idempotency key: the caller's, or a hash of it if it is longer or has other characters. */
export function keyOf(key: string | undefined, longest = LONGEST_KEY): string {
  if (key === undefined) return randomBytes(8).toString('hex');
  return key.length <= longest && KEY.test(key) ? key : createHash('sha256').update(key).digest('hex').slice(0, 32);
}
