import type { ServiceProfile, TaskKind } from '../../contract/profile';
import { invalid, Refusal } from '../../contract/refusal';

/** Kinds that this service makes decks from; the endpoints of the others are not part of the specification. */
const SERVED = ['title', 'wordDocument', 'markdown', 'topic'] as const satisfies readonly TaskKind[];
export type ServedKind = (typeof SERVED)[number];

/** The kind of a task type; every number that cannot be used is told apart, because each has another remedy. */
export function requestedKind(profile: ServiceProfile, type: number): ServedKind {
  const kind = kindOf(profile, type);
  if (kind === undefined)
    throw invalid(`type ${type} is no task type; ${profile.taskTypes.title} is a task from a title`);
  const served = SERVED.find((name) => name === kind);
  if (!profile.enabledTaskTypes.includes(kind) || served === undefined) {
    throw new Refusal('feature-off', `type ${type} (${kind}) is not enabled for this service`);
  }
  return served;
}

export function isTitleTask(profile: ServiceProfile, task: { type: number }): boolean {
  return kindOf(profile, task.type) === 'title';
}

export function isDocumentTask(profile: ServiceProfile, task: { type: number }): boolean {
  return kindOf(profile, task.type) === 'wordDocument';
}

/** What to call so that the task has an outline. */
export function outlineStep(profile: ServiceProfile, task: { type: number }): string {
  return isDocumentTask(profile, task)
    ? 'import it first with /api/ai/chat/v2/word'
    : 'generate one first with /api/ai/chat/outline';
}

function kindOf({ taskTypes }: ServiceProfile, type: number): TaskKind | undefined {
  const kinds = Object.entries(taskTypes) as [TaskKind, number][];
  return kinds.find(([, number]) => number === type)?.[0];
}
