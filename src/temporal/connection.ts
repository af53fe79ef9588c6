import {
  Client,
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { type DataConverter, IllegalStateError } from '@temporalio/common';
import { toClientOptions } from '@temporalio/envconfig';
import type { NativeConnection } from '@temporalio/worker';
import { splitAddress } from '../base/io/address';
import {
  clusterProfile,
  isLoopback,
  readEncryptionKeys,
  readSecret,
  type SecretReference,
  type Settings,
} from '../config';
import { given } from '../core/given';
import { ApiKey } from './api-key';
import { dataConverterOf, listingConverterOf } from './encryption-converter';
import { grpcReason, isRefusedLogin } from './namespaces';
import { accepts } from './ports';
import { startTracing } from './telemetry/tracing';
import { TemporalError } from './temporal-error';
import { workerConverterOf } from './worker-converter';

/** Options of client and native connections. */
type ClusterOptions = Pick<ConnectionOptions, 'tls' | 'metadata'> & { address: string; apiKey?: string };

export interface TemporalConnection {
  address: string;
  connection: Connection;
  /** For decks: `temporal.namespace`. */
  client: Client;
  /** For lists of decks and schedules: skips payloads without a key, which the other clients reject. */
  lists: Client;
  /** For jobs of the embedded service: `temporal.serviceNamespace`. */
  serviceClient: Client;
  /** For workers: marks an unreadable payload instead of throwing, so that the workflow can handle it. */
  dataConverter: DataConverter;
  /** For workers: one native connection, opened on first use. */
  native(): Promise<NativeConnection>;
  /** Stop workers that use the native connection first. A worker that did not stop keeps it open. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  env?: NodeJS.ProcessEnv;
  /** Overrides `temporal.connectTimeout`. */
  timeoutMs?: number;
  /** Interval at which the API key is reread. */
  apiKeyEveryMs?: number;
}

/** Connects to the configured server. @throws TemporalError within the timeout */
export async function connectTemporal(settings: Settings, options: ConnectOptions = {}): Promise<TemporalConnection> {
  const { env = process.env, timeoutMs = settings.temporal.connectTimeout, apiKeyEveryMs = 10_000 } = options;
  const cluster = clusterOptions(settings.temporal, env);
  const keys = readEncryptionKeys(settings, env);
  const dataConverter = dataConverterOf(keys);
  const closing = new AbortController();
  const apiKey = new ApiKey(cluster.apiKey, apiKeyEveryMs, () => clusterOptions(settings.temporal, env).apiKey);
  const connection = await connect(cluster, apiKey, timeoutMs, closing.signal).catch((error) => {
    apiKey.close();
    throw error;
  });
  const { namespace, serviceNamespace } = settings.temporal;
  const traces = startTracing(settings, env);
  const interceptors = traces === undefined ? {} : { interceptors: traces.clientInterceptors() };
  let native: Promise<NativeConnection> | undefined;
  return {
    address: cluster.address,
    connection,
    client: new Client({ connection, namespace, dataConverter, ...interceptors }),
    lists: new Client({ connection, namespace, dataConverter: listingConverterOf(keys) }),
    serviceClient: new Client({ connection, namespace: serviceNamespace, dataConverter, ...interceptors }),
    dataConverter: workerConverterOf(keys),
    native: () => {
      native ??= connectNative({ ...cluster, ...keyOf(apiKey) }).then((opened) => {
        apiKey.onChange((key) => opened.setApiKey(key));
        return opened;
      });
      return native;
    },
    close: async () => {
      const opened = await native?.catch(() => undefined);
      closing.abort();
      apiKey.close();
      await Promise.all([connection.close(), opened?.close().catch(onlyStillHeld), traces?.flush()]);
    },
  };
}

function keyOf(apiKey: ApiKey): { apiKey?: string } {
  const key = apiKey.current();
  return key === undefined ? {} : { apiKey: key };
}

function notReachable(address: string, cause?: unknown): TemporalError {
  return new TemporalError(
    'not-reachable',
    `No Temporal server responds at ${address}. Start one with \`deck dev\`, or set temporal.address.`,
    { cause },
  );
}

/** A worker that does not stop holds its connection until the process exits. */
function onlyStillHeld(error: unknown): void {
  if (!(error instanceof IllegalStateError)) throw error;
}

async function connect(
  cluster: ClusterOptions,
  apiKey: ApiKey,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<Connection> {
  // gRPC waits for the whole timeout on a closed port. Checked only on loopback, because other hosts may be behind a proxy.
  const { host, port } = splitAddress(cluster.address);
  if (isLoopback(host) && !(await accepts(host, port, timeoutMs))) throw notReachable(cluster.address);
  const interceptors = [untilClosed(closing)];
  const key = apiKey.current() === undefined ? {} : { apiKey: () => apiKey.current()! };
  // A page of a history can be larger than gRPC's default of 4 MB.
  const channelArgs = { 'grpc.max_receive_message_length': -1 };
  const connection = Connection.lazy({ ...cluster, ...key, connectTimeout: timeoutMs, interceptors, channelArgs });
  try {
    await connection.ensureConnected();
    return connection;
  } catch (error) {
    await connection.close();
    if (isRefusedLogin(error)) {
      throw new TemporalError(
        'refused',
        `The Temporal server at ${cluster.address} rejected the credentials (${grpcReason(error)}). ` +
          'Check temporal.apiKey, temporal.tls and the TEMPORAL_* variables.',
        { cause: error },
      );
    }
    throw notReachable(cluster.address, error);
  }
}

/**
 * The client's default retries, but none after the connection was closed. Retrying a call on a closed connection throws an
 * error that cannot be caught, which crashes the process.
 */
function untilClosed(closing: AbortSignal) {
  const defaults = defaultGrpcRetryOptions();
  return makeGrpcRetryInterceptor({
    ...defaults,
    retryableDecider: (attempt, status) => !closing.aborted && defaults.retryableDecider(attempt, status),
  });
}

function connectNative(cluster: ClusterOptions): Promise<NativeConnection> {
  // Loaded when a worker is wanted: the native module costs a client-only command a tenth of a second.
  const worker = require('@temporalio/worker') as typeof import('@temporalio/worker');
  return worker.NativeConnection.connect(cluster).catch((error) => {
    throw notReachable(cluster.address, error);
  });
}

/** Connection options. TEMPORAL_* variables override the profile, which overrides the settings. */
function clusterOptions(temporal: Settings['temporal'], env: NodeJS.ProcessEnv): ClusterOptions {
  if (temporal.mode === 'embedded') return { address: temporal.address, tls: false };
  const profile = clusterProfile(temporal, env);
  const { connectionOptions: named } = toClientOptions(profile);
  const secret = (reference: SecretReference | null, key: string) =>
    reference ? readSecret(reference, `temporal.${key}`, env) : undefined;
  const apiKey = (named.apiKey as string | undefined) ?? secret(temporal.apiKey, 'apiKey');
  const own = temporal.tls.mode === 'never' ? false : (ownTls(temporal, secret) ?? apiKey !== undefined);
  return {
    address: temporal.address,
    // If the profile does not set TLS, an API key alone makes `named.tls` true, which would hide the TLS settings.
    tls: profile.tls === undefined ? own : (named.tls ?? false),
    ...(named.metadata ? { metadata: named.metadata } : {}),
    ...given({ apiKey }),
  };
}

function ownTls(
  { tls }: Settings['temporal'],
  secret: (reference: SecretReference | null, key: string) => string | undefined,
): Exclude<ConnectionOptions['tls'], boolean | null> {
  const serverCa = secret(tls.serverCa, 'tls.serverCa');
  const crt = secret(tls.clientCertificate, 'tls.clientCertificate');
  const key = secret(tls.clientKey, 'tls.clientKey');
  const wanted = tls.mode === 'always' || tls.serverName !== null || serverCa !== undefined || crt !== undefined;
  if (!wanted) return undefined;
  return {
    ...(tls.serverName === null ? {} : { serverNameOverride: tls.serverName }),
    ...(serverCa === undefined ? {} : { serverRootCACertificate: Buffer.from(serverCa) }),
    ...(crt === undefined || key === undefined
      ? {}
      : { clientCertPair: { crt: Buffer.from(crt), key: Buffer.from(key) } }),
  };
}
