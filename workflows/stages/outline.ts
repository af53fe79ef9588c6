import { ActivityFailure, sleep } from '@temporalio/workflow';
import type { PresentationPlan } from '../../src/presentation/input';
import { causeOf } from '../attention';
import { count } from '../count';
import { type Deck, now, pay, userOf } from '../deck';
import { StageProblem } from '../stage-problem';
import { addRevision, currentOutline } from '../state';
import { rename } from './source';

/** Generates the outline, or another one when the reviewer asked for it. */
export async function generateOutline(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const input = { user: userOf(deck), request: { task_id: state.taskId! } };
  const endpoint = outlineEndpoint(plan);
  const generated = await attemptGeneration(deck, endpoint, () => {
    const summary = endpoint === 'streamWordContent' ? 'Read the document into a deck' : 'Generate the outline';
    return call.generate(summary)[endpoint](input);
  });
  if (generated.title === '' || generated.chapters === 0) {
    throw new StageProblem('GenerationFailed', `the generated outline of “${plan.title}” has no title or no chapters`);
  }
  if (plan.source.kind === 'document' && !plan.titled) rename(deck, generated.title);
  const { comment, by } = state.regenerate ?? {};
  addRevision(state, {
    part: endpoint === 'streamWordContent' ? 'content' : 'outline',
    document: generated.document,
    source: 'generated',
    at: now(),
    ...(by === undefined ? {} : { by }),
    ...(comment === undefined ? {} : { comment }),
  });
  delete state.regenerate;
  // The service holds what it generated last, so nothing needs saving until somebody edits.
  state.savedRevision = currentOutline(state)!.revision;
}

/** A document comes as outline plus content in one stream. */
function outlineEndpoint({ source, provider }: PresentationPlan) {
  if (source.kind === 'document') return 'streamWordContent';
  return provider === 'alternative' ? 'streamAlternativeOutline' : 'streamOutline';
}

/**
 * A broken or failed generation is tried again a bounded number of times, each one counted as paid. Not at once: a
 * service that restarts would break them all in the same second.
 */
export async function attemptGeneration<T>(deck: Deck, endpoint: string, generate: () => Promise<T>): Promise<T> {
  const { generationAttempts, retries } = deck.plan.settings;
  const { firstDelay, growth, cap } = retries.stream;
  for (let attempt = 1; ; attempt += 1) {
    let wait = Math.min(cap, firstDelay * growth ** (attempt - 1));
    pay(deck, endpoint);
    try {
      return await generate();
    } catch (error) {
      if (!(error instanceof ActivityFailure) || attempt >= generationAttempts) throw error;
      const { type } = causeOf(error);
      if (!['GenerationBroken', 'GenerationFailed', 'OutcomeUnknown'].includes(type)) throw error;
      // A service or its gateway that answers with a fault of its own is often on its way up; few attempts have to last.
      if (type === 'OutcomeUnknown') wait = cap;
    }
    count('generationRestarts', { endpoint });
    await sleep(wait, { summary: 'Before the next generation' });
  }
}
