import type { options as contract } from '../../contract/options';
import { notFound } from '../../contract/service-error';
import { advancedOptionTree } from '../options/advanced-options';
import { listTopics, type Topic, topicById } from '../writer/topics/preset-topics';
import type { Handlers } from './index';
import { pageOf, pagingOf } from './paging';

export const options = {
  async listAdvancedOptions() {
    return advancedOptionTree();
  },

  async listPresetTopics(request, { profile }) {
    const paging = pagingOf(profile, request);
    const { total, list } = listTopics(paging.page, paging.pageSize);
    return pageOf(paging, total, list);
  },

  async readPresetTopic({ id }) {
    const { title, source, content } = requireTopic(id);
    return { id, title, source, content };
  },
} satisfies Handlers<keyof typeof contract>;

export function requireTopic(id: number): Topic {
  const topic = topicById(id);
  if (!topic) throw notFound('topic', 'id', id);
  return topic;
}
