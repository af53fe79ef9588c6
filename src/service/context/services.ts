import type { Logger } from 'pino';
import type { AuditLog } from '../../base/audit/audit-log';
import type { Settings } from '../../config';
import type { ServiceProfile } from '../../contract/profile';
import type { Renderer } from '../../slides/render';
import type { ServiceTelemetry } from '../../temporal/telemetry/service-telemetry';
import type { Timing } from '../domain/timing';
import type { FileStore } from '../files/file-store';
import type { Links } from '../files/links';
import type { Database } from '../store/database';
import type { GenerationLeases } from '../store/generation-leases';
import type { Texts } from '../texts/texts';
import type { Writer } from '../writer/writer';
import type { Gate } from './gate';
import type { Jobs } from './jobs';
import type { TestControls } from './test-controls';

/** The two generation providers of the specification. */
export type Provider = 'default' | 'alternative';

/** Secret keys by API key: the current one, and the former one while callers change. */
export type Accounts = ReadonlyMap<string, readonly string[]>;

/** The dependencies of handlers and jobs, created once by `startService`. */
export interface Services {
  settings: Settings['server'];
  profile: ServiceProfile;
  accounts: Accounts;
  db: Database;
  files: FileStore;
  links: Links;
  renderer: Renderer;
  /** Parsers for texts from outside. */
  texts: Texts;
  /** Admits what costs memory, processor time, disk or jobs. */
  gate: Gate;
  writers: Readonly<Record<Provider, Writer>>;
  jobs: Jobs;
  timing: Timing;
  leases: GenerationLeases;
  /** Milliseconds since 1970. Everything reads this clock, so that tests can move it. */
  now: () => number;
  /** Undefined in production. */
  testing?: TestControls | undefined;
  log: Logger;
  audit: AuditLog;
  /** The header in which a proxy passes the client's address, or null. */
  addressHeader: string | null;
  telemetry: ServiceTelemetry;
}
