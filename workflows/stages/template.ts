import { type Deck, userOf } from '../deck';
import { StageProblem } from '../stage-problem';

/** Values of `template_type` (specification, "Templates"). */
export const SYSTEM = 1;
const ENTERPRISE = 2;

/** The template asked for, the one at its rank, or the first system suit; none at all leaves it to the service. */
export async function chooseTemplate(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const { id, type, enterprise, rank = 1 } = plan.template ?? {};
  if (id !== undefined && type !== undefined) {
    state.template = { id, type };
    return;
  }
  const user = userOf(deck);
  // The page of one that holds the rank: however many suits there are, one travels.
  const request = { page: rank, page_size: 1 };
  const { list, pagination } = enterprise
    ? await call.read('Look for an enterprise template').listEnterpriseSuits({ user, request })
    : await call
        .read('Look for a template')
        .searchSuits({ user, request: { ...request, ...(state.choices?.suits ?? { task_id: state.taskId! }) } });
  const found = list[0];
  if (found !== undefined) {
    state.template = { id: found.id, type: enterprise ? ENTERPRISE : SYSTEM };
  } else if (plan.template === undefined) {
    state.template = 'none';
  } else {
    const there = pagination.total === 0 ? 'none fits' : `there are ${pagination.total}`;
    throw new StageProblem('TemplateRefused', `no template of rank ${rank} for what was asked: ${there}`);
  }
}
