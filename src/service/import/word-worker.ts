/** The thread in which one document is read. */
import { parentPort, workerData } from 'node:worker_threads';
import { ImportError, type ImportErrorKind } from './import-error';
import type { ImportedDocument } from './imported-document';
import { parseWordDocument } from './parse-word';
import type { WordLimits } from './word-limits';

export interface WordRequest {
  bytes: Uint8Array;
  limits: WordLimits;
}

export type WordReply =
  | { document: ImportedDocument }
  | { refused: { kind: ImportErrorKind; message: string } }
  | { failed: string };

async function answer({ bytes, limits }: WordRequest): Promise<WordReply> {
  try {
    return { document: await parseWordDocument(bytes, limits) };
  } catch (error) {
    if (error instanceof ImportError) return { refused: { kind: error.kind, message: error.message } };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

// mammoth and its XML reader report oddities of a document on the console, where they would end up in the service's log.
for (const name of ['log', 'warn', 'error'] as const) console[name] = () => {};

answer(workerData as WordRequest).then((reply) => parentPort?.postMessage(reply));
