import type { DataOf, StreamName } from '../src/contract';
import { contentCheckState } from '../src/contract/profile';
import type { Document, StoredFile } from '../src/core/document';
import { hasFont } from '../src/io/font-packages';
import { unfenced } from '../src/outline/markdown-lines';
import { type OutlineFacts, outlineFacts } from '../src/outline/outline-facts';
import type { ActivityDependencies, Call } from './perform';
import { callActivity, perform } from './perform';

/** A generated text: a reference to it, and its facts. */
export interface GeneratedText extends OutlineFacts {
  document: Document;
}

/** The endpoint's request, and the document that the service generates the deck from. */
export interface WordContentCall extends Call<'streamWordContent'> {
  file?: StoredFile;
}

export interface ImportedText extends GeneratedText {
  /** Sentences about the parts of the document that are not on the slides; absent if there are none. */
  leftOut?: string[];
}

export interface CheckedContent {
  status: 'generating' | 'succeeded' | 'failed' | 'unknown';
  /** With `succeeded` only. */
  content?: GeneratedText;
}

export function generationActivities(deps: ActivityDependencies) {
  const stored = async (text: string): Promise<GeneratedText> => {
    const markdown = unfenced(text);
    return { document: await deps.documents.put(markdown), ...outlineFacts(markdown, hasFont) };
  };

  /** A text counts only if its stream completed; a truncated one throws. */
  async function streamed<Name extends StreamName>(
    name: Name,
    { user, request }: Call<Name>,
    signal: AbortSignal,
    progress: (details: unknown) => void,
  ): Promise<string> {
    const fragments: string[] = [];
    let characters = 0;
    for await (const fragment of deps.client.stream(name, request, { ...user, signal })) {
      fragments.push(fragment);
      characters += fragment.length;
      progress({ fragments: fragments.length, characters });
    }
    return fragments.join('');
  }

  const streamActivity =
    <Name extends StreamName>(name: Name) =>
    (call: Call<Name>): Promise<GeneratedText> =>
      perform(deps, name, async (signal, progress) => stored(await streamed(name, call, signal, progress)));

  /** What the deck's text lacks of its document. A document that only the service can read is not an error here. */
  async function leftOut(file: StoredFile, markdown: string, signal: AbortSignal): Promise<string[]> {
    if (deps.comparer === undefined) return [];
    try {
      return await deps.comparer.leftOut(await deps.documents.getFile(file), markdown, signal);
    } catch (error) {
      // Also when the worker stops: the text is complete and was paid for.
      deps.log.warn({ err: error }, 'the deck could not be compared with its document');
      return ['The deck could not be compared with its document. Check that nothing is missing.'];
    }
  }

  return {
    /** The response repeats the account's API key, which must not be in a history. */
    createTask: ({ user, request }: Call<'createTask'>): Promise<Omit<DataOf<'createTask'>, 'api_key'>> =>
      perform(deps, 'createTask', async (signal) => {
        const { api_key: _, ...task } = await deps.client.call('createTask', request, { ...user, signal });
        return task;
      }),
    streamOutline: streamActivity('streamOutline'),
    streamContent: streamActivity('streamContent'),
    streamAlternativeOutline: streamActivity('streamAlternativeOutline'),
    readAlternativeContent: streamActivity('readAlternativeContent'),

    streamWordContent: ({ file, ...call }: WordContentCall): Promise<ImportedText> =>
      perform(deps, 'streamWordContent', async (signal, progress) => {
        const text = await streamed('streamWordContent', call, signal, progress);
        const missing = file === undefined ? [] : await leftOut(file, text, signal);
        return { ...(await stored(text)), ...(missing.length === 0 ? {} : { leftOut: missing }) };
      }),

    startContent: callActivity(deps, 'startContent'),

    checkContent: ({ user, request }: Call<'checkContent'>): Promise<CheckedContent> =>
      perform(deps, 'checkContent', async (signal) => {
        const { status, content } = await deps.client.call('checkContent', request, { ...user, signal });
        const state = contentCheckState(deps.settings.profile, status);
        // Only a succeeded status with content completes the job (specification, "Task and generation").
        return state === 'succeeded' && content !== ''
          ? { status: state, content: await stored(content) }
          : { status: state };
      }),

    addProLayout: callActivity(deps, 'addProLayout'),
  };
}
