import type { Logger } from 'pino';
import type { Settings } from '../config';
import type { ServiceProfile } from '../contract/profile';
import type { FileStore } from './files/directory-store';
import type { Links } from './files/links';
import type { Writer } from './generation/writer';
import type { Jobs } from './jobs';
import type { Renderer } from './render/renderer';
import type { Database } from './store/database';
import type { TaskLocks } from './task-locks';
import type { Timing } from './timing';

/** Everything that handlers and jobs work with; made once, by `startService`. */
export interface Services {
  settings: Settings['server'];
  profile: ServiceProfile;
  /** Secret key of every account, by its api key. */
  accounts: ReadonlyMap<string, string>;
  db: Database;
  files: FileStore;
  links: Links;
  renderer: Renderer;
  writer: Writer;
  jobs: Jobs;
  timing: Timing;
  locks: TaskLocks;
  /** Milliseconds since 1970; the one clock, so that it can be moved. */
  now: () => number;
  log: Logger;
}
