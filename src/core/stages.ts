import type { FailureType } from './failure-types';
import type { Gate } from './messages';

/** The way of a deck as its readers tell it apart, in order. */
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
  /** What happens here, as the sentence that people read. */
  readonly sentence: string;
  /** The step that the stage belongs to; an end without files is at none. */
  readonly step: Step | 'none';
  /** A deck does not go on from here. */
  readonly isEnd?: true;
  /** Over in a second: not worth an event in the history. */
  readonly brief?: true;
  /** Every deck comes here, and people wait for it: the board on the terminal always shows it. */
  readonly milestone?: true;
  /** What a person decides about here. */
  readonly gate?: Gate;
  /** A parked deck can go on without what happens here; with a failure type, only where that has parked it. */
  readonly skippable?: true | FailureType;
  /** What a person looks up at the service when a call of this stage was not answered; the task where nothing is said. */
  readonly provides?: 'designId' | 'ticket' | 'taskKey';
  /** The saved view that lists decks at this stage. */
  readonly view?: 'generating' | 'exporting';
}

/**
 * Where a deck can be, in the order of its way; the ends come last. Everything that lists stages comes from here. The
 * names are in histories and search attributes: they stay.
 */
const table = {
  prepare: { sentence: 'checking the input', step: 'prepare', brief: true },
  grant: { sentence: 'asking the service for access', step: 'prepare', brief: true },
  resume: { sentence: 'looking at what exists already', step: 'prepare', brief: true },
  choices: { sentence: 'looking up options and templates', step: 'prepare', brief: true },
  source: { sentence: 'reading what the deck is made from', step: 'prepare', brief: true },
  task: { sentence: 'creating the task', step: 'prepare', brief: true },
  outline: { sentence: 'the outline is being generated', step: 'outline', milestone: true, view: 'generating' },
  review: { sentence: 'the outline waits for a decision', step: 'review', milestone: true, gate: 'outline' },
  edit: { sentence: 'saving the edited outline', step: 'review', brief: true, skippable: true },
  content: {
    sentence: 'the content is being generated',
    step: 'content',
    milestone: true,
    provides: 'ticket',
    view: 'generating',
  },
  contentReview: { sentence: 'the content waits for a decision', step: 'contentReview', gate: 'content' },
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
    sentence: 'the file is being exported',
    step: 'export',
    milestone: true,
    skippable: true,
    provides: 'taskKey',
    view: 'exporting',
  },
  download: {
    sentence: 'downloading and checking the file',
    step: 'export',
    brief: true,
    milestone: true,
    skippable: true,
    provides: 'taskKey',
  },
  delivered: { sentence: 'delivered', step: 'delivered', isEnd: true },
  rejected: { sentence: 'rejected; nothing more was generated', step: 'none', isEnd: true },
  cancelled: { sentence: 'cancelled', step: 'none', isEnd: true },
  failed: { sentence: 'failed', step: 'none', isEnd: true },
} as const satisfies Record<string, StageFacts>;

export type Stage = keyof typeof table;
type StagesWith<Fields> = { [Name in Stage]: (typeof table)[Name] extends Fields ? Name : never }[Stage];
export type EndStage = StagesWith<{ isEnd: true }>;
export type SkippableStage = StagesWith<{ skippable: true | FailureType }>;

export const stageFacts: Readonly<Record<Stage, StageFacts>> = table;
export const stages = Object.keys(table) as readonly Stage[];
/** Stages of a deck that has not ended. */
export const openStages = stages.filter((stage): stage is Exclude<Stage, EndStage> => !stageFacts[stage].isEnd);

/** Of a stage by its name in a list or from another program, whose release may know other stages. */
export function factsOf(stage: string | undefined): StageFacts | undefined {
  return stages.includes(stage as Stage) ? stageFacts[stage as Stage] : undefined;
}

/** Whether the deck can go on without what the parked stage would do; without its template, where that was refused. */
export function canSkip({ stage, attention }: { stage: Stage; attention?: { type: string } | undefined }): boolean {
  const { skippable } = stageFacts[stage];
  return skippable === true || (skippable !== undefined && skippable === attention?.type);
}
