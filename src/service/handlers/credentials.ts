import type { credentials as contract } from '../../contract/credentials';
import { checkedChannel, checkedName } from '../domain/names';
import { newCredential } from '../files/keys';
import { storeCode, storeToken } from '../store/credentials';
import { ensureUser } from '../store/users';
import type { IntegratorContext } from './context';
import type { Handlers } from './index';

export const credentials = {
  /** Every grant creates a new token. Earlier tokens stay valid until they expire. */
  async grantToken(request, context) {
    const { credential, granted } = await grant(context, request, context.settings.tokenLifetime, storeToken);
    return { ...granted, token: credential };
  },

  async grantCode(request, context) {
    const { credential, granted } = await grant(context, request, context.settings.codeLifetime, storeCode);
    return { ...granted, code: credential };
  },
} satisfies Handlers<keyof typeof contract>;

async function grant(
  { db, apiKey, now }: IntegratorContext,
  { uid, channel }: { uid: string; channel?: string | undefined },
  lifetimeMs: number,
  store: typeof storeToken,
) {
  const who = { apiKey, uid: checkedName('uid', uid), channel: checkedChannel(channel) };
  const user = await ensureUser(db, who, now());
  const credential = newCredential();
  await store(db, credential, { user, expiresAt: now() + lifetimeMs }, now());
  // Relative seconds (profile grade B).
  const granted = { api_key: apiKey, uid: user.uid, time_expire: Math.floor(lifetimeMs / 1000) };
  return { credential, granted };
}
