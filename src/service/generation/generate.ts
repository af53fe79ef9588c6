import type { Caller } from '../../base/threads/thread-pool';
import { ServiceError } from '../../contract/service-error';
import type { Outline } from '../../outline/outline';
import { outlineSize } from '../../outline/outline-limits';
import { detectLanguage, withoutContent } from '../../outline/outline-markdown';
import { ownerOfUser } from '../context/caller';
import { type Fragment, StreamNote } from '../context/fragment';
import type { Provider, Services } from '../context/services';
import { NoteFilter } from '../domain/note-filter';
import { type Pace, paced, type Timing, timings } from '../domain/timing';
import { generationOptions } from '../options/advanced-options';
import { findTaskDocument } from '../store/task-documents';
import { contentIsCurrent, findTask, storeContent, storeGeneratedOutline, type Task } from '../store/tasks';
import { wordWriter } from '../writer/word-writer';
import type { GenerationOptions } from '../writer/writer';
import { checkpointed } from './checkpoints';

/** The dependencies of generation, which streams, content jobs and design saves share. */
export type Generation = Pick<Services, 'db' | 'writers' | 'timing' | 'leases' | 'texts' | 'profile' | 'gate'>;

interface GenerationRequest {
  signal: AbortSignal;
  /** The provider that writes missing text (default: the default provider). */
  provider?: Provider;
  /** The content job on whose behalf this runs, if any. */
  ticket?: string;
}

type Owner = { userId: number; taskId: number };

/**
 * Generates an outline and stores it as the task's next revision once it is complete. An interrupted one is discarded.
 */
export async function* generateOutline(
  { db, writers, timing, texts }: Generation,
  task: Task,
  { signal, provider = 'default', ticket }: GenerationRequest,
): AsyncGenerator<Fragment, string[]> {
  const caller = await callerOf(db, task, { signal, ticket });
  const notes: string[] = [];
  const fragments = writers[provider].outline({
    title: task.title,
    options: optionsOf(task),
    variant: task.outlineVariants,
    ...caller,
    onNote: (sentence) => notes.push(sentence),
  });
  const pace = { ...timing, fragmentMs: timing.outlineFragmentMs };
  const text = yield* collected(paced(fragments, pace, signal));
  yield* notes.map((note) => new StreamNote(note));
  const outline = await texts.read('generated', caller, { text }, text.length);
  await storeGeneratedOutline(db, task, outline, { ticket });
  return notes;
}

/** Complete content and the outline revision that it belongs to. */
export interface FinishedContent {
  content: Outline;
  revision: number;
  /** Sentences of the writers for the person who asked. */
  notes: string[];
}

/**
 * Generates the content of the task's current outline, including edits. If there is no outline, one is generated first,
 * from the imported document if there is one. Existing content is replayed because it has been paid for, as have the
 * finished chapters of an earlier attempt. Text that an edit kept is unchanged.
 */
export async function* generateContent(
  generation: Generation,
  owner: Owner,
  request: GenerationRequest,
): AsyncGenerator<Fragment, FinishedContent> {
  const lease = await generation.leases.take(owner.taskId, request.signal);
  try {
    const signal = AbortSignal.any([request.signal, lease.lost]);
    return yield* contentOf(generation, owner, { ...request, signal });
  } finally {
    await lease.release();
  }
}

/** Like `generateContent`, for callers that need only the result. */
export function completeContent(
  generation: Generation,
  owner: Owner,
  request: GenerationRequest,
): Promise<FinishedContent> {
  return drained(generateContent(generation, owner, request));
}

/** Like `completeContent`, without pauses: for calls that do not stream. */
export async function contentAtOnce(
  generation: Generation,
  owner: Owner,
  request: GenerationRequest,
): Promise<Outline> {
  return (await completeContent({ ...generation, timing: timings.instant }, owner, request)).content;
}

/** Formats an outline as clients see it: Markdown in a code fence. */
export function shownText(
  { texts, caller }: { texts: Services['texts']; caller: Caller },
  outline: Outline,
): Promise<string> {
  return texts.read('fenced', caller, { outline }, outlineSize(outline));
}

/** Large enough to be fast, small enough that a client sees progress. */
const REPLAY_CHARACTERS = 400;

/** Streams existing text of a task. */
export async function* replay(
  { gate, ...shower }: Parameters<typeof shownText>[0] & Pick<Services, 'gate'>,
  outline: Outline,
): AsyncGenerator<string> {
  // A slow reader keeps the text in memory.
  const held = gate.hold(shower.caller.owner);
  try {
    const text = await shownText(shower, outline);
    held.add(2 * text.length);
    for (let at = 0; at < text.length; ) {
      let end = at + REPLAY_CHARACTERS;
      // A surrogate pair must not be split.
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
      yield text.slice(at, end);
      at = end;
    }
  } finally {
    held.end();
  }
}

async function* contentOf(
  generation: Generation,
  owner: Owner,
  request: GenerationRequest,
): AsyncGenerator<Fragment, FinishedContent> {
  const { writers, timing, db, texts, profile, gate } = generation;
  const { signal, provider = 'default' } = request;
  const notes: string[] = [];
  let task = await currentTask(generation, owner);
  if (!task.outline) {
    const imported = yield* importDocument(generation, task, request);
    if (imported) return imported;
    // This outline is not shown, and the content after it takes the simulated time of a stream.
    notes.push(...(await drained(generateOutline({ ...generation, timing: timings.instant }, task, request))));
    task = await currentTask(generation, owner);
  }
  const caller = await callerOf(db, task, request);
  if (contentIsCurrent(task)) {
    yield* replay({ texts, caller, gate }, task.content as Outline);
    return { content: task.content as Outline, revision: task.outlineRevision, notes };
  }
  // Points whose text an edit kept are passed to the writer and come back unchanged.
  const outline = task.content ?? (task.outline as Outline);
  const authored = task.type !== profile.taskTypes.title;
  const writer = checkpointed(db, task.id, provider, writers[provider]);
  const onNote = (sentence: string) => void notes.push(sentence);
  const asked = { outline, title: task.title, options: optionsOf(task), authored, ...caller, onNote };
  const text = yield* collected(paced(writer.content(asked), contentPace(timing), signal));
  yield* notes.map((note) => new StreamNote(note));
  const content = await texts.read('generated', caller, { text }, text.length);
  // After losing the lease, nothing may be written: the new holder's work must not be overwritten.
  signal.throwIfAborted();
  await storeContent(db, task.id, task.outlineRevision, content);
  return { content, revision: task.outlineRevision, notes };
}

/** Imports outline and content of the task's document and stores both. Undefined if the task has no document. */
async function* importDocument(
  { db, writers, timing, texts }: Generation,
  task: Task,
  request: GenerationRequest,
): AsyncGenerator<Fragment, FinishedContent | undefined> {
  const { signal, ticket } = request;
  const source = await findTaskDocument(db, task.id);
  if (!source) return undefined;
  const writer = checkpointed(db, task.id, 'default', writers.default);
  const caller = await callerOf(db, task, request);
  const upload = { document: source.document, mode: source.treatment, title: task.title };
  const imported = await texts.read('imported', caller, upload, source.document.length);
  const expand = source.treatment === 'expand';
  const notes: string[] = [];
  const onNote = (sentence: string) => void notes.push(sentence);
  const asked = { imported, expand, options: optionsOf(task), ...caller, onNote };
  const fragments = wordWriter(writer).outlineAndContent(asked);
  // Kept text already exists: nothing is generated, so no time is simulated.
  const text = yield* collected(
    source.treatment === 'keep' ? fragments : paced(fragments, contentPace(timing), signal),
  );
  // When a document is kept as is, its text is the complete content of the deck.
  const content = expand ? await texts.read('generated', caller, { text }, text.length) : imported.outline;
  signal.throwIfAborted();
  yield* notes.map((note) => new StreamNote(note));
  const revision = await storeGeneratedOutline(db, task, withoutContent(content), { ticket, content });
  return { content, revision, notes };
}

function contentPace(timing: Timing): Pace {
  return { ...timing, fragmentMs: timing.contentFragmentMs };
}

async function callerOf(
  db: Generation['db'],
  { userId }: Task,
  { signal, ticket }: { signal: AbortSignal; ticket?: string | undefined },
): Promise<Caller & { signal: AbortSignal; patient: boolean }> {
  return { owner: await ownerOfUser(db, userId), signal, patient: ticket !== undefined };
}

function optionsOf({ options, title }: Task): GenerationOptions {
  return generationOptions(options, detectLanguage(title));
}

async function currentTask(generation: Generation, owner: Owner): Promise<Task> {
  const task = await findTask(generation.db, owner.userId, owner.taskId);
  if (!task) throw new ServiceError('not-found', `task ${owner.taskId} no longer exists`);
  return task;
}

/** Passes on fragments without the writer's notes and returns the whole text with them. */
async function* collected(fragments: AsyncIterable<string>): AsyncGenerator<string, string> {
  const shown = new NoteFilter();
  let text = '';
  for await (const fragment of fragments) {
    text += fragment;
    const words = shown.push(fragment);
    if (words !== '' || fragment === '') yield words;
  }
  yield shown.end();
  return text;
}

/** Runs a stream to completion and returns only its result. */
async function drained<Result>(stream: AsyncGenerator<Fragment, Result>): Promise<Result> {
  for (;;) {
    const step = await stream.next();
    if (step.done) return step.value;
  }
}
