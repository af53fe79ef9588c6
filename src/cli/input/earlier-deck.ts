import { given } from '../../core/given';
import type { ServiceId } from '../../core/service-id';
import { checkedInput } from '../../decks/checked-input';
import type { Decks } from '../../decks/decks';
import type { CheckedInput } from '../../decks/input/input';
import type { ListedDeck } from '../../decks/listed-deck';
import type { Invocation } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';
import { type InputOptions, inputOf, newKey } from './input-options';
import { inOptions } from './option-words';

/** The input of an earlier deck with another idempotency key. */
export async function inputLike(
  decks: Decks,
  workflowId: string,
  key: string | undefined,
  { settings }: Invocation,
): Promise<CheckedInput> {
  const input = await decks.input(await decks.describe(workflowId));
  return checkedInput({ ...input, request: key ?? newKey() }, settings, inOptions);
}

/** Input for a deck that only exports the design of an earlier deck, for the same user. */
export async function inputFromDesign(
  decks: Decks,
  workflowId: string,
  newTitle: string | undefined,
  options: InputOptions,
  { settings }: Invocation,
): Promise<CheckedInput> {
  const facts = await decks.describe(workflowId);
  const [{ uid, channel = '', name }, { designId, title }] = await Promise.all([
    decks.input(facts),
    designOf(decks, facts),
  ]);
  const designName = options.name ?? name;
  return inputOf(
    newTitle ?? title,
    { ...options, uid, channel, ...given({ name: designName }), fromDesign: designId },
    settings,
  );
}

/** The design of a deck: from its result, which needs no worker, or by a query if it is running or failed. */
async function designOf(decks: Decks, facts: ListedDeck): Promise<{ designId: ServiceId; title: string }> {
  const outcome = facts.status === 'COMPLETED' ? await decks.outcome(facts) : undefined;
  const { designId, title } =
    outcome !== undefined && 'result' in outcome ? outcome.result : await decks.progress(facts);
  if (designId !== undefined) return { designId, title };
  const yet = facts.status === 'RUNNING' ? ' yet' : '';
  throw new CliError(exitCodes.failure, `The deck ${facts.workflowId} has no design${yet}. To check its stage:`, {
    details: [`deck status ${facts.workflowId}`],
  });
}
