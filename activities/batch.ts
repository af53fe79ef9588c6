import { join, resolve } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import type { Document } from '../src/core/document';
import { ownerOf } from '../src/decks/documents/owner';
import { type BatchItem, type BatchPlan, batchInput } from '../src/decks/input/batch';
import { faultLines, itemsOfJsonl } from '../src/decks/input/batch-lines';
import { checkedDeck, invalidInput } from '../src/decks/input/plan';
import { REPORT_FOLDER } from './batch-report';
import { folderName } from './file-names';
import { type ActivityDependencies, perform } from './perform';

/** Maximum bytes of the items in one result. */
const ANSWER_BYTES = 100_000;

export interface PrepareBatchCall {
  input: unknown;
  /** ISO 8601; names the report of this start. */
  startedAt: string;
}

export interface ItemsCall {
  items: Document;
  /** Index of the first item. */
  from: number;
  count: number;
}

export function batchActivities(deps: ActivityDependencies) {
  const { settings, documents } = deps;
  return {
    /**
     * Validates the batch and every item before anything is started.
     * @throws `InvalidInput` with the path of each invalid field, and with the line of an item
     */
    prepareBatch: ({ input, startedAt }: PrepareBatchCall): Promise<BatchPlan> =>
      perform(deps, undefined, async () => {
        const parsed = batchInput.safeParse(input);
        if (!parsed.success) throw invalidInput(parsed.error);
        const { batch, uid, window, onError, cancelRunning, slice, defaults } = parsed.data;
        const text = await textOf(parsed.data.items);
        const check = (value: unknown) => checkedDeck(value, settings);
        const { items, faults } = await itemsOfJsonl(text, { batch, uid, defaults, check });
        if (faults.length > 0) {
          const message = `invalid items: ${faultLines(faults).join('; ')}`;
          throw ApplicationFailure.nonRetryable(message, 'InvalidInput');
        }
        const folder = join(resolve(settings.output.directory), ...REPORT_FOLDER, folderName(batch));
        const name = startedAt.replace(/[:.-]/g, '');
        const { retries, timeouts } = settings.workflow;
        return {
          batch,
          items: await documents.put(await jsonLines(items)),
          total: items.length,
          window,
          onError,
          cancelRunning,
          slice,
          report: { csv: join(folder, `${name}.csv`), jsonl: join(folder, `${name}.jsonl`) },
          settings: { retries, timeouts },
        };
      }),

    /**
     * Items from an index: the requested number, or as many as fit a result. Returns at least one, unless none is left.
     */
    readBatchItems: ({ items, from, count }: ItemsCall): Promise<{ items: BatchItem[] }> =>
      perform(deps, undefined, async () => {
        const lines = (await documents.get(items)).split('\n').slice(from, from + count);
        const slice: BatchItem[] = [];
        let bytes = 0;
        for (const line of lines.filter((text) => text !== '')) {
          bytes += Buffer.byteLength(line);
          if (slice.length > 0 && bytes > ANSWER_BYTES) break;
          slice.push(JSON.parse(line) as BatchItem);
        }
        return { items: slice };
      }),
  };

  async function textOf(items: string | { text: string } | { uri: string; sha256: string; bytes: number }) {
    if (typeof items === 'string') return items;
    return 'text' in items ? items.text : documents.get({ preview: '', ...items });
  }

  /** Long texts are stored separately, because one item has to fit a result. */
  async function jsonLines(items: readonly BatchItem[]): Promise<string> {
    const lines: string[] = [];
    for (const item of items) {
      const { markdown } = item.input;
      const stored =
        typeof markdown === 'string' ? await documents.put(markdown, { owner: ownerOf(item.input) }) : undefined;
      const input = stored !== undefined && 'uri' in stored ? { ...item.input, markdown: stored } : item.input;
      lines.push(JSON.stringify({ ...item, input }));
    }
    return lines.join('\n');
  }
}
