import { basename, extname } from 'node:path';
import type { Settings } from '../../config';
import type { BatchItem } from '../../input/batch';
import type { ReadOptions } from '../../input/batch-lines';
import { readText } from '../invocation/read-text';
import { badInput } from '../terminal/exit';

export interface BatchFile {
  items: BatchItem[];
  /** One checked input a line, each with the line of the file that it came from. */
  jsonl: string;
}

/**
 * Reads a file of decks, JSONL or CSV by its ending, and checks every line as the worker will.
 * @throws CliError that names every bad line
 */
export async function readBatchFile(
  file: string,
  options: Omit<ReadOptions, 'check'>,
  settings: Settings,
): Promise<BatchFile> {
  const { text, name } = await readText(file);
  const [{ itemsOfCsv, itemsOfJsonl, faultLines }, { checkedDeck }] = await Promise.all([
    import('../../input/batch-lines.js'),
    import('../../input/plan.js'),
  ]);
  const read = extname(file).toLowerCase() === '.csv' ? itemsOfCsv : itemsOfJsonl;
  const { items, faults } = await read(text, { ...options, check: (input) => checkedDeck(input, settings) });
  if (faults.length > 0) {
    const how = faults.length === 1 ? 'a line that is wrong' : `${faults.length} lines that are wrong`;
    throw badInput(`${name} has ${how}; nothing was started:`, faultLines(faults));
  }
  return { items, jsonl: items.map(({ line, input }) => JSON.stringify({ line, ...input })).join('\n') };
}

/** Key of the batch when none is given: the name of its file, so that the same file is the same batch. */
export function batchKeyOf(file: string): string {
  const key = basename(file, extname(file))
    .replace(/[^\p{L}\p{N}._@+=-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  if (file === '-' || key === '') throw badInput('Say a key for this batch with --batch.');
  return [...key].slice(0, 60).join('');
}
