import type { FailureType, StageFailure } from './failure-types';
import type { Gate } from './review-message';

/** The steps that users see, in order; each groups one or more stages. */
export const steps = [
  'prepare',
  'outline',
  'review',
  'content',
  'contentReview',
  'design',
  'export',
  'delivered',
] as const;
export type Step = (typeof steps)[number];

interface StageFacts {
  /** What happens at this stage, for people. */
  readonly sentence: string;
  /** The step that the stage belongs to; an outcome without files has none. */
  readonly step: Step | 'none';
  /** The stage is an outcome. */
  readonly isEnd?: true;
  /** Takes about a second, which is not worth an event in the history. */
  readonly brief?: true;
  /** Every deck passes this stage and people wait for it, so the terminal always shows it. */
  readonly milestone?: true;
  /** The gate at this stage. */
  readonly gate?: Gate;
  /** A parked deck can skip this stage; with a failure type, only if that parked it. */
  readonly skippable?: true | FailureType | StageFailure;
  /** The id that a person looks up at the service after a lost response at this stage. Default: the task. */
  readonly provides?: 'designId' | 'ticket' | 'taskKey';
  /** The saved view that lists decks at this stage. */
  readonly view?: 'generating' | 'exporting';
}

/**
 * All stages in pipeline order, outcomes last. Every list of stages is derived from this table. The names are frozen,
 * because histories and search attributes contain them.
 */
const table = {
  prepare: { sentence: 'checking the input', step: 'prepare', brief: true },
  grant: { sentence: 'getting an access token', step: 'prepare', brief: true },
  resume: { sentence: 'looking up existing resources', step: 'prepare', brief: true },
  choices: { sentence: 'looking up options and templates', step: 'prepare', brief: true },
  source: { sentence: 'importing the source', step: 'prepare', brief: true },
  task: { sentence: 'creating the task', step: 'prepare', brief: true },
  outline: { sentence: 'generating the outline', step: 'outline', milestone: true, view: 'generating' },
  review: { sentence: 'the outline is awaiting review', step: 'review', milestone: true, gate: 'outline' },
  edit: { sentence: 'saving the edited outline', step: 'review', brief: true, skippable: true },
  content: {
    sentence: 'generating the content',
    step: 'content',
    milestone: true,
    skippable: 'ContentMismatch',
    provides: 'ticket',
    view: 'generating',
  },
  contentReview: { sentence: 'the content is awaiting review', step: 'contentReview', gate: 'content' },
  layout: { sentence: 'starting the pro layout', step: 'design', brief: true, skippable: true },
  template: { sentence: 'choosing the template', step: 'design', brief: true, skippable: true },
  design: {
    sentence: 'saving the design',
    step: 'design',
    brief: true,
    milestone: true,
    skippable: 'TemplateRefused',
    provides: 'designId',
  },
  export: {
    sentence: 'exporting the files',
    step: 'export',
    milestone: true,
    skippable: true,
    provides: 'taskKey',
    view: 'exporting',
  },
  download: {
    sentence: 'downloading and checking the files',
    step: 'export',
    brief: true,
    milestone: true,
    skippable: true,
    provides: 'taskKey',
  },
  delivered: { sentence: 'delivered', step: 'delivered', isEnd: true },
  rejected: { sentence: 'rejected; nothing further was generated', step: 'none', isEnd: true },
  cancelled: { sentence: 'cancelled', step: 'none', isEnd: true },
  failed: { sentence: 'failed', step: 'none', isEnd: true },
} as const satisfies Record<string, StageFacts>;

export type Stage = keyof typeof table;
type StagesWith<Fields> = { [Name in Stage]: (typeof table)[Name] extends Fields ? Name : never }[Stage];
export type EndStage = StagesWith<{ isEnd: true }>;
export type SkippableStage = StagesWith<{ skippable: true | FailureType | StageFailure }>;

export const stageFacts: Readonly<Record<Stage, StageFacts>> = table;
export const stages = Object.keys(table) as readonly Stage[];
/** Stages of a deck that is not complete. */
export const openStages = stages.filter((stage): stage is Exclude<Stage, EndStage> => !stageFacts[stage].isEnd);

/** The facts of a stage by name. Undefined for a name from another release that this one does not know. */
export function factsOf(stage: string | undefined): StageFacts | undefined {
  return stages.includes(stage as Stage) ? stageFacts[stage as Stage] : undefined;
}

/** The option of `deck resolve` for the ID that a person looks up at this stage: `--design-id`. */
export function providingOption(stage: Stage): string {
  const { provides = 'taskId' } = stageFacts[stage];
  return `--${provides.replace(/[A-Z]/, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** Whether an ID can resolve a parked deck: a lost one, or one that replaces a wrong one. */
export function canProvide({ type }: { type: string }): boolean {
  return ['OutcomeUnknown', 'AnswerUnreadable', 'NotFound'].includes(type);
}

export interface Parked {
  stage: Stage;
  attention?: { type: string } | undefined;
  exports?: readonly { state: string }[] | undefined;
}

/** Whether a parked deck can skip its stage, as long as a file is left. A rejected template can be skipped as well. */
export function canSkip({ stage, attention, exports: files = [] }: Parked): boolean {
  const { skippable } = stageFacts[stage];
  const left = files.filter(({ state }) => state !== 'skipped').length;
  if (left === 1 && (stage === 'export' || stage === 'download')) return false;
  return skippable === true || (skippable !== undefined && skippable === attention?.type);
}
