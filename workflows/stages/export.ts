import { ActivityFailure } from '@temporalio/workflow';
import { type Deck, paid, publish, userOf } from '../deck';
import { causeOf } from '../failure-types';
import { createReportingDuplicates } from '../lost-responses';
import { poll } from '../poll';
import { StageProblem } from '../stage-problem';
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
    publish(deck, 'export');
  }
  const task_key = item.taskKey;
  try {
    const question = { job: 'export', summary: `Wait before the next check of the ${item.format} export` } as const;
    const ready = await poll(deck, question, async () => {
      const { files } = await call
        .read(`Check the ${item.format} export`)
        .readExportResult({ user, request: { task_key } });
      return files > 0 ? files : undefined;
    });
    if (ready === undefined) throw new StageProblem('ExportLate', `the ${item.format} export did not complete in time`);
    item.state = 'ready';
  } catch (error) {
    // The next attempt starts a new export. The design is kept, so no generation is paid twice.
    if (error instanceof StageProblem || error instanceof ActivityFailure) forget(item);
    throw error;
  }
}

/** A duplicate export is harmless: it produces the same file. */
function startExport(deck: Deck, { format }: ExportState): Promise<string> {
  const { state, plan, call } = deck;
  const lost = `a ${format} export: the response to its start was lost`;
  const request = { id: state.designId!, format: plan.wire.formats[format], edit: plan.edit, files_to_zip: plan.zip };
  return createReportingDuplicates(deck, { kind: 'export', lost }, () =>
    paid(deck, 'startExport', () =>
      call.create(`Start the ${format} export`).startExport({ user: userOf(deck), request }),
    ),
  );
}

export function forget(item: ExportState): void {
  delete item.taskKey;
  item.state = 'waiting';
}
