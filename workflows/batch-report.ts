import { ActivityFailure, condition, sleep } from '@temporalio/workflow';
import { rowsBytes } from './batch-rows';
import { type Batch, publish, spend } from './batch-run';
import { addBatchProblem } from './batch-state';
import { causeOf } from './failure-types';

const ROWS_AT_ONCE = 25;
const RETRY_DELAY = '30s';

/** Writes the outcomes of decks to the report, one activity at a time: each starts where the previous one ended. */
export async function writeReport(batch: Batch): Promise<never> {
  const { state } = batch;
  for (;;) {
    await condition(() => state.unwritten.length > 0);
    const rows = state.unwritten.slice(0, ROWS_AT_ONCE);
    spend(batch, 'activity');
    try {
      state.reportEnd = await batch.call
        .write(`Write ${rows.length === 1 ? `line ${rows[0]!.line}` : `${rows.length} lines`} of the report`)
        .reportDecks({ report: state.plan!.report, at: state.reportEnd, rows });
      state.unwritten.splice(0, rows.length);
      state.unwrittenBytes = rowsBytes(state.unwritten);
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      addBatchProblem(state, `the report cannot be written: ${causeOf(error).message}`);
      publish(batch);
      spend(batch, 'timer');
      await sleep(RETRY_DELAY, { summary: 'Wait before writing the report again' });
    }
  }
}
