import { z } from 'zod';
import {
  duration,
  forms,
  headerName,
  httpUrl,
  internal,
  issuerUrl,
  port,
  secretReference,
  section,
  string,
} from './fields';

/** `group NAME`, a person by the name that decisions record, or `*` for everyone whom the issuer lets in. */
const holders = z
  .array(z.string().trim().min(1).max(200))
  .max(100)
  .default(() => []);
forms.add(holders, { form: 'list of names, `group NAME` or `*`' });

/** Login by OpenID Connect, if there is an issuer. */
const login = section({
  issuer: issuerUrl.nullable().default(null),
  clientId: string('durable-presentations'),
  clientSecret: secretReference.prefault({ env: 'DECK_LOGIN_SECRET' }),
  nameClaim: string('email'),
  groupsClaim: string('groups'),
  roles: section({ viewer: holders, reviewer: holders, operator: holders, admin: holders }),
});

export const reviewServerSettings = section({
  host: string('127.0.0.1'),
  port: port(8788),
  publicUrl: httpUrl.nullable().default(null),
  clientAddressHeader: headerName,
  linkKey: secretReference.prefault({ env: 'DECK_REVIEW_KEY' }),
  formerLinkKey: secretReference.nullable().default(null),
  linkLifetime: duration('14 days', { min: '1m' }),
  operatorToken: secretReference.prefault({ env: 'DECK_OPERATOR_TOKEN' }),
  /** How long an operator stays logged in. */
  operatorSession: internal(duration('12h', { min: '1m' })),
  login,
});
