import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';

/**
 * Where the histories of decks lie that ran once: below the version that they were published with, which keeps them
 * forever, or in the folder itself until the next version.
 */
export const FOLDER = join(__dirname, 'histories');
export const ENDING = '.json.gz';

/** Such as `1.0.0/rejected`, or `rejected`. */
export const keptNames = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

export const scenarioOf = (name: string) => basename(name);

/** As JSON, the form in which it is kept. @param name with a version, or the newest of a scenario */
export function historyOf(name: string): unknown {
  const found = keptNames.includes(name) ? name : keptNames.findLast((each) => scenarioOf(each) === name);
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, found + ENDING))).toString('utf8'));
}

/** As a worker replays it: under the id that it had, because what it has started is named after it. */
export function replayable(kept: unknown) {
  const history = historyFromJSON(kept);
  const { workflowId, originalExecutionRunId } = history.events![0]!.workflowExecutionStartedEventAttributes!;
  return { history, workflowId: workflowId || 'presentation/replayed/deck', runId: originalExecutionRunId! };
}
