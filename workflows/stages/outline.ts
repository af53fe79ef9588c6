import { ActivityFailure, isCancellation, sleep } from '@temporalio/workflow';
import type { GeneratedText } from '../../activities/generation';
import type { PresentationPlan } from '../../src/input/input';
import { count } from '../count';
import { type Deck, now, paid, userOf } from '../deck';
import { typeOf } from '../failure-types';
import { StageProblem } from '../stage-problem';
import { addRevision, currentOutline } from '../state';
import { rename } from './source';

/** Generates the outline, or another one when the reviewer asked for it. */
export async function generateOutline(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const input = { user: userOf(deck), request: { task_id: state.taskId! } };
  const endpoint = outlineEndpoint(plan);
  const summary = endpoint === 'streamWordContent' ? 'Read the document into a deck' : 'Generate the outline';
  // A text with words of its own is more than the outline that the service gives back; another outline is asked for
  // because the one there is does not please.
  const adoptable = endpoint !== 'streamWordContent' && state.regenerate === undefined;
  const generated = await attemptGeneration(
    deck,
    endpoint,
    () => call.generate(summary)[endpoint](input),
    adoptable ? () => madeMeanwhile(deck) : undefined,
  );
  if (generated.title === '' || generated.chapters === 0) {
    throw new StageProblem('GenerationFailed', `the generated outline of “${plan.title}” has no title or no chapters`);
  }
  if (plan.source.kind === 'document' && !plan.titled) rename(deck, generated.title);
  const { comment, by, verified } = state.regenerate ?? {};
  addRevision(state, {
    part: endpoint === 'streamWordContent' ? 'content' : 'outline',
    document: generated.document,
    source: 'generated',
    at: now(),
    ...(by === undefined ? {} : { by }),
    ...(verified === undefined ? {} : { verified }),
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

/** The outline of a generation whose answer was lost, where the service has finished it: then nothing is paid twice. */
async function madeMeanwhile(deck: Deck): Promise<GeneratedText | undefined> {
  const { state, call } = deck;
  const request = { task_id: state.taskId! };
  try {
    const found = await call.read('Look for the outline').readOutline({ user: userOf(deck), request });
    // Older workers do not say what the outline holds; without that it cannot be judged.
    return found !== null && found.chapters > 0 ? found : undefined;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return undefined;
  }
}

/** Ends of a generation after which its text may be there, or may not. */
const LOST: readonly string[] = ['GenerationBroken', 'OutcomeUnknown', 'WorkerShutdown'];

/**
 * A broken or failed generation is tried again a bounded number of times, each one counted as paid. Not at once: a
 * service that restarts would break them all in the same second. One that a worker left when it stopped counts as paid
 * and not as an attempt, and the next worker begins at once.
 * @param madeMeanwhile looks for the result of a generation whose answer was lost.
 */
export async function attemptGeneration<T>(
  deck: Deck,
  endpoint: string,
  generate: () => Promise<T>,
  madeMeanwhile?: () => Promise<T | undefined>,
): Promise<T> {
  const { generationAttempts, retries } = deck.plan.settings;
  const { firstDelay, growth, cap } = retries.stream;
  for (let attempt = 1; ; attempt += 1) {
    let wait = Math.min(cap, firstDelay * growth ** (attempt - 1));
    try {
      return await paid(deck, endpoint, generate);
    } catch (error) {
      const type = typeOf(error) ?? '';
      if (madeMeanwhile !== undefined && deck.since02 && LOST.includes(type)) {
        const made = await madeMeanwhile();
        if (made !== undefined) return made;
      }
      deck.steps += 1;
      if (type === 'WorkerShutdown') {
        count('generationRestarts', { endpoint });
        attempt -= 1;
        continue;
      }
      if (attempt >= generationAttempts || ![...LOST, 'GenerationFailed'].includes(type)) throw error;
      // A service or its gateway that answers with a fault of its own is often on its way up; few attempts have to last.
      if (type === 'OutcomeUnknown') wait = cap;
    }
    count('generationRestarts', { endpoint });
    await sleep(wait, { summary: 'Before the next generation' });
  }
}
