import { ApplicationFailure } from '@temporalio/workflow';
import type { ServiceId } from '../../../src/core/service-id';
import { type Deck, userOf } from '../deck';
import { SYSTEM } from './template';

/** The usual size, because a service may refuse a smaller one. */
const FIRST_PAGE = { page: 1, page_size: 20 };

/** Rejects an unknown template before any paid call; saving the design would find out only afterwards. */
async function requireTemplate(deck: Deck, id: ServiceId): Promise<void> {
  const request = { ...FIRST_PAGE, suit_ids: [id] };
  const { list } = await deck.call.read(`Look up template ${id}`).searchSuits({ user: userOf(deck), request });
  if (list.some((template) => template.id === id)) return;
  throw ApplicationFailure.nonRetryable(
    `invalid input: template.id: system template ${id} does not exist`,
    'InvalidInput',
  );
}

/**
 * Looks up the ids of options and template filters by name, so that an unknown name is rejected before any paid call.
 */
export async function lookUpChoices(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const user = userOf(deck);
  state.choices = {};
  const { options, template } = plan;
  if (options !== undefined) {
    state.choices.options = await call.read('Look up the advanced options').chooseOptions({ user, options });
  }
  const { id, type, color, style, scene, enterprise } = template ?? {};
  if (id !== undefined && type === SYSTEM) await requireTemplate(deck, id);
  if (color !== undefined || style !== undefined || scene !== undefined) {
    const filters = { color, style, scene };
    state.choices.suits = await call.read('Look up the template filters').chooseFilters({ user, filters });
  }
  if (enterprise) {
    // Only checks that the account has any, before any paid call.
    const request = FIRST_PAGE;
    await call.read('Check for enterprise templates').listEnterpriseSuits({ user, request });
  }
}
