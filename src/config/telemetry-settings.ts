import { duration, fraction, httpUrl, listenAddress, MAX_TIMER, secretReference, section } from './fields';

export const telemetrySettings = section({
  metrics: section({
    address: listenAddress.nullable().default(null),
    visibilityPollInterval: duration('30s', { min: '1s', max: MAX_TIMER }),
  }),
  traces: section({
    endpoint: httpUrl.nullable().default(null),
    headers: secretReference.nullable().default(null),
    sampled: fraction(1),
  }),
  health: section({ address: listenAddress.nullable().default(null) }),
});
