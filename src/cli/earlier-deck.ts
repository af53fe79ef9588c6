import type { PresentationInput } from '../input/input';
import type { DeckFacts, Decks } from './decks';
import { CliError, exitCodes } from './exit';
import type { Invocation } from './invocation';
import { checkedInput, freshRequest, type OrderOptions, orderOf } from './order';

/** The input of an earlier deck under a new request key. */
export async function orderLike(
  decks: Decks,
  workflowId: string,
  request: string | undefined,
  { settings }: Invocation,
): Promise<PresentationInput> {
  const input = await decks.input(await decks.facts(workflowId));
  return checkedInput({ ...input, request: request ?? freshRequest() }, settings);
}

/** A deck of its own that has only its exports left to do: of the design of an earlier one, for the same user. */
export async function orderOfDesign(
  decks: Decks,
  workflowId: string,
  ordered: string | undefined,
  options: OrderOptions,
  { settings }: Invocation,
): Promise<PresentationInput> {
  const facts = await decks.facts(workflowId);
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
async function designOf(decks: Decks, facts: DeckFacts): Promise<{ designId: number; title: string }> {
  const { outcomeOf } = await import('./deck-record.js');
  const outcome = facts.status === 'COMPLETED' ? await outcomeOf(decks, facts) : undefined;
  const { designId, title } =
    outcome !== undefined && 'result' in outcome ? outcome.result : await decks.progress(facts);
  if (designId !== undefined) return { designId, title };
  throw new CliError(
    exitCodes.failure,
    `The deck ${facts.workflowId} has no design ${facts.status === 'RUNNING' ? 'yet' : 'to export'}; see deck status ${facts.workflowId}.`,
  );
}
