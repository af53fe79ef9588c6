import type { credentials as contract } from '../../contract/credentials';
import { checkedChannel, checkedName } from '../domain/names';
import { timeExpire } from '../domain/time';
import { newCredential } from '../files/keys';
import { type Grant, storeCode, storeToken } from '../store/credentials';
import { ensureUser } from '../store/users';
import type { IntegratorContext } from './context';
import type { Handlers } from './index';

export const credentials = {
  /** Every grant is a new token; those granted before stay valid until they expire. */
  async grantToken({ uid, channel }, context) {
    const { settings } = context;
    const grant = await grantFor(context, uid, channel, settings.tokenLifetime);
    const token = newCredential();
    await storeToken(context.db, token, grant, context.now());
    return { ...granted(context, grant, settings.tokenLifetime), token };
  },

  async grantCode({ uid, channel }, context) {
    const { settings } = context;
    const grant = await grantFor(context, uid, channel, settings.codeLifetime);
    const code = newCredential();
    await storeCode(context.db, code, grant, context.now());
    return { ...granted(context, grant, settings.codeLifetime), code };
  },
} satisfies Handlers<keyof typeof contract>;

async function grantFor(
  { db, apiKey, now }: IntegratorContext,
  uid: string,
  channel: string | undefined,
  lifetimeMs: number,
): Promise<Grant> {
  const who = { apiKey, uid: checkedName('uid', uid), channel: checkedChannel(channel) };
  return { user: await ensureUser(db, who, now()), expiresAt: now() + lifetimeMs };
}

function granted({ profile, now }: IntegratorContext, { user }: Grant, lifetimeMs: number) {
  return {
    api_key: user.apiKey,
    uid: user.uid,
    time_expire: timeExpire(profile.timeExpireUnit, now(), lifetimeMs),
  };
}
