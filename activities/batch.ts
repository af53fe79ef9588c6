import { join, resolve } from 'node:path';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { placedId } from '../src/api/placed-deck';
import { withEveryRetryClass } from '../src/config/workflow-settings';
import type { Document } from '../src/core/document';
import { type BatchItem, type BatchPlan, batchInput } from '../src/input/batch';
import { faultLines, itemsOfJsonl } from '../src/input/batch-lines';
import { checkedDeck, invalidInput } from '../src/input/plan';
import { REPORT_FOLDER } from './batch-report';
import { folderName } from './file-names';
import { ANSWER_BYTES, LOOKED_AT_ONCE } from './look-at-decks';
import { type ActivityDependencies, perform } from './perform';

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
          settings: { retries: withEveryRetryClass(retries), timeouts },
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
        return { items: await placed(slice) };
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
      const stored = typeof markdown === 'string' ? await documents.put(markdown) : undefined;
      const input = stored !== undefined && 'uri' in stored ? { ...item.input, markdown: stored } : item.input;
      lines.push(JSON.stringify({ ...item, input }));
    }
    return lines.join('\n');
  }
}

/** Adds workflow ids to items with a channel, because 0.1.0 may have started their decks under an id without it. */
async function placed(items: readonly BatchItem[]): Promise<BatchItem[]> {
  const all: BatchItem[] = [];
  for (let from = 0; from < items.length; from += LOOKED_AT_ONCE) {
    const some = items.slice(from, from + LOOKED_AT_ONCE).map(async (item) => {
      if (!item.input.channel) return item;
      return { ...item, workflowId: await placedId(Context.current().client, item.input) };
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
}
