import { type EndStage, openStages, type Stage } from '../../src/core/stages';
import { policyOf } from './approvals';
import type { Deck } from './deck';
import { lookUpChoices } from './stages/choices';
import { generateContent } from './stages/content';
import { saveDesign } from './stages/design';
import { downloadFiles } from './stages/download';
import { saveEditedOutline } from './stages/edit';
import { exportDesign } from './stages/export';
import { grant } from './stages/grant';
import { startProLayout } from './stages/layout';
import { hasOutline, writeOutline } from './stages/outline';
import { resumeFrom } from './stages/resume';
import { openGate, review } from './stages/review';
import { takeSource } from './stages/source';
import { createTask } from './stages/task';
import { chooseTemplate } from './stages/template';
import { hasOwnWords, type PresentationState, revisionToSave } from './state';

export interface StageDefinition {
  name: Stage;
  /** Whether the state already has the stage's result. */
  done(state: PresentationState): boolean;
  /** Prepares the state before the stage is published. */
  enter?(deck: Deck): void;
  run(deck: Deck): Promise<void>;
}
type StageWork = Omit<StageDefinition, 'name'>;

const entering = {
  grant: { done: (state) => state.tokenExpiresAt !== undefined, run: grant },
  resume: { done: (state) => !state.plan!.from || state.resumed === true, run: resumeFrom },
} satisfies Partial<Record<Stage, StageWork>>;
const making = {
  choices: { done: (state) => !hasChoices(state) || state.choices !== undefined, run: lookUpChoices },
  source: { done: hasSource, run: takeSource },
  task: { done: (state) => state.taskId !== undefined, run: createTask },
  outline: { done: hasOutline, run: writeOutline },
  review: {
    done: (state) => state.approval !== undefined,
    enter: (deck) => openGate(deck, 'outline'),
    run: (deck) => review(deck, 'outline'),
  },
  edit: { done: editSaved, run: saveEditedOutline },
  content: { done: (state) => state.content !== undefined, run: generateContent },
  contentReview: {
    done: contentReviewed,
    enter: (deck) => openGate(deck, 'content'),
    run: (deck) => review(deck, 'content'),
  },
  layout: { done: (state) => !state.plan!.proLayout || state.layoutTaskId !== undefined, run: startProLayout },
  template: { done: (state) => state.template !== undefined, run: chooseTemplate },
  design: { done: (state) => state.designId !== undefined, run: saveDesign },
} satisfies Partial<Record<Stage, StageWork>>;
const delivering = {
  export: {
    done: (state) => !state.exports.some((item) => ['waiting', 'running'].includes(item.state)),
    run: exportDesign,
  },
  download: { done: (state) => !state.exports.some((item) => item.state === 'ready'), run: downloadFiles },
} satisfies Partial<Record<Stage, StageWork>>;

/** Every stage but `prepare`, which runs first and creates the plan. */
const work: Record<Exclude<Stage, 'prepare' | EndStage>, StageWork> = { ...entering, ...making, ...delivering };

/** In the order of the stage table. */
const pipeline: readonly StageDefinition[] = openStages.flatMap((name) =>
  name === 'prepare' ? [] : [{ name, ...work[name] }],
);

/** The first stage that is not done; undefined if every file is delivered. */
export function nextStage(state: PresentationState): StageDefinition | undefined {
  // Once there is a design, from any source, only exports are left.
  const made = state.designId !== undefined;
  return pipeline.find(({ name, done }) => !(made && name in making) && !done(state));
}

function hasChoices({ plan }: PresentationState): boolean {
  const { rank: _, ...choices } = plan!.template ?? {};
  return plan!.options !== undefined || Object.values(choices).some((choice) => choice !== undefined);
}

function hasSource(state: PresentationState): boolean {
  const { kind } = state.plan!.source;
  if (kind === 'title') return true;
  return kind === 'document' ? state.document !== undefined : state.outlines.length > 0;
}

function editSaved(state: PresentationState): boolean {
  return state.savedRevision === revisionToSave(state);
}

/**
 * One text is not reviewed twice: a source with its own content was already reviewed at the outline gate, unless that
 * is off, or the content gate has a policy of its own.
 */
function contentReviewed(state: PresentationState): boolean {
  const { review, contentReview } = state.plan!.settings;
  if (state.contentApproval !== undefined || contentReview.mode === 'off') return true;
  return hasOwnWords(state) && review.mode !== 'off' && policyOf(state, 'content') === undefined;
}
