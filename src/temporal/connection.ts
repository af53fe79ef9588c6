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
import { isLoopback, readSecret, type SecretReference, type Settings } from '../config';
import { clusterProfile } from '../config/temporal-environment';
import { splitAddress } from '../io/address';
import { startTracing } from '../telemetry/tracing';
import { ApiKey } from './api-key';
import { dataConverterOf, listingConverterOf } from './encryption-converter';
import { readEncryptionKeys } from './encryption-keys';
import { grpcReason, isRefusedLogin } from './namespaces';
import { accepts } from './ports';
import { TemporalError } from './temporal-error';
import { workerConverterOf } from './worker-converter';

/** Both kinds of connection take these. */
type ClusterOptions = Pick<ConnectionOptions, 'tls' | 'metadata'> & { address: string; apiKey?: string };

export interface TemporalConnection {
  address: string;
  connection: Connection;
  /** For decks: `temporal.namespace`. */
  client: Client;
  /** For lists of decks and schedules: leaves out what it has no key for, where the others refuse to read it. */
  lists: Client;
  /** For the service's own jobs: `temporal.serviceNamespace`. */
  serviceClient: Client;
  /** How workers write and read payloads. A client would throw at one that it cannot read; a workflow takes note of it. */
  dataConverter: DataConverter;
  /** For workers: one native connection, made when first asked for. */
  native(): Promise<NativeConnection>;
  /** Workers that use the native connection must have ended before; one that could not keeps that connection open. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  env?: NodeJS.ProcessEnv;
  /** Instead of `temporal.connectTimeout`. */
  timeoutMs?: number;
  /** How often the API key is read again: one that is replaced in its file counts without a restart. */
  apiKeyEveryMs?: number;
}

/** Connects to the server that the settings name, or fails with one sentence within the deadline. */
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

/** A worker that does not end holds its connection until the process is gone. */
function onlyStillHeld(error: unknown): void {
  if (!(error instanceof IllegalStateError)) throw error;
}

async function connect(
  cluster: ClusterOptions,
  apiKey: ApiKey,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<Connection> {
  const nobody = (cause?: unknown) =>
    new TemporalError(
      'not-reachable',
      `No Temporal server answers at ${cluster.address}; start one with "deck dev" or set temporal.address.`,
      { cause },
    );
  // gRPC waits out the whole deadline on a closed port. Only asked on this machine: elsewhere a proxy may lie between.
  const { host, port } = splitAddress(cluster.address);
  if (isLoopback(host) && !(await accepts(host, port, timeoutMs))) throw nobody();
  const interceptors = [untilClosed(closing)];
  const key = apiKey.current() === undefined ? {} : { apiKey: () => apiKey.current()! };
  const connection = Connection.lazy({ ...cluster, ...key, connectTimeout: timeoutMs, interceptors });
  try {
    await connection.ensureConnected();
    return connection;
  } catch (error) {
    await connection.close();
    if (isRefusedLogin(error)) {
      throw new TemporalError(
        'refused',
        `The Temporal server at ${cluster.address} refuses these credentials (${grpcReason(error)}); ` +
          'check temporal.apiKey, temporal.tls and the TEMPORAL_* variables.',
        { cause: error },
      );
    }
    throw nobody(error);
  }
}

/**
 * The client's own retries, as long as there is a connection: a call that was under way when it was closed would be tried
 * again on the closed one, which throws where nobody can catch it and ends the process.
 */
function untilClosed(closing: AbortSignal) {
  const standard = defaultGrpcRetryOptions();
  return makeGrpcRetryInterceptor({
    ...standard,
    retryableDecider: (attempt, status) => !closing.aborted && standard.retryableDecider(attempt, status),
  });
}

function connectNative(cluster: ClusterOptions): Promise<NativeConnection> {
  // Loaded when a worker is wanted: the native module costs a client-only command a tenth of a second.
  const worker = require('@temporalio/worker') as typeof import('@temporalio/worker');
  return worker.NativeConnection.connect(cluster);
}

/** Settings below the profile of Temporal's own tools, below the TEMPORAL_* variables. */
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
    // Where the profile says nothing of TLS, an API key alone makes `named.tls` true and would hide our own settings.
    tls: profile.tls === undefined ? own : (named.tls ?? false),
    ...(named.metadata ? { metadata: named.metadata } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
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
