import { type Ledger, ledgerIn } from '../../src/decks/documents/ledger';

/** A ledger in memory, and its files by name. */
export function memoryLedger(): { ledger: Ledger; files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const ledger = ledgerIn({
    write: async (name, bytes) => void files.set(name, bytes),
    read: async (name) => (files.has(name) ? Buffer.from(files.get(name)!) : undefined),
  });
  return { ledger, files };
}
