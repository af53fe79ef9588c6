import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import { splitAddress } from '../../base/io/address';
import { cacheDirectory } from '../../base/io/cache-directory';
import type { ResourceStack } from '../../base/io/resource-stack';
import type { Settings } from '../../config';
import { given } from '../../core/given';
import {
  connectTemporal,
  ensureNamespace,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
  TemporalError,
} from '../../temporal';
import { prepareDatabase, serverOf } from '../../temporal/database';
import { whyPortUnavailable } from '../../temporal/ports';
import { REPORTS_PROBLEMS, savedViews } from '../../temporal/saved-views';
import { isOlderServer } from '../../temporal/server-version';
import { viewsPage } from '../../temporal/views-page';
import type { StackOptions } from './stack';

interface StackServer {
  settings: Settings;
  uiUrl?: string;
  /** Whether this process started it. */
  own: boolean;
}

/** Uses the configured server or one that can be shared, or starts an embedded one. */
export async function openTemporal(options: StackOptions, resources: ResourceStack): Promise<StackServer> {
  const { settings, ports, env, log, onProgress = () => {} } = options;
  if (settings.temporal.mode === 'existing') return { settings, own: false };
  if (options.shareTemporal && (await mayBeShared(settings, env))) return { settings, own: false };
  const directory = settings.data.directory;
  const dbFile = join(directory, 'temporal.db');
  const executable = await findTemporalExecutable({ onProgress, env, notOlderThan: serverOf(dbFile) });
  options.signal?.throwIfAborted();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const empty = join(cacheDirectory(env), 'temporal', `empty-${executable.server}.db`);
  await prepareDatabase({ file: dbFile, executable, empty, onProgress });
  options.signal?.throwIfAborted();
  onProgress('Starting Temporal ...');
  const pick = async (port: number) =>
    ports.temporal === 'prefer' && (await whyPortUnavailable(LOOPBACK, port)) ? 0 : port;
  const overdueAfter = settings.workflow.review.escalateAfter;
  const reportedProblems = !isOlderServer(executable.server, REPORTS_PROBLEMS);
  const server = await startDevServer({
    executable: executable.path,
    server: executable.server,
    port: await pick(splitAddress(settings.temporal.address).port),
    uiPort: await pick(settings.temporal.uiPort),
    dbFile,
    namespaces: [...new Set([settings.temporal.namespace, settings.temporal.serviceNamespace])],
    searchAttributes: presentationSearchAttributes,
    retentionMs: settings.temporal.retention,
    viewsPage: () => viewsPage(settings.temporal.namespace, savedViews({ overdueAfter, reportedProblems })),
    // The server's warnings are about its own start and shutdown. Real problems are errors or end the process.
    log: (line) => log[/\blevel=ERROR\b/.test(line) ? 'warn' : 'debug']({ part: 'temporal' }, line),
  });
  let stopping = false;
  resources.add(() => {
    stopping = true;
    return server.stop();
  });
  resources.watch(
    server.ended.then(() => {
      if (!stopping) throw new TemporalError('server-failed', 'The embedded Temporal server exited unexpectedly.');
    }),
  );
  return {
    settings: { ...settings, temporal: { ...settings.temporal, address: server.address } },
    ...given({ uiUrl: server.uiUrl }),
    own: true,
  };
}

const LOOPBACK = '127.0.0.1';
/** Key in the namespace's data with the data directory that owns the embedded server. */
const OWNER = 'deckDataDirectory';

/**
 * A server of another stack cannot be shared: it stops with that stack and has jobs under the same names. Any other server can.
 */
async function mayBeShared(settings: Settings, env: NodeJS.ProcessEnv | undefined): Promise<boolean> {
  let temporal: TemporalConnection;
  try {
    temporal = await connectTemporal(settings, env === undefined ? {} : { env });
  } catch {
    return false;
  }
  try {
    const namespace = settings.temporal.serviceNamespace;
    const { namespaceInfo } = await temporal.connection.workflowService.describeNamespace({ namespace });
    const owner = namespaceInfo?.data?.[OWNER];
    return owner === undefined || owner === settings.data.directory;
  } catch {
    // The namespace does not exist yet.
    return true;
  } finally {
    await temporal.close();
  }
}

/** Creates both namespaces if necessary, and marks those of an embedded server with their owner. */
export async function prepareNamespaces(connection: Connection, settings: Settings, own: boolean): Promise<void> {
  const { namespace, serviceNamespace, retention } = settings.temporal;
  await ensureNamespace(connection, namespace, { retentionMs: retention });
  await ensureNamespace(connection, serviceNamespace, { retentionMs: retention });
  if (!own) return;
  await connection.workflowService.updateNamespace({
    namespace: serviceNamespace,
    updateInfo: { data: { [OWNER]: settings.data.directory } },
  });
}
