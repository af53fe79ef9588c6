import { readFileSync } from 'node:fs';
import type { temporal as proto } from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { workflowIdOf } from '../../src/core/deck-id';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import type { Rig } from './rig';

type History = proto.api.history.v1.IHistory;

/** What today's workflow code cannot replay of the decks of these users, every run of each. */
export async function unreplayable({ temporal }: Rig, uids: readonly string[]): Promise<Map<string, string[]>> {
  const histories: { workflowId: string; runId: string; history: History }[] = [];
  const owners = new Map<string, string>();
  for (const uid of uids) {
    const workflowId = workflowIdOf({ uid, request: 'r1' });
    for (let runId: string | undefined; ; ) {
      const history: History = await temporal.client.workflow.getHandle(workflowId, runId).fetchHistory();
      const first = history.events![0]!.workflowExecutionStartedEventAttributes!;
      const own = first.originalExecutionRunId!;
      owners.set(own, uid);
      histories.push({ workflowId, runId: own, history });
      if (!first.continuedExecutionRunId) break;
      runId = first.continuedExecutionRunId;
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
