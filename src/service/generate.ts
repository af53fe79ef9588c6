import { generationOptions } from './domain/advanced-options';
import { hasAllContent } from './domain/carry-over';
import { ServiceError } from './domain/errors';
import type { Outline } from './domain/outline';
import { detectLanguage, OutlineError, parseOutline, writeOutline } from './domain/outline-markdown';
import type { GenerationOptions } from './generation/writer';
import type { Services } from './services';
import { contentIsCurrent, findTask, storeContent, storeGeneratedOutline, type Task } from './store/tasks';
import { paced } from './timing';

/** What generation needs of the service: streams, content jobs and design saves all go this way. */
export type Generation = Pick<Services, 'db' | 'writer' | 'timing' | 'locks'>;

/**
 * Generates an outline and stores it as the task's next revision when it is whole; a cut one leaves nothing behind.
 * @param ticket of the content job that needs the outline, if it is one.
 */
export async function* generateOutline(
  { db, writer, timing }: Generation,
  task: Task,
  signal: AbortSignal,
  ticket?: string,
): AsyncGenerator<string> {
  const fragments = writer.outline({
    title: task.title,
    options: optionsOf(task),
    variant: task.outlineVariants,
    signal,
  });
  const text = yield* collected(paced(fragments, timing.outlineFragmentMs, signal));
  await storeGeneratedOutline(db, task, readGenerated(text), ticket);
}

/** Complete content, and the outline revision that it belongs to. */
export interface FinishedContent {
  content: Outline;
  revision: number;
}

/**
 * Generates the content of the task's outline as it stands, edited ones included; without an outline one is generated
 * first. Content that is already there is replayed: it has been paid for. Text that an edit kept stays as it is.
 */
export async function* generateContent(
  generation: Generation,
  owner: { userId: number; taskId: number },
  signal: AbortSignal,
  ticket?: string,
): AsyncGenerator<string, FinishedContent> {
  const { writer, timing, locks } = generation;
  const release = await locks.take(owner.taskId, signal);
  try {
    let task = await currentTask(generation, owner);
    if (!task.outline) {
      await drained(generateOutline(generation, task, signal, ticket));
      task = await currentTask(generation, owner);
    }
    if (contentIsCurrent(task)) {
      yield* replay(task.content as Outline);
      return { content: task.content as Outline, revision: task.outlineRevision };
    }
    // Points whose text an edit has kept go to the writer with it, and come back unchanged.
    const outline = task.content ?? (task.outline as Outline);
    const fragments = writer.content({ outline, options: optionsOf(task), signal });
    const text = yield* collected(paced(fragments, timing.contentFragmentMs, signal));
    return await storeWhole(generation, task, readGenerated(text));
  } finally {
    release();
  }
}

/** The same for those who want the result and no stream. */
export function completeContent(
  generation: Generation,
  owner: { userId: number; taskId: number },
  signal: AbortSignal,
  ticket?: string,
): Promise<FinishedContent> {
  return drained(generateContent(generation, owner, signal, ticket));
}

/** Markdown in the code fence that clients of this interface know. */
export function fenced(outline: Outline): string {
  return `\`\`\`markdown\n${writeOutline(outline)}\`\`\`\n`;
}

function optionsOf({ options, title }: Task): GenerationOptions {
  return generationOptions(options, detectLanguage(title));
}

async function storeWhole({ db }: Generation, task: Task, content: Outline): Promise<FinishedContent> {
  if (!hasAllContent(content)) {
    throw new ServiceError('generation-failed', `the writer left points of task ${task.id} without text; try again`);
  }
  await storeContent(db, task.id, task.outlineRevision, content);
  return { content, revision: task.outlineRevision };
}

async function currentTask(generation: Generation, owner: { userId: number; taskId: number }): Promise<Task> {
  const task = await findTask(generation.db, owner.userId, owner.taskId);
  if (!task) throw new ServiceError('not-found', `task ${owner.taskId} does not exist any more`);
  return task;
}

function readGenerated(text: string): Outline {
  try {
    return parseOutline(text);
  } catch (error) {
    if (!(error instanceof OutlineError)) throw error;
    throw new ServiceError('generation-failed', `the writer's text is not an outline: ${error.message}`);
  }
}

/** Passes fragments on and answers with the whole text. */
async function* collected(fragments: AsyncIterable<string>): AsyncGenerator<string, string> {
  let text = '';
  for await (const fragment of fragments) {
    text += fragment;
    yield fragment;
  }
  return text;
}

/** Runs a stream to its end for its result alone. */
async function drained<Result>(stream: AsyncGenerator<string, Result>): Promise<Result> {
  for (;;) {
    const step = await stream.next();
    if (step.done) return step.value;
  }
}

/** Large enough to be quick, small enough that a client sees progress. */
const REPLAY_CHARACTERS = 400;

function* replay(outline: Outline): Generator<string> {
  // By code points: half of a surrogate pair must not travel alone.
  const characters = [...fenced(outline)];
  for (let at = 0; at < characters.length; at += REPLAY_CHARACTERS) {
    yield characters.slice(at, at + REPLAY_CHARACTERS).join('');
  }
}
