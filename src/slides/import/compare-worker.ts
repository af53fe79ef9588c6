/** The entry point of the thread that reads documents and compares them with decks. */

import { answering } from '../../base/threads/answering';
import { Refusal } from '../../base/threads/refusal';
import { leftOutSentences } from '../../outline/left-out';
import { ImportError } from './import-error';
import { leftOutOf } from './left-out-of';
import { parseWordDocument } from './parse-word';
import { WORD_LIMITS } from './word-limits';

export interface CompareRequest {
  bytes: Uint8Array;
  /** The deck's text. Without it, the document is only read. */
  markdown?: string;
}

export default answering(async ({ bytes, markdown }: CompareRequest): Promise<string[]> => {
  try {
    if (markdown !== undefined) return leftOutSentences(await leftOutOf(bytes, markdown));
    await parseWordDocument(bytes, WORD_LIMITS);
    return [];
  } catch (error) {
    throw error instanceof ImportError ? new Refusal('unreadable', error.message) : error;
  }
});
