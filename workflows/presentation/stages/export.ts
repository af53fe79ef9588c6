import { ActivityFailure } from '@temporalio/workflow';
import { causeOf, typeOf } from '../../failure-types';
import { type Deck, userOf } from '../deck';
import { createOnce } from '../lost-responses';
import { pollJob } from '../poll';
import type { ExportState } from '../state';

/** Exports the design in every requested format, one after the other, and waits until each file exists. */
export async function exportDesign(deck: Deck): Promise<void> {
  for (const item of deck.state.exports) {
    if (item.state !== 'waiting' && item.state !== 'running') continue;
    try {
      await exportFormat(deck, item);
    } catch (error) {
      if (!(error instanceof ActivityFailure) || causeOf(error).type !== 'ExportMissing') throw error;
      // The export expired before its file existed. Start it again once, as for one that expires before its download.
      await exportFormat(deck, item);
    }
  }
}

async function exportFormat(deck: Deck, item: ExportState): Promise<void> {
  const { call } = deck;
  const user = userOf(deck);
  if (item.taskKey === undefined) {
    item.taskKey = await startExport(deck, item);
    item.state = 'running';
  }
  const task_key = item.taskKey;
  try {
    const question = { job: 'export', summary: `Wait before the next check of the ${item.format} export` } as const;
    await pollJob(deck, question, async () => {
      const answer = await call
        .read(`Check the ${item.format} export`)
        .readExportResult({ user, request: { task_key } });
      if (answer.status === 'unclear') return answer;
      return answer.files > 0 ? { ended: answer.files } : { status: 'running' };
    });
    item.state = 'ready';
  } catch (error) {
    // The service said that this export is no more. The design is kept, so no generation is paid twice.
    if (FORGOTTEN.includes(typeOf(error) ?? '')) forget(item);
    throw error;
  }
}

/** Failures after which an export cannot end. */
const FORGOTTEN: readonly string[] = ['ExportMissing', 'NotFound', 'GenerationFailed', 'ContentFiltered', 'FeatureOff'];

/** A duplicate export is harmless: it produces the same file. */
function startExport(deck: Deck, { format }: ExportState): Promise<string> {
  const { state, plan, call } = deck;
  const resource = { endpoint: 'startExport', kind: 'export', what: `a ${format} export`, call: 'start' } as const;
  const request = { id: state.designId!, format: plan.wire.formats[format], edit: plan.edit, files_to_zip: plan.zip };
  return createOnce(deck, resource, () =>
    call.create(`Start the ${format} export`).startExport({ user: userOf(deck), request }),
  );
}

export function forget(item: ExportState): void {
  delete item.taskKey;
  item.state = 'waiting';
}
