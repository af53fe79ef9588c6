import type { Database } from '../store/database';
import type { JobKey } from '../store/jobs';

/** Starts the service's own jobs: workflows in a namespace of their own. */
export interface Jobs {
  /** Repeating a start does nothing while the job runs: the workflow's id is the ticket. */
  startContent(job: JobKey): Promise<void>;
  startExport(job: JobKey): Promise<void>;
  /**
   * Starts every job whose row is unfinished and that does not run: the process may have ended between row and start, or
   * someone has terminated the workflow. Answers how many it has started.
   */
  resume(db: Database, which?: Unfinished): Promise<number>;
}

/** Left out: all. */
export interface Unfinished {
  /** Opened at this time or earlier, milliseconds since 1970. */
  before?: number;
  /** Tickets and task keys that are left alone. */
  except?: ReadonlySet<string> | undefined;
  /** Ends the search between two starts. */
  signal?: AbortSignal;
}
