import { basename, extname } from 'node:path';
import { counted } from '../../base/text/counted';
import type { Settings } from '../../config';
import type { BatchItem } from '../../decks/input/batch';
import type { ReadOptions } from '../../decks/input/batch-lines';
import { readText } from '../invocation/read-text';
import { badInput } from '../terminal/exit';

interface BatchFile {
  items: BatchItem[];
  /** One validated input per line, each with its line number in the file. */
  jsonl: string;
}

/**
 * Reads a batch file, CSV or JSONL by its extension, and validates every line as the worker will.
 * @throws CliError that lists every invalid line
 */
export async function readBatchFile(
  file: string,
  options: Omit<ReadOptions, 'check'>,
  settings: Settings,
): Promise<BatchFile> {
  const { text, name } = await readText(file);
  const [{ itemsOfCsv, itemsOfJsonl, faultLines }, { checkedDeck }] = await Promise.all([
    import('../../decks/input/batch-lines.js'),
    import('../../decks/input/plan.js'),
  ]);
  const read = extname(file).toLowerCase() === '.csv' ? itemsOfCsv : itemsOfJsonl;
  const { items, faults } = await read(text, { ...options, check: (input) => checkedDeck(input, settings) });
  if (faults.length > 0) {
    throw badInput(`${name} has ${counted(faults.length, 'invalid line')}. Nothing was started:`, faultLines(faults));
  }
  return { items, jsonl: items.map(({ line, input }) => JSON.stringify({ line, ...input })).join('\n') };
}

/** Default batch name: the file name, so that starting a file again addresses the same batch. */
export function batchNameOf(file: string): string {
  const name = basename(file, extname(file))
    .replace(/[^\p{L}\p{N}._@+=-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  if (file === '-' || name === '') throw badInput('The batch has no name. Set one with --batch.');
  return [...name].slice(0, 60).join('');
}
