import { checkedInput } from '../../decks/checked-input';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import type { CheckedInput } from '../../input/input';
import type { Invocation } from '../invocation/invocation';
import { freshRequest, type OrderOptions, optionOf, orderOf } from './order';

/** The input of an earlier deck under a new request key. */
export async function orderLike(
  decks: Decks,
  workflowId: string,
  request: string | undefined,
  { settings }: Invocation,
): Promise<CheckedInput> {
  const input = await decks.input(await decks.describe(workflowId));
  return checkedInput({ ...input, request: request ?? freshRequest() }, settings, optionOf);
}

/** A deck of its own that has only its exports left to do: of the design of an earlier one, for the same user. */
export async function orderOfDesign(
  decks: Decks,
  workflowId: string,
  ordered: string | undefined,
  options: OrderOptions,
  { settings }: Invocation,
): Promise<CheckedInput> {
  const facts = await decks.describe(workflowId);
  const [{ uid, channel = '', name }, { designId, title }] = await Promise.all([
    decks.input(facts),
    designOf(decks, facts),
  ]);
  const called = options.name ?? name;
  return orderOf(
    ordered ?? title,
    { ...options, uid, channel, ...(called === undefined ? {} : { name: called }), fromDesign: designId },
    settings,
  );
}

/** The design of a deck: its result says it without a worker, a running or failed deck is asked. */
async function designOf(decks: Decks, facts: DescribedDeck): Promise<{ designId: number; title: string }> {
  const outcome = facts.status === 'COMPLETED' ? await decks.outcome(facts) : undefined;
  const { designId, title } =
    outcome !== undefined && 'result' in outcome ? outcome.result : await decks.progress(facts);
  if (designId !== undefined) return { designId, title };
  throw new DeckError(
    'conflict',
    `The deck ${facts.workflowId} has no design ${facts.status === 'RUNNING' ? 'yet' : 'to export'}; see deck status ${facts.workflowId}.`,
  );
}
