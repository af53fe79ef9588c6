/** One request, without anything that grants access: no token, signature, key, code, ticket, query or body. */
export interface JournalEntry {
  /** Increases from 1; used for `since`. */
  seq: number;
  /** By the service's clock, ISO 8601. */
  time: string;
  method: string;
  /** Name of the endpoint; `none` if the path has none. */
  endpoint: string;
  /** The user who calls or receives a grant; null without valid credentials. */
  uid: string | null;
  /** HTTP status; null when the connection ended without a response. */
  status: number | null;
  /** Code of the envelope; null if none was sent. */
  code: number | null;
  ms: number;
  /** Id of the fault rule that applied to this call. */
  fault: string | null;
  /** Ids of tasks and designs in the request. */
  ids: Record<string, number>;
}

/** The hooks of the test controls in the service. A service in production has none. */
export interface TestControls {
  /** The clock for signature timestamps, in milliseconds since 1970. */
  signatureNow(): number;
  /** Tickets and task keys of jobs that a fault rule keeps from starting. */
  asleep: Set<string>;
  journal: { add(entry: Omit<JournalEntry, 'seq'>): void };
}
