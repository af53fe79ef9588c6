import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';

/** Where the histories of decks lie that ran once. */
export const FOLDER = join(__dirname, 'histories');
export const ENDING = '.json.gz';

export const keptNames = readdirSync(FOLDER)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));

/** As JSON, the form in which it is kept. */
export function historyOf(name: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, name + ENDING))).toString('utf8'));
}

/** As a worker replays it: under the id that it had, because what it has started is named after it. */
export function replayable(kept: unknown) {
  const history = historyFromJSON(kept);
  const { workflowId, originalExecutionRunId } = history.events![0]!.workflowExecutionStartedEventAttributes!;
  return { history, workflowId: workflowId || 'presentation/replayed/deck', runId: originalExecutionRunId! };
}
