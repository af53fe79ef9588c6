import { ActivityFailure, isCancellation, sleep } from '@temporalio/workflow';
import type { GeneratedText, ImportedText } from '../../../activities';
import { given } from '../../../src/core/given';
import type { PresentationPlan } from '../../../src/decks/input/input';
import { count } from '../../count';
import { typeOf } from '../../failure-types';
import { type Deck, now, paid, userOf } from '../deck';
import { StageProblem } from '../stage-problem';
import { addRevision, currentOutline, needsStore, type PresentationState, setLeftOut, setTextFacts } from '../state';
import { rename } from './source';

/** Whether the outline exists, with the answers and facts of the input. */
export function hasOutline(state: PresentationState): boolean {
  if (currentOutline(state) === undefined || state.regenerate) return false;
  return !isToFill(state.plan!) || state.factsFilled === true;
}

const isToFill = ({ brief, facts }: PresentationPlan) => brief !== undefined || facts !== undefined;

/** Generates the outline and fills in the answers and facts of the input. A retry after a failure does only what is missing. */
export async function writeOutline(deck: Deck): Promise<void> {
  const { state, plan } = deck;
  if (currentOutline(state) === undefined || state.regenerate) await generateOutline(deck);
  if (isToFill(plan)) await fillIn(deck);
}

/** Generates the outline, or a new one after the decision `regenerate`. */
async function generateOutline(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const file = plan.source.kind === 'document' ? state.document : undefined;
  const input = {
    user: userOf(deck),
    request: { task_id: state.taskId! },
    ...(file === undefined ? {} : { file }),
  };
  const endpoint = outlineEndpoint(plan);
  const summary = endpoint === 'streamWordContent' ? 'Generate the deck from the document' : 'Generate the outline';
  // The service only returns outlines, so an imported document cannot be adopted. After `regenerate`, the existing
  // outline is the rejected one.
  const adoptable = endpoint !== 'streamWordContent' && state.regenerate === undefined;
  let generated: ImportedText = await attemptGeneration(
    deck,
    endpoint,
    () => call.generate(summary)[endpoint](input),
    adoptable ? () => finishedOutline(deck) : undefined,
  );
  // A stream in another form; the service has the text.
  if (isUnusable(generated) && adoptable) generated = (await finishedOutline(deck)) ?? generated;
  if (isUnusable(generated)) {
    throw new StageProblem('GenerationFailed', `the generated outline has no title or no chapters`);
  }
  if (plan.source.kind === 'document' && !plan.titled) rename(deck, generated.title);
  if (generated.leftOut !== undefined || state.regenerate !== undefined) {
    setLeftOut(state, generated.leftOut ?? [], now());
  }
  const { comment, by, verified } = state.regenerate ?? {};
  addRevision(state, {
    part: endpoint === 'streamWordContent' ? 'content' : 'outline',
    document: generated.document,
    source: 'generated',
    at: now(),
    ...given({ by, verified, comment }),
  });
  delete state.regenerate;
  state.writerNote = generated.note;
  setTextFacts(state, generated, now());
  // The service has the text that it generated last, so nothing needs saving until an edit.
  state.savedRevision = currentOutline(state)!.revision;
  delete state.factsFilled;
}

const isUnusable = ({ title, chapters }: GeneratedText) => title === '' || chapters === 0;

/** Puts the answers and facts of the input into the outline, as an edit that the service does not have yet. */
async function fillIn(deck: Deck): Promise<void> {
  const { state, call } = deck;
  const { brief, facts } = deck.plan;
  const { document: outline } = currentOutline(state)!;
  const filled = await call
    .write('Fill in the facts')
    .fillOutline({ outline, ...given({ brief, facts }), inline: !needsStore(state) });
  addRevision(state, { part: 'outline', document: filled.document, source: 'edited', at: now(), by: 'facts' });
  setTextFacts(state, filled, now());
  state.factsFilled = true;
}

/** The import of a document streams outline and content together. */
function outlineEndpoint({ source, provider }: PresentationPlan) {
  if (source.kind === 'document') return 'streamWordContent';
  return provider === 'alternative' ? 'streamAlternativeOutline' : 'streamOutline';
}

/** The outline of a lost generation, if the service has finished it; adopting it avoids paying twice. */
async function finishedOutline(deck: Deck): Promise<GeneratedText | undefined> {
  const { state, call } = deck;
  const request = { task_id: state.taskId! };
  try {
    const found = await call.read('Check for a finished outline').readOutline({ user: userOf(deck), request });
    return found !== null && found.chapters > 0 ? found : undefined;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return undefined;
  }
}

/** Failures after which the generated text may or may not exist, so that it is generated again. */
const LOST: readonly string[] = ['GenerationBroken', 'OutcomeUnknown', 'WorkerShutdown'];

/**
 * Retries a broken or failed generation up to the limit of attempts, each one counted as a paid call. Retries are
 * delayed, because a restarting service would break them all within a second. A generation that was interrupted by a
 * worker shutdown counts as paid but not as an attempt, and the next worker retries it immediately.
 * @param findFinished looks up the result of a generation whose response was lost
 */
export async function attemptGeneration<T>(
  deck: Deck,
  endpoint: string,
  generate: () => Promise<T>,
  findFinished?: () => Promise<T | undefined>,
): Promise<T> {
  const { generationAttempts, retries } = deck.plan.settings;
  const { firstDelay, growth, cap } = retries.default;
  for (let attempt = 1; ; attempt += 1) {
    let wait = Math.min(cap, firstDelay * growth ** (attempt - 1));
    try {
      return await paid(deck, endpoint, generate);
    } catch (error) {
      const type = typeOf(error) ?? '';
      if (findFinished !== undefined && [...LOST, 'AnswerUnreadable'].includes(type)) {
        const finished = await findFinished();
        if (finished !== undefined) return finished;
      }
      deck.steps += 1;
      if (type === 'WorkerShutdown') {
        count('generationRestarts', { endpoint });
        attempt -= 1;
        continue;
      }
      if (attempt >= generationAttempts || ![...LOST, 'GenerationFailed'].includes(type)) throw error;
      // After an internal error, the service or its gateway is often starting up, so the few attempts are spread out.
      if (type === 'OutcomeUnknown') wait = cap;
    }
    count('generationRestarts', { endpoint });
    await sleep(wait, { summary: 'Wait before the next generation attempt' });
  }
}
