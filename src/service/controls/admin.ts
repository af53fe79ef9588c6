import type { Settings } from '../../config';
import { MovableClock } from './clock';
import { Faults } from './faults';
import { Journal } from './journal';
import { AdminKey, readAdminKey } from './key';

/** The test controls of the service. They are kept in memory, so a restart removes all faults. */
export interface Admin {
  key: AdminKey;
  faults: Faults;
  clock: MovableClock;
  journal: Journal;
  /** Tickets and task keys of jobs that a fault rule keeps from starting. */
  asleep: Set<string>;
}

/**
 * Undefined unless `server.admin.enabled`.
 * @throws SettingsError as {@link readAdminKey}
 */
export function openAdmin(
  { admin, clientAddressHeader }: Settings['server'],
  host: string,
  now: () => number,
  env?: NodeJS.ProcessEnv,
): Admin | undefined {
  const key = readAdminKey(admin, host, env);
  if (key === undefined) return undefined;
  return {
    key: new AdminKey(key, clientAddressHeader),
    faults: new Faults(),
    clock: new MovableClock(now),
    journal: new Journal(admin.journal),
    asleep: new Set(),
  };
}
