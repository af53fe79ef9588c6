import type { Document } from '../src/presentation/document';
import type { ResolveMessage, ReviewMessage } from '../src/presentation/messages';
import { currentOutline, type PresentationState, skippable } from './state';

/**
 * Reads what people and programs send. Nothing here throws: a throw in a handler would leave the workflow stuck for
 * ever, so what does not fit becomes a sentence for the sender.
 */
export type Read<T> = { message: T } | { refusal: string };

/** An edited outline travels inside its message up to this size; a larger one by its address in the store. */
const LONGEST_INLINE_OUTLINE = 100_000;
const LONGEST_COMMENT = 2000;

export function readReview(value: unknown, state: PresentationState): Read<ReviewMessage> {
  const current = currentOutline(state);
  if (!isRecord(value)) return refuse('send one object: {"revision": 1, "decision": "approve"}');
  const { decision, revision } = value;
  if (decision !== 'approve' && decision !== 'edit' && decision !== 'regenerate' && decision !== 'reject') {
    return refuse('decision must be approve, edit, regenerate or reject');
  }
  if (typeof revision !== 'number' || !Number.isInteger(revision)) {
    return refuse('revision must be the number of the outline revision that was read');
  }
  if (state.approval !== undefined) {
    return refuse(`outline revision ${state.approval.revision} was already approved by ${state.approval.by}`);
  }
  if (state.rejection !== undefined) return refuse(`the outline was already rejected by ${state.rejection.by}`);
  if (state.waiting === undefined || current === undefined) {
    return refuse(`there is no outline to review: the deck is at stage ${state.stage}`);
  }
  if (revision !== current.revision) {
    return refuse(`revision ${revision} is not the current one; read revision ${current.revision} and decide about it`);
  }
  const outline = value.outline;
  if (decision === 'edit') {
    const fault = outlineFault(outline);
    if (fault !== undefined) return refuse(fault);
  }
  return {
    message: {
      decision,
      revision,
      ...(decision === 'edit' ? { outline: outline as string | Document } : {}),
      ...optionalLine('comment', value.comment),
      ...optionalLine('reviewer', value.reviewer),
    },
  };
}

export function readResolution(value: unknown, state: PresentationState): Read<ResolveMessage> {
  if (!isRecord(value)) return refuse('send one object: {"action": "retry"}');
  const { action, taskId, designId } = value;
  if (action !== 'retry' && action !== 'skip' && action !== 'abandon' && action !== 'provide') {
    return refuse('action must be retry, skip, abandon or provide');
  }
  if (state.attention === undefined) return refuse(`nothing waits for help: the deck is at stage ${state.stage}`);
  if (action === 'skip' && !skippable.includes(state.stage)) {
    return refuse(`stage ${state.stage} cannot be skipped; retry it, provide its id, or abandon the deck`);
  }
  if (action === 'provide' && taskId === undefined && designId === undefined) {
    return refuse('provide needs taskId or designId');
  }
  for (const [name, id] of Object.entries({ taskId, designId })) {
    if (id !== undefined && !(typeof id === 'number' && Number.isSafeInteger(id) && id > 0)) {
      return refuse(`${name} must be a positive whole number`);
    }
  }
  return {
    message: {
      action,
      ...(action === 'provide' && taskId !== undefined ? { taskId: taskId as number } : {}),
      ...(action === 'provide' && designId !== undefined ? { designId: designId as number } : {}),
      ...optionalLine('by', value.by),
      ...optionalLine('comment', value.comment),
    },
  };
}

/** What is wrong with an edited outline, or undefined. The service reads it more closely when it is saved. */
export function outlineFault(outline: unknown): string | undefined {
  if (isRecord(outline)) {
    const { uri, sha256 } = outline;
    const stored = typeof uri === 'string' && typeof sha256 === 'string' && uri === `document:${sha256}`;
    return stored ? undefined : 'outline must be Markdown text, or the address of a stored document';
  }
  if (typeof outline !== 'string' || outline.trim() === '')
    return 'edit needs the whole outline as Markdown in "outline"';
  if (outline.length > LONGEST_INLINE_OUTLINE) {
    return `the outline is longer than ${LONGEST_INLINE_OUTLINE} characters; store it and send its address`;
  }
  const lines = outline.split('\n');
  if (!lines.some((line) => /^# \s*\S/.test(line))) return 'the outline has no title: one line must begin with "# "';
  if (!lines.some((line) => /^## \s*\S/.test(line))) return 'the outline has no chapter: a line must begin with "## "';
  return undefined;
}

function optionalLine<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  if (typeof value !== 'string') return {};
  const text = value
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim()
    .slice(0, LONGEST_COMMENT);
  return text === '' ? {} : ({ [key]: text } as { [K in Key]?: string });
}

function refuse(refusal: string): { refusal: string } {
  return { refusal };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
