import { readSecret, type Settings } from '../../config';
import { MovableClock } from './clock';
import { Faults } from './faults';
import { Journal } from './journal';

/** What makes the service a stand-in that can misbehave. Kept in memory: a restart brings a well-behaved service. */
export interface Admin {
  key: string;
  faults: Faults;
  clock: MovableClock;
  journal: Journal;
  /** Tickets and task keys of jobs that a fault rule keeps from beginning. */
  asleep: Set<string>;
}

/**
 * Undefined unless `server.admin.enabled`.
 * @throws SettingsError with one sentence when it is enabled without a key.
 */
export function openAdmin(
  { enabled, key, journal }: Settings['server']['admin'],
  now: () => number,
  env: NodeJS.ProcessEnv = process.env,
): Admin | undefined {
  if (!enabled) return undefined;
  return {
    key: readSecret(key, 'server.admin.key', env),
    faults: new Faults(),
    clock: new MovableClock(now),
    journal: new Journal(journal),
    asleep: new Set(),
  };
}
