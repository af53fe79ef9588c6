import { ApplicationFailure } from '@temporalio/workflow';
import { type Deck, userOf } from '../deck';
import { SYSTEM } from './template';

/** A suit that is not there is refused now; at design save it would be after the deck was paid for. */
async function requireSuit(deck: Deck, id: number): Promise<void> {
  const request = { page: 1, page_size: 1, suit_ids: [id] };
  const { list } = await deck.call.read(`Look at template ${id}`).searchSuits({ user: userOf(deck), request });
  if (list.some((suit) => suit.id === id)) return;
  throw ApplicationFailure.nonRetryable(
    `the input does not fit: template.id: there is no system template ${id}`,
    'InvalidInput',
  );
}

/** Looks up the ids of options and template filters given by name, so that a wrong name is refused before any cost. */
export async function lookUpChoices(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const user = userOf(deck);
  state.choices = {};
  const { options, template } = plan;
  if (options !== undefined) {
    state.choices.options = await call.read('Look up the advanced options').chooseOptions({ user, options });
  }
  const { id, type, colour, style, scene, enterprise } = template ?? {};
  if (id !== undefined && type === SYSTEM) await requireSuit(deck, id);
  if (colour !== undefined || style !== undefined || scene !== undefined) {
    const filters = { colour, style, scene };
    state.choices.suits = await call.read('Look up the template filters').chooseFilters({ user, filters });
  }
  if (enterprise) {
    // Asked now only to learn whether the account has any: later would be after the deck was paid for.
    const request = { page: 1, page_size: 1 };
    await call.read('See whether there are enterprise templates').listEnterpriseSuits({ user, request });
  }
}
