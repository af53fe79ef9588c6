import type { Configuration, UserInfoResponse } from 'openid-client';
import { LruCache } from '../base/io/lru-cache';
import type { Settings } from '../config';
import { shared } from './shared-read';

/** Metadata of the issuer. Its keys are read again when a token names an unknown one. */
const ISSUER_MS = 10 * 60_000;
export const ISSUER_TIMEOUT_S = 10;

/** The OpenID Connect issuer of the login. */
export class Issuer {
  private readonly issuers = new LruCache<Promise<Configuration>>({ weight: 1, ms: ISSUER_MS });

  /** @param secret of the client; a server that only checks tokens needs none */
  constructor(
    private readonly login: Settings['reviewServer']['login'],
    private readonly secret?: string,
  ) {}

  /** Read again after a while. A failure is not kept. */
  read(): Promise<Configuration> {
    const { issuer, clientId } = this.login;
    return shared(this.issuers, issuer!, async () => {
      const oidc = await import('openid-client');
      const execute = [oidc.enableNonRepudiationChecks];
      if (issuer!.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
      return oidc.discovery(new URL(issuer!), clientId, this.secret, undefined, { execute, timeout: ISSUER_TIMEOUT_S });
    });
  }

  /** Further claims of a person, if the issuer has such an endpoint. */
  async userInfo(accessToken: string, subject: string): Promise<UserInfoResponse | undefined> {
    const issuer = await this.read();
    if (issuer.serverMetadata().userinfo_endpoint === undefined) return undefined;
    const { fetchUserInfo } = await import('openid-client');
    return fetchUserInfo(issuer, accessToken, subject);
  }
}

/** A failed connection, a timeout, or a response that is not of an issuer. */
export function isUnreachable(error: unknown): boolean {
  const { code, name } = error as Error & { code?: string };
  if (error instanceof TypeError && name === 'TypeError') return true;
  return ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'ERR_JWKS_TIMEOUT'].includes(code ?? '');
}
