import { hasFont } from '../src/base/io/font-packages';
import type { ReadOf } from '../src/contract';
import type { Document } from '../src/core/document';
import { type OutlineFacts, outlineFacts } from '../src/outline/outline-facts';
import type { ActivityDependencies, Call } from './perform';
import { callActivity, perform } from './perform';

type PresetTopic = Omit<ReadOf<'readPresetTopic'>, 'content'> & {
  content: Document;
} & Pick<OutlineFacts, 'prompts' | 'scripts'>;

export function optionActivities(deps: ActivityDependencies) {
  return {
    listAdvancedOptions: callActivity(deps, 'listAdvancedOptions'),
    listPresetTopics: callActivity(deps, 'listPresetTopics'),

    readPresetTopic: ({ user, request }: Call<'readPresetTopic'>): Promise<PresetTopic> =>
      perform(deps, 'readPresetTopic', async (signal) => {
        const topic = await deps.client.call('readPresetTopic', request, { ...user, signal });
        const { title: _title, chapters: _chapters, pages: _pages, ...facts } = outlineFacts(topic.content, hasFont);
        const content = await deps.documents.put(topic.content);
        return { ...topic, content, ...facts };
      }),
  };
}
