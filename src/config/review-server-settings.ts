import { duration, headerName, optionalText, port, secretReference, section, text, httpUrl } from './fields';

/** The review page: where it listens, how people reach it, and what its links are signed with. */
export const reviewServerSettings = section({
  host: text('127.0.0.1'),
  port: port(8788),
  publicUrl: httpUrl.nullable().default(null),
  clientAddressHeader: headerName,
  linkKey: secretReference.prefault({ env: 'DECK_REVIEW_KEY' }),
  linkLifetime: duration('14 days', { least: '1m' }),
  operatorToken: secretReference.prefault({ env: 'DECK_OPERATOR_TOKEN' }),
  operatorSession: duration('12h', { least: '1m' }),
  reviewer: optionalText,
});
