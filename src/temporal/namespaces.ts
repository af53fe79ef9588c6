import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { msNumberToTs } from '@temporalio/common/lib/time';
import { TemporalError } from './temporal-error';

/** gRPC status numbers that decide what is said and done (https://grpc.io/docs/guides/status-codes/). */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;

/** How long a new namespace may take to be known everywhere in a cluster: its caches are refreshed every 10 s. */
const SPREAD_MS = 20_000;

export interface NamespaceOptions {
  /** How long a closed workflow can still be looked up, when the namespace has to be made. */
  retentionMs?: number;
}

/** Makes the namespace when the cluster does not have it, and waits until it can be used. */
export async function ensureNamespace(
  connection: Connection,
  namespace: string,
  { retentionMs = 7 * 86_400_000 }: NamespaceOptions = {},
): Promise<'existed' | 'created'> {
  if (await namespaceIsUsable(connection, namespace)) return 'existed';
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      description: 'Made by deck',
      workflowExecutionRetentionPeriod: msNumberToTs(retentionMs),
    });
  } catch (error) {
    if (grpcStatus(error) !== ALREADY_EXISTS) {
      throw new TemporalError(
        'not-permitted',
        `The namespace ${namespace} does not exist and may not be made with these credentials (${grpcReason(error)}); ` +
          `have it made, or set temporal.namespace and temporal.serviceNamespace to existing ones.`,
        { cause: error },
      );
    }
  }
  const deadline = Date.now() + SPREAD_MS;
  while (!(await namespaceIsUsable(connection, namespace))) {
    if (Date.now() > deadline)
      throw new TemporalError(
        'server-failed',
        `The namespace ${namespace} was made but cannot be used yet; try again.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 'created';
}

/** Asked of the visibility store, which is the last part of a server to know a namespace. */
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

/** Whether the server answered that the caller may not do this, or that it does not offer it. */
export function isNotPermitted(error: unknown): boolean {
  return [PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED].includes(grpcStatus(error) ?? -1);
}

export function isInvalidArgument(error: unknown): boolean {
  return grpcStatus(error) === INVALID_ARGUMENT;
}

export function isRefusedLogin(error: unknown): boolean {
  return [PERMISSION_DENIED, UNAUTHENTICATED].includes(grpcStatus(error) ?? -1);
}

/** The server's own words, without the status number that gRPC puts before them. */
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
