import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../package-root';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { WORD_LIMITS, type WordLimits } from './word-limits';
import { checkedDirectory } from './word-package';
import type { WordReply, WordRequest } from './word-worker';

/** Documents that are read at the same time: each may take a core and its whole heap. */
const MOST_THREADS = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads an uploaded .docx. What can be refused by its bytes is refused here and costs next to nothing; the rest happens
 * in a thread of its own with bounded heap and time, so that no document can hold up the service.
 * @throws ImportError for everything that is wrong with the document.
 */
export async function readWordDocument(bytes: Uint8Array, limits: Partial<WordLimits> = {}): Promise<ImportedDocument> {
  const all = { ...WORD_LIMITS, ...limits };
  checkedDirectory(bytes, all);
  await slot();
  try {
    return await inThread(bytes, all);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function slot(): Promise<void> {
  while (running >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
}

function inThread(bytes: Uint8Array, limits: WordLimits): Promise<ImportedDocument> {
  const script = join(packageRoot, 'dist/src/service/import/word-worker.js');
  if (!existsSync(script)) throw new Error(`the reader of documents is not compiled (${script}): run the build`);
  const request: WordRequest = { bytes, limits };
  const worker = new Worker(script, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  return new Promise<ImportedDocument>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooComplex()), limits.milliseconds);
    worker.once('message', (reply: WordReply) => {
      if ('document' in reply) resolve(reply.document);
      else if ('refused' in reply) reject(new ImportError(reply.refused.kind, reply.refused.message));
      else reject(new Error(`reading the document failed: ${reply.failed}`));
    });
    // ERR_WORKER_OUT_OF_MEMORY: the document is larger than its XML looks.
    worker.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error);
    });
    worker.once('exit', () => reject(tooComplex()));
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}

function tooComplex(): ImportError {
  return new ImportError(
    'too-complex',
    'the document is too complex to be read. Split it, or copy its text into a new document, and upload that',
  );
}
