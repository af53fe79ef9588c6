import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import type { Settings } from '../config';
import { splitAddress } from '../io/address';
import type { ResourceStack } from '../io/resource-stack';
import {
  connectTemporal,
  ensureNamespace,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
  TemporalError,
} from '../temporal';
import { whyPortUnavailable } from '../temporal/ports';
import type { StackOptions } from './stack';

/** The Temporal server of a stack. */
export interface StackServer {
  settings: Settings;
  uiUrl?: string;
  /** Started by this process. */
  own: boolean;
}

/** The configured server, one that may be shared, or an embedded one of its own. */
export async function openTemporal(options: StackOptions, resources: ResourceStack): Promise<StackServer> {
  const { settings, ports, env, log, onProgress = () => {} } = options;
  if (settings.temporal.mode === 'existing') return { settings, own: false };
  if (options.shareTemporal && (await mayBeShared(settings, env))) return { settings, own: false };
  const executable = await findTemporalExecutable({ onProgress, ...(env === undefined ? {} : { env }) });
  options.signal?.throwIfAborted();
  onProgress('Starting Temporal ...');
  const pick = async (port: number) => (ports.temporal === 'prefer' && (await whyPortUnavailable(LOOPBACK, port)) ? 0 : port);
  const directory = settings.data.directory;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const server = await startDevServer({
    executable: executable.path,
    port: await pick(splitAddress(settings.temporal.address).port),
    uiPort: await pick(settings.temporal.uiPort),
    dbFile: join(directory, 'temporal.db'),
    namespaces: [...new Set([settings.temporal.namespace, settings.temporal.serviceNamespace])],
    searchAttributes: presentationSearchAttributes,
    retentionMs: settings.temporal.retention,
    // Its warnings are of its own start and end; what matters comes as an error, or as the end of the process.
    log: (line) => log[/\blevel=ERROR\b/.test(line) ? 'warn' : 'debug']({ part: 'temporal' }, line),
  });
  let stopping = false;
  resources.add(() => {
    stopping = true;
    return server.stop();
  });
  resources.watch(
    server.ended.then(() => {
      if (!stopping) throw new TemporalError('server-failed', 'The embedded Temporal server has ended unexpectedly.');
    }),
  );
  return {
    settings: { ...settings, temporal: { ...settings.temporal, address: server.address } },
    ...(server.uiUrl === undefined ? {} : { uiUrl: server.uiUrl }),
    own: true,
  };
}

const LOOPBACK = '127.0.0.1';
/** Key in the data of the service's namespace: whose embedded server this is. */
const OWNER = 'deckDataDirectory';

/**
 * A server that another stack started ends with that stack and holds its jobs under the same names; one that anybody
 * else started may be used.
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
    // It has no such namespace yet.
    return true;
  } finally {
    await temporal.close();
  }
}

/** Both namespaces exist; those of an embedded server say whose it is. */
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
