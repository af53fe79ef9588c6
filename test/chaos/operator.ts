import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Settings } from '../../src/config';
import { workflowIdOf } from '../../src/core/deck-id';
import type { TemporalConnection } from '../../src/temporal';
import { releasedWorkflows } from '../upgrade/kept';
import type { FurtherBlow, MessageKind } from './further-sites';

/** For how long an operator tries to undo a pause. */
const UNDO_MS = 60_000;
/** What one call may take; Temporal may be away. */
const CALL_MS = 4000;

/** Does what a person at the Temporal UI, a program or a roll-out does. Answers false where there was nothing to do it to. */
export async function strikeFurther(
  settings: Settings,
  temporal: TemporalConnection,
  blow: FurtherBlow,
): Promise<boolean> {
  if (blow.what === 'old worker') return joinForAWhile(settings, temporal, blow.lasts);
  if (blow.what === 'terminate job') return terminateJob(settings, temporal);
  const workflowId = workflowIdOf({ uid: blow.uid, request: 'r1' });
  if (blow.what === 'message') return send(temporal, workflowId, blow.message);
  const { namespace } = settings.temporal;
  const target = { namespace, execution: { workflowId }, identity: 'operator' };
  const service = temporal.client.workflowService;
  const described = await quickly(temporal, () => temporal.client.workflow.getHandle(workflowId).describe());
  const id = described?.raw.pendingActivities?.[0]?.activityId;
  if (id == null) return false;
  if (blow.what === 'reset activity')
    return (await quickly(temporal, () => service.resetActivity({ ...target, id }))) !== undefined;
  // Without an answer it may be paused all the same: an operator undoes it either way.
  const paused = await quickly(temporal, () => service.pauseActivity({ ...target, id }));
  await pause(blow.lasts);
  for (const end = Date.now() + UNDO_MS; Date.now() < end; await pause(500)) {
    const undone = await quickly(temporal, () =>
      service.unpauseActivity({ ...target, id }).catch((error) => {
        // It has ended meanwhile.
        if (/not.?found|already completed/i.test(String(error))) return {};
        throw error;
      }),
    );
    if (undone !== undefined) break;
  }
  return paused !== undefined;
}

async function send(temporal: TemporalConnection, workflowId: string, message: MessageKind): Promise<boolean> {
  const handle = temporal.client.workflow.getHandle(workflowId);
  const ways: Record<MessageKind, () => Promise<unknown>> = {
    // Below the server's limit of 2 MB, and more than one call can take as its arguments.
    children: () => handle.signal('approveOutline', { revision: 1, comment: Array(900_000).fill(0) }),
    malformed: () => handle.signal('approveOutline', 'decision', { revision: {}, decision: ['approve'] }),
    'unknown signal': () => handle.signal('noSuchSignal', { outline: '# No' }),
    'unknown update': () => handle.executeUpdate('noSuchUpdate', { args: [1] }).catch(() => true),
    move: () => handle.executeUpdate('moveToCurrentBuild').catch(() => true),
  };
  return (await quickly(temporal, () => ways[message]().then(() => true))) !== undefined;
}

/** One of the service's jobs that run, whosever it is: its id does not say. */
async function terminateJob({ temporal: { serviceNamespace } }: Settings, temporal: TemporalConnection) {
  const client = new Client({ connection: temporal.connection, namespace: serviceNamespace });
  for (let tries = 0; tries < 10; tries += 1, await pause(200)) {
    const ended = await quickly(temporal, async () => {
      for await (const { workflowId, runId } of client.workflow.list({ query: 'ExecutionStatus="Running"' })) {
        if (!/^(content|export)\//.test(workflowId)) continue;
        await client.workflow.getHandle(workflowId, runId).terminate('by an operator');
        return true;
      }
      return false;
    });
    if (ended) return true;
  }
  return false;
}

/** A worker of the newest release asks for the same decks' steps, as a pod of a roll-out does; one at a time. */
let joined = false;
async function joinForAWhile({ temporal: { taskQueue } }: Settings, temporal: TemporalConnection, lasts: number) {
  if (joined) return false;
  const code = releasedWorkflows();
  joined = true;
  try {
    const connection = await NativeConnection.connect({ address: temporal.address });
    try {
      const worker = await Worker.create({
        connection,
        taskQueue,
        identity: 'worker of a release',
        workflowBundle: { code },
        maxCachedWorkflows: 0,
      });
      const ended = worker.run();
      await Promise.race([pause(lasts), ended]);
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    } finally {
      await connection.close();
    }
    return true;
  } catch {
    // Temporal was away.
    return false;
  } finally {
    joined = false;
  }
}

function quickly<Value>({ connection }: TemporalConnection, ask: () => Promise<Value>): Promise<Value | undefined> {
  const asked = connection.withDeadline(Date.now() + CALL_MS, ask).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, CALL_MS + 500, undefined).unref());
  return Promise.race([asked, late]);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
