import { startTestService } from '../service/running-service';
import { Integrator } from './integrator';

/**
 * Which service is judged. Without settings it is this project's own, started for the purpose, and everything is shown.
 *
 * - `DECK_CONFORMANCE_URL`, `DECK_CONFORMANCE_KEY`, `DECK_CONFORMANCE_SECRET`: any other service.
 * - `DECK_CONFORMANCE_CREATE=1`: tasks, designs and exports may be created there. Left out, the suite grants tokens,
 *   reads, and creates nothing: those tests do not exist in such a run.
 * - `DECK_CONFORMANCE_UID`: the user to work as, default `conformance`.
 */
const { env } = process;
const url = env.DECK_CONFORMANCE_URL;

export const creates = url === undefined || env.DECK_CONFORMANCE_CREATE === '1';

export interface Target {
  integrator: Integrator;
  uid: string;
  /** Pause between two polls: a hosted service must not be asked at high frequency. */
  pollMs: number;
  close(): Promise<void>;
}

export async function openTarget(): Promise<Target> {
  const uid = env.DECK_CONFORMANCE_UID ?? 'conformance';
  if (url !== undefined) {
    const { DECK_CONFORMANCE_KEY: key, DECK_CONFORMANCE_SECRET: secret } = env;
    if (!key || !secret)
      throw new Error('DECK_CONFORMANCE_KEY and DECK_CONFORMANCE_SECRET are needed in addition to the URL');
    return {
      integrator: new Integrator(url.replace(/\/$/, ''), key, secret),
      uid,
      pollMs: 5000,
      close: async () => {},
    };
  }
  const service = await startTestService();
  const integrator = new Integrator(service.url, 'demo-access-key', 'demo-secret-key');
  return { integrator, uid, pollMs: 50, close: () => service.close() };
}
