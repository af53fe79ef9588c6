import { z } from 'zod';
import { isLoopback } from '../base/io/loopback';
import {
  bool,
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

const key = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores'),
  key: secretReference,
});

/** Scheme, host and port of a page, as in the `Origin` header. */
const origin = httpUrl.superRefine((text, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (!URL.canParse(text)) return;
  const url = new URL(text);
  if (url.origin !== text) refuse(`must be an origin, such as ${url.origin}, not ${JSON.stringify(text)}`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
    refuse('must be an https URL or a loopback URL, because http can be intercepted');
});

export const encryptionSettings = section({
  enabled: bool(false),
  keys: z.array(key).default([]),
  currentKey: optionalString,
  plainPayloads: z.enum(['accept', 'refuse']).default('accept'),
  codecServer: section({
    host: string('127.0.0.1'),
    port: port(8789),
    origins: z.array(origin).default([]),
    token: secretReference.prefault({ env: 'DECK_CODEC_TOKEN' }),
    audience: optionalString,
    /** How long a person stays logged in. */
    session: internal(duration('12h', { min: '1m' })),
    clientAddressHeader: headerName,
  }),
}).superRefine(({ enabled, keys, currentKey, codecServer }, context) => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  const ids = keys.map(({ id }) => id);
  ids.forEach((id, at) => {
    if (ids.indexOf(id) !== at) refuse(['keys', at, 'id'], `is used twice: ${JSON.stringify(id)}`);
  });
  if (codecServer.origins.length === 0 && !isLoopback(codecServer.host))
    refuse(['codecServer', 'origins'], 'is required unless encryption.codecServer.host is a loopback address');
  if (enabled && currentKey === null) refuse(['currentKey'], 'is required while encryption.enabled is true');
  if (currentKey !== null && !ids.includes(currentKey)) {
    refuse(['currentKey'], `must be the id of one of encryption.keys, not ${JSON.stringify(currentKey)}`);
  }
});
