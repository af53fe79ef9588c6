import { type Deck, userOf } from '../deck';

/** Value of `template_type` of a system suit (specification, "Templates"). */
const SYSTEM = 1;

/** The template asked for, or the first system suit; none at all leaves the choice to the service. */
export async function chooseTemplate(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  if (plan.template !== undefined) {
    state.template = plan.template;
    return;
  }
  const request = { page: 1, page_size: 1, task_id: state.taskId! };
  const { list } = await call.read('Look for a template').searchSuits({ user: userOf(deck), request });
  const first = list[0];
  state.template = first === undefined ? 'none' : { id: first.id, type: SYSTEM };
}
