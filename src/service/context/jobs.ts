import type { Database } from '../store/database';
import type { JobKey } from '../store/jobs';

/** Starts the embedded service's jobs, which are workflows in a separate namespace. */
export interface Jobs {
  /** Idempotent while the job runs, because the ticket is the workflow id. */
  startContent(job: JobKey): Promise<void>;
  startExport(job: JobKey): Promise<void>;
  /**
   * Starts every unfinished job that is not running: its process may have exited before the start, or the workflow was
   * terminated. Returns the number of started jobs.
   */
  resume(db: Database, which?: Unfinished): Promise<number>;
}

/** Filters unfinished jobs; without filters, all of them. */
interface Unfinished {
  /** Created at this time or earlier, in milliseconds since 1970. */
  before?: number;
  /** Tickets and task keys to skip. */
  except?: ReadonlySet<string> | undefined;
  /** Aborts the search between two starts. */
  signal?: AbortSignal;
}
