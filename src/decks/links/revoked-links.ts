import type { Ledger } from '../documents/ledger';

/**
 * Revocations of links, in the document store, which workers, review servers and command line share. So links of a
 * complete deck can be revoked as well, and without a worker.
 */

const nameOf = (workflowId: string) => `links ${workflowId}`;

/** Ends every link of a deck that was issued before now. @returns the time, ISO 8601 */
export async function revokeLinks(ledger: Ledger, workflowId: string, by: string): Promise<string> {
  const at = new Date().toISOString();
  await ledger.add(nameOf(workflowId), { kind: 'links', what: by, run: '', at });
  return at;
}

/** Links that were issued before have ended (epoch milliseconds); 0 if none was revoked. */
export async function linksValidFrom(ledger: Ledger, workflowId: string): Promise<number> {
  const revocations = await ledger.read(nameOf(workflowId));
  return Math.max(0, ...revocations.map(({ at }) => Date.parse(at)));
}
