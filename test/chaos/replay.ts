import { readFileSync } from 'node:fs';
import type { temporal as proto } from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { workflowIdOf } from '../../src/core/deck-id';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import type { Checker } from '../checked/spin';
import { traceOf } from '../checked/trace';
import type { Rig } from './rig';

type History = proto.api.history.v1.IHistory;

/** The histories of a deck, its last run first. */
async function historiesOf({ temporal }: Rig, workflowId: string): Promise<{ runId: string; history: History }[]> {
  const histories: { runId: string; history: History }[] = [];
  for (let runId: string | undefined; ; ) {
    const history: History = await temporal.client.workflow.getHandle(workflowId, runId).fetchHistory();
    const first = history.events![0]!.workflowExecutionStartedEventAttributes!;
    histories.push({ runId: first.originalExecutionRunId!, history });
    if (!first.continuedExecutionRunId) return histories;
    runId = first.continuedExecutionRunId;
  }
}

/** The decks of these users whose histories the model cannot follow (test/checked). */
export async function notInModel(rig: Rig, uids: readonly string[], checker: Checker): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const uid of uids) {
    const runs = await historiesOf(rig, workflowIdOf({ uid, request: 'r1' }));
    const trace = traceOf(runs.map(({ history }) => history).reverse());
    if (trace === undefined || (await checker.accepts(trace))) continue;
    const steps = `${trace.plan.join(' ')}: ${trace.events.join(' ')}`;
    found.set(uid, [`the model of a deck does not make these steps: ${steps}`]);
  }
  return found;
}

/** What today's workflow code cannot replay of the decks of these users, every run of each. */
export async function unreplayable(rig: Rig, uids: readonly string[]): Promise<Map<string, string[]>> {
  const histories: { workflowId: string; runId: string; history: History }[] = [];
  const owners = new Map<string, string>();
  for (const uid of uids) {
    const workflowId = workflowIdOf({ uid, request: 'r1' });
    for (const each of await historiesOf(rig, workflowId)) {
      owners.set(each.runId, uid);
      histories.push({ workflowId, ...each });
    }
  }
  const found = new Map<string, string[]>(uids.map((uid) => [uid, []]));
  const code = readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
  for await (const { runId, error } of Worker.runReplayHistories({ workflowBundle: { code } }, histories)) {
    if (error) found.get(owners.get(runId)!)!.push(`run ${runId} does not replay: ${error.message}`);
    owners.delete(runId);
  }
  for (const [runId, uid] of owners) found.get(uid)!.push(`run ${runId} was not replayed`);
  return found;
}
