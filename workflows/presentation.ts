import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import type { PresentationInput, PresentationPlan } from '../src/presentation/input';
import type { PresentationResult, Stage } from '../src/presentation/messages';
import { attend, causeOf } from './attention';
import { type Deck, now, publish, reviewDue, userOf } from './deck';
import { progressOf } from './details';
import { handlePresentation } from './handlers';
import { activitiesFor, preparation } from './options';
import { generateContent } from './stages/content';
import { saveDesign } from './stages/design';
import { downloadFiles } from './stages/download';
import { saveEditedOutline } from './stages/edit';
import { exportDesign } from './stages/export';
import { grant } from './stages/grant';
import { generateOutline } from './stages/outline';
import { reviewOutline } from './stages/review';
import { createTask } from './stages/task';
import { chooseTemplate } from './stages/template';
import { currentOutline, newState, type PresentationState } from './state';

/** Carried over when a long history is continued as a new run; refused from anyone else. */
interface Continued {
  state?: PresentationState;
}

interface StageDefinition {
  name: Stage;
  /** Whether the state holds the stage's result already. */
  done(state: PresentationState): boolean;
  run(deck: Deck): Promise<void>;
}

/** The pipeline, in order. The first stage that is not done is the next one to run. */
const stages: StageDefinition[] = [
  { name: 'grant', done: (state) => state.tokenExpiresAt !== undefined, run: grant },
  { name: 'task', done: (state) => state.taskId !== undefined, run: createTask },
  { name: 'outline', done: (state) => currentOutline(state) !== undefined && !state.regenerate, run: generateOutline },
  { name: 'review', done: (state) => state.approval !== undefined, run: reviewOutline },
  { name: 'edit', done: editSaved, run: saveEditedOutline },
  { name: 'content', done: (state) => state.content !== undefined, run: generateContent },
  { name: 'template', done: (state) => state.template !== undefined, run: chooseTemplate },
  { name: 'design', done: (state) => state.designId !== undefined, run: saveDesign },
  {
    name: 'export',
    done: (state) => !state.exports.some((item) => ['waiting', 'running'].includes(item.state)),
    run: exportDesign,
  },
  { name: 'download', done: (state) => !state.exports.some((item) => item.state === 'ready'), run: downloadFiles },
];

function editSaved(state: PresentationState): boolean {
  return state.skipped.includes('edit') || state.savedRevision === state.approval?.revision;
}

/**
 * A deck from a title to verified files on disk. One JSON object in ({@link PresentationInput}), one out.
 * Survives the end of any process at any point; trouble parks it with a sentence (see the query `progress`).
 * @throws ApplicationFailure `InvalidInput` before anything is created; `Abandoned` after a person gave it up;
 * with `settings.onFailure: fail` the type of the failure itself.
 */
export async function presentation(input: PresentationInput & Continued): Promise<PresentationResult> {
  const deck = setUp(input);
  try {
    await prepare(deck, input);
    await carryThrough(deck, input);
    await condition(allHandlersFinished);
    return resultOf(deck);
  } catch (error) {
    await end(deck, error);
    throw error;
  }
}

/** Handlers stand before the first await: a message that came with the start finds them. */
function setUp(input: PresentationInput & Continued): Deck {
  const continued = workflowInfo().continuedFromExecutionRunId !== undefined ? input.state : undefined;
  const deck = {
    state: continued ?? newState(now()),
    inbox: { decisions: 0 },
    published: new Map<string, string>(),
  } as Deck;
  handlePresentation(deck, () =>
    progressOf(
      deck.state,
      {
        workflowId: workflowInfo().workflowId,
        uid: String(input?.uid ?? ''),
        request: String(input?.request ?? ''),
        title: String(input?.title ?? ''),
      },
      deck.plan === undefined ? undefined : reviewDue(deck),
    ),
  );
  return deck;
}

async function prepare(deck: Deck, input: PresentationInput & Continued): Promise<void> {
  const { state } = deck;
  publish(deck, state.plan === undefined ? 'prepare' : state.stage);
  state.plan ??= await planFor(input);
  deck.plan = state.plan;
  deck.call = activitiesFor(state.plan.settings);
  if (state.exports.length === 0) {
    state.exports = state.plan.formats.map((format) => ({ format, state: 'waiting', files: [] }));
  }
}

/** The input checked and completed. A wrong one ends the workflow with the sentence that says which field. */
async function planFor(input: unknown): Promise<PresentationPlan> {
  try {
    return await preparation().preparePresentation(input);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const { type, message } = causeOf(error);
    throw ApplicationFailure.nonRetryable(message, type);
  }
}

async function carryThrough(deck: Deck, input: PresentationInput & Continued): Promise<void> {
  const { state } = deck;
  for (;;) {
    if (state.rejection !== undefined) return publish(deck, 'rejected');
    const next = stages.find((stage) => !stage.done(state));
    if (next === undefined) return publish(deck, 'delivered');
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof presentation>({ ...input, state });
    }
    await attend(deck, next.name, () => next.run(deck));
  }
}

/** What is left to do when the deck ends early: show it, and put the design into the trash when that was asked for. */
async function end(deck: Deck, error: unknown): Promise<void> {
  if (deck.plan === undefined) return;
  const cancelled = isCancellation(error);
  if (!cancelled && !(error instanceof Error && error.name === 'ApplicationFailure')) return;
  await CancellationScope.nonCancellable(async () => {
    const { designId } = deck.state;
    if (cancelled && deck.plan.settings.discardOnCancel && designId !== undefined) {
      const request = { user_design_id: designId };
      await deck.call
        .write('Put the design into the trash')
        .deleteDesign({ user: userOf(deck), request })
        .catch(() => undefined);
    }
    // Nobody can help any more, so no list asks for it.
    delete deck.state.attention;
    publish(deck, cancelled ? 'cancelled' : 'failed');
    await condition(allHandlersFinished);
  });
}

function resultOf({ state, plan }: Deck): PresentationResult {
  return {
    outcome: state.rejection === undefined ? 'delivered' : 'rejected',
    uid: plan.uid,
    request: plan.request,
    title: plan.title,
    ...(state.taskId === undefined ? {} : { taskId: state.taskId }),
    ...(state.designId === undefined ? {} : { designId: state.designId }),
    ...(state.approval === undefined ? {} : { approval: state.approval, revision: state.approval.revision }),
    ...(state.rejection === undefined ? {} : { rejection: state.rejection }),
    files: state.exports.flatMap(({ files }) => files),
    problems: state.problems,
    paidCalls: state.paidCalls,
    possibleDuplicates: state.possibleDuplicates,
  };
}
