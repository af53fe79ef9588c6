import type { OpenTesting } from '../http/testing';
import { MovableClock } from './clock';
import { byRule } from './fault';
import { Faults } from './faults';
import { Journal } from './journal';
import { AdminKey, requireUsableKey } from './key';
import { addAdminRoutes } from './routes';

/**
 * Test controls of the embedded service, the package entry `durable-presentations/testing`: fault rules, a movable clock,
 * a request journal and snapshots under `/_admin`. They are kept in memory, so a restart removes all faults.
 */

export { loadSettings } from '../../config';
export { connectTemporal } from '../../temporal';
export { type RunningService, type ServiceOptions, startService } from '../service';

export interface TestControlOptions {
  /** Key of the calls under `/_admin`, 32 characters or more. It permits everything. */
  key: string;
  /** Number of requests that the journal keeps. */
  journal?: number;
}

/** For the option `testing` of {@link startService}. */
export function testControls({ key, journal: kept = 100_000 }: TestControlOptions): OpenTesting {
  return ({ host, now }) => {
    requireUsableKey(key, host);
    const clock = new MovableClock(now);
    const faults = new Faults();
    const journal = new Journal(kept);
    const asleep = new Set<string>();
    const admin = { key: new AdminKey(key), faults, clock, journal };
    return {
      now: clock.now,
      signatureNow: clock.signatureNow,
      asleep,
      journal,
      faulted: (services, call, c, stopping, serve) =>
        faults.isEmpty ? serve(services) : byRule(faults, services, call, c, stopping, serve),
      addRoutes: (app, services, options) => addAdminRoutes(app, services, admin, options),
    };
  };
}
