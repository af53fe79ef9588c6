import { typeOf } from '../../failure-types';
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
  const wish = { user: userOf(deck), rank, enterprise: enterprise === true };
  const { suits = { task_id: state.taskId! } } = state.choices ?? {};
  const { id: found, total } = await call
    .read(enterprise ? 'Find an enterprise template' : 'Find a template')
    .findTemplate({ ...wish, filters: enterprise ? {} : suits })
    .catch((error) => {
      // Without a wish, no template is worth a stop.
      if (plan.template === undefined && isRefusal(error)) return { id: undefined, total: 0 };
      throw error;
    });
  if (found !== undefined) {
    state.template = { id: found, type: enterprise ? ENTERPRISE : SYSTEM };
  } else if (plan.template === undefined) {
    state.template = 'none';
  } else {
    const matches = total === 1 ? '1 template matches' : `${total || 'no'} templates match`;
    throw new StageProblem('TemplateRefused', `there is no template at rank ${rank}: ${matches} the input`);
  }
}

const REFUSALS: readonly string[] = ['CodeUnlisted', 'RequestRefused', 'NotFound', 'FeatureOff', 'AnswerUnreadable'];
const isRefusal = (error: unknown) => REFUSALS.includes(typeOf(error) ?? '');
