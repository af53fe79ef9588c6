import type { DataOf, StreamName } from '../src/contract';
import { contentCheckState } from '../src/contract/profile';
import type { Document } from '../src/core/document';
import { unfenced } from '../src/outline/markdown-lines';
import { type OutlineFacts, outlineFacts } from '../src/outline/outline-facts';
import type { ActivityDependencies, Call } from './perform';
import { callActivity, perform } from './perform';

/** A generated text: a reference to it, and its facts. */
export interface GeneratedText extends OutlineFacts {
  document: Document;
}

export interface CheckedContent {
  status: 'generating' | 'succeeded' | 'failed' | 'unknown';
  /** With `succeeded` only. */
  content?: GeneratedText;
}

export function generationActivities(deps: ActivityDependencies) {
  const stored = async (text: string): Promise<GeneratedText> => {
    const markdown = unfenced(text);
    return { document: await deps.documents.put(markdown), ...outlineFacts(markdown) };
  };

  /** A text counts only if its stream completed; a truncated one throws. */
  const streamActivity =
    <Name extends StreamName>(name: Name) =>
    ({ user, request }: Call<Name>): Promise<GeneratedText> =>
      perform(deps, name, async (signal, progress) => {
        const fragments: string[] = [];
        let characters = 0;
        for await (const fragment of deps.client.stream(name, request, { ...user, signal })) {
          fragments.push(fragment);
          characters += fragment.length;
          progress({ fragments: fragments.length, characters });
        }
        return stored(fragments.join(''));
      });

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
    streamWordContent: streamActivity('streamWordContent'),
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
