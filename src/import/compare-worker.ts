/** The entry point of the thread that compares documents with decks. */
import { leftOutSentences } from '../outline/left-out';
import { answering } from '../threads/answering';
import { leftOutOf } from './left-out-of';

export interface CompareRequest {
  bytes: Uint8Array;
  markdown: string;
}

export default answering(
  async ({ bytes, markdown }: CompareRequest): Promise<string[]> => leftOutSentences(await leftOutOf(bytes, markdown)),
);
