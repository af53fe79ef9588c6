import { type Deck, userOf } from '../deck';
import { StageProblem } from '../stage-problem';

/** Values of `template_type` (specification, "Templates"). */
export const SYSTEM = 1;
const ENTERPRISE = 2;

/**
 * The requested template, the one at the requested rank, or the first system template; `none` lets the service choose.
 */
export async function chooseTemplate(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const { id, type, enterprise, rank = 1 } = plan.template ?? {};
  if (id !== undefined && type !== undefined) {
    state.template = { id, type };
    return;
  }
  const user = userOf(deck);
  // With a page size of 1, the rank is the page number and only one template is returned.
  const request = { page: rank, page_size: 1 };
  const { list, pagination } = enterprise
    ? await call.read('Find an enterprise template').listEnterpriseSuits({ user, request })
    : await call
        .read('Find a template')
        .searchSuits({ user, request: { ...request, ...(state.choices?.suits ?? { task_id: state.taskId! }) } });
  const found = list[0];
  if (found !== undefined) {
    state.template = { id: found.id, type: enterprise ? ENTERPRISE : SYSTEM };
  } else if (plan.template === undefined) {
    state.template = 'none';
  } else {
    const matches = pagination.total === 1 ? '1 template matches' : `${pagination.total || 'no'} templates match`;
    throw new StageProblem('TemplateRefused', `there is no template at rank ${rank}: ${matches} the input`);
  }
}
