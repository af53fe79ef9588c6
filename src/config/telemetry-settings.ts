import { duration, fraction, httpUrl, internal, listenAddress, MAX_TIMER, secretReference, section } from './fields';

export const telemetrySettings = section({
  metrics: section({
    address: listenAddress.nullable().default(null),
    /** Interval of visibility polls, which count decks by stage. */
    visibilityPollInterval: internal(duration('30s', { min: '1s', max: MAX_TIMER })),
  }),
  traces: section({
    endpoint: httpUrl.nullable().default(null),
    headers: secretReference.nullable().default(null),
    sampled: fraction(1),
  }),
  health: section({ address: listenAddress.nullable().default(null) }),
});
