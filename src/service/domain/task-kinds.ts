import type { ServiceProfile, TaskKind } from '../../contract/profile';
import { invalid, ServiceError } from '../../contract/service-error';

/** The task kinds that this service supports. The specification does not describe endpoints for the others. */
const SERVED = ['title', 'wordDocument', 'markdown', 'topic', 'freeText'] as const satisfies readonly TaskKind[];
export type ServedKind = (typeof SERVED)[number];

/** Returns the kind of a task type. Each unusable number gets a separate message, because the remedies differ. */
export function requestedKind(profile: ServiceProfile, type: number): ServedKind {
  const kind = kindOf(profile, type);
  if (kind === undefined)
    throw invalid(`type ${type} is not a task type; use ${profile.taskTypes.title} for a task from a title`);
  const served = SERVED.find((name) => name === kind);
  if (!profile.enabledTaskTypes.includes(kind) || served === undefined) {
    throw new ServiceError('feature-off', `type ${type} (${kind}) is not enabled for this service`);
  }
  return served;
}

export function isTitleTask(profile: ServiceProfile, task: { type: number }): boolean {
  return kindOf(profile, task.type) === 'title';
}

/** Whether the text of the task is imported: that of a document, or a text without markup. */
export function isImportTask(profile: ServiceProfile, task: { type: number }): boolean {
  const kind = kindOf(profile, task.type);
  return kind === 'wordDocument' || kind === 'freeText';
}

/** Returns the call to make so that the task gets an outline. */
export function outlineStep(profile: ServiceProfile, task: { type: number }): string {
  return isImportTask(profile, task)
    ? 'import it first with /api/ai/chat/v2/word'
    : 'generate one first with /api/ai/chat/outline';
}

function kindOf({ taskTypes }: ServiceProfile, type: number): TaskKind | undefined {
  const kinds = Object.entries(taskTypes) as [TaskKind, number][];
  return kinds.find(([, number]) => number === type)?.[0];
}
