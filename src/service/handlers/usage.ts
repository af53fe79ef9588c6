import { invalid } from '../../contract/service-error';
import type { usage as contract } from '../../contract/usage';
import { checkedChannel, checkedName } from '../domain/names';
import { countOutlines } from '../store/users';
import type { Handlers } from './index';

export const usage = {
  async countUserOutlines({ uid, channel }, { db, apiKey, profile }) {
    const uids = Array.isArray(uid) ? uid : [uid];
    if (uids.length > profile.userCount.maxUsers) {
      throw invalid(`uid names ${uids.length} users; at most ${profile.userCount.maxUsers} are allowed`);
    }
    const names = uids.map((name) => checkedName('uid', name));
    return countOutlines(db, apiKey, checkedChannel(channel), names);
  },
} satisfies Handlers<keyof typeof contract>;
