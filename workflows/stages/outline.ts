import { ActivityFailure } from '@temporalio/workflow';
import { causeOf } from '../attention';
import { type Deck, now, pay, userOf } from '../deck';
import { StageProblem } from '../stage-problem';
import { addRevision, currentOutline } from '../state';

/** Generates the outline, or another one when the reviewer asked for it. */
export async function generateOutline(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const request = { task_id: state.taskId! };
  const generated = await attemptGeneration(deck, 'streamOutline', () =>
    call.generate('Generate the outline').streamOutline({ user: userOf(deck), request }),
  );
  if (generated.title === '' || generated.chapters === 0) {
    throw new StageProblem('GenerationFailed', `the generated outline of “${plan.title}” has no title or no chapters`);
  }
  const { comment, by } = state.regenerate ?? {};
  addRevision(state, {
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

/** A broken or failed generation is tried again a bounded number of times, each one counted as paid. */
export async function attemptGeneration<T>(deck: Deck, endpoint: string, generate: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    pay(deck, endpoint);
    try {
      return await generate();
    } catch (error) {
      if (!(error instanceof ActivityFailure) || attempt >= deck.plan.settings.generationAttempts) throw error;
      if (!['GenerationBroken', 'GenerationFailed', 'OutcomeUnknown'].includes(causeOf(error).type)) throw error;
    }
  }
}
