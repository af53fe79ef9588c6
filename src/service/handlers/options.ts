import type { options as contract } from '../../contract/options';
import { advancedOptionTree } from '../domain/advanced-options';
import { notImplemented } from '../domain/errors';
import type { Handlers } from './index';

export const options = {
  async listAdvancedOptions() {
    return advancedOptionTree();
  },

  async listPresetTopics() {
    throw notImplemented('the list of preset topics');
  },

  async readPresetTopic() {
    throw notImplemented('the detail of a preset topic');
  },
} satisfies Handlers<keyof typeof contract>;
