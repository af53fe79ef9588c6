import {
  duration,
  headerName,
  httpUrl,
  internal,
  optionalString,
  port,
  secretReference,
  section,
  string,
} from './fields';

export const reviewServerSettings = section({
  host: string('127.0.0.1'),
  port: port(8788),
  publicUrl: httpUrl.nullable().default(null),
  clientAddressHeader: headerName,
  linkKey: secretReference.prefault({ env: 'DECK_REVIEW_KEY' }),
  linkLifetime: duration('14 days', { min: '1m' }),
  operatorToken: secretReference.prefault({ env: 'DECK_OPERATOR_TOKEN' }),
  /** How long an operator stays logged in. */
  operatorSession: internal(duration('12h', { min: '1m' })),
  reviewer: optionalString,
});
