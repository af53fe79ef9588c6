import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { msNumberToTs } from '@temporalio/common/lib/time';
import { TemporalError } from './temporal-error';

/** gRPC status codes (https://grpc.io/docs/guides/status-codes/). */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;

/** Time for a new namespace to reach all caches of a cluster, which refresh every 10 s. */
const PROPAGATION_MS = 120_000;

export interface NamespaceOptions {
  /** Retention of closed workflows if the namespace is created. */
  retentionMs?: number;
}

/** Creates the namespace if it does not exist, and waits until it is usable. */
export async function ensureNamespace(
  connection: Connection,
  namespace: string,
  { retentionMs = 7 * 86_400_000 }: NamespaceOptions = {},
): Promise<'existed' | 'created'> {
  if (await namespaceIsUsable(connection, namespace)) return 'existed';
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      description: 'Created by deck',
      workflowExecutionRetentionPeriod: msNumberToTs(retentionMs),
    });
  } catch (error) {
    if (grpcStatus(error) !== ALREADY_EXISTS) {
      throw new TemporalError(
        'not-permitted',
        `The namespace ${namespace} does not exist, and these credentials cannot create it (${grpcReason(error)}). ` +
          'Ask an administrator to create it, or set temporal.namespace and temporal.serviceNamespace to existing ones.',
        { cause: error },
      );
    }
  }
  const deadline = Date.now() + PROPAGATION_MS;
  while (!(await namespaceIsUsable(connection, namespace))) {
    if (Date.now() > deadline)
      throw new TemporalError(
        'server-failed',
        `The namespace ${namespace} was created but is not usable yet. Try again.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 'created';
}

/** Queries the visibility store, the last part of a server to know a new namespace. */
export async function namespaceIsUsable(connection: Connection, namespace: string): Promise<boolean> {
  try {
    await connection.workflowService.listWorkflowExecutions({ namespace, pageSize: 1 });
    return true;
  } catch (error) {
    if (grpcStatus(error) === NOT_FOUND) return false;
    throw error;
  }
}

export async function setRetention(connection: Connection, namespace: string, retentionMs: number): Promise<void> {
  await connection.workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: msNumberToTs(retentionMs) },
  });
}

/** Whether the caller lacks permission, or the server does not support the call. */
export function isNotPermitted(error: unknown): boolean {
  return [PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED].includes(grpcStatus(error) ?? -1);
}

export function isInvalidArgument(error: unknown): boolean {
  return grpcStatus(error) === INVALID_ARGUMENT;
}

export function isRefusedLogin(error: unknown): boolean {
  return [PERMISSION_DENIED, UNAUTHENTICATED].includes(grpcStatus(error) ?? -1);
}

/** The server's message without the status code that gRPC prepends. */
export function grpcReason(error: unknown): string {
  const source = grpcSource(error);
  if (source) return source.details.replace(/\.$/, '') || `status ${source.code}`;
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

function grpcStatus(error: unknown): number | undefined {
  return grpcSource(error)?.code;
}

function grpcSource(error: unknown) {
  if (isGrpcServiceError(error)) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) ? cause : undefined;
}
