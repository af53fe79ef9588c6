import { Context } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { AuditLog } from '../src/base/audit/audit-log';
import type { ServiceClient } from '../src/client';
import type { Settings } from '../src/config';
import type { CallName, EndpointName, ReadOf, RequestOf, SecretName } from '../src/contract';
import type { DocumentStore } from '../src/decks/documents/document-store';
import type { Checker } from '../src/slides/check';
import type { Comparer, Condenser } from '../src/slides/import';
import type { WorkerTelemetry } from '../src/temporal/telemetry/worker-telemetry';
import { failureOf } from './failures';
import { guardPayload } from './payload-guard';

/** The user whose token authenticates a call. */
export interface User {
  uid: string;
  channel: string;
}

/** Input of an activity that calls an endpoint. */
export interface Call<Name extends EndpointName> {
  user: User;
  request: RequestOf<Name>;
}

/** Dependencies of the activities; one set per worker. */
export interface ActivityDependencies {
  client: ServiceClient;
  documents: DocumentStore;
  settings: Settings;
  log: Logger;
  audit: AuditLog;
  telemetry: WorkerTelemetry;
  /** Without it, documents are not read before the service reads them, and decks are not compared with theirs. */
  comparer?: Pick<Comparer, 'leftOut' | 'fault'>;
  /** Without it, nothing can be condensed. */
  condenser?: Pick<Condenser, 'condense'>;
  /** Without it, delivered files are not checked. */
  checker?: Pick<Checker, 'check'>;
}

const HEARTBEAT_EVERY_MS = 2000;

/**
 * Runs the body of an activity. Sends heartbeats, so that a dead worker is noticed in seconds; converts errors into
 * failures of the failure table; and rejects a result that is too large for a history before the server does. URLs in the
 * answer of an endpoint lose their signatures.
 */
export async function perform<T>(
  { settings }: Pick<ActivityDependencies, 'settings'>,
  endpoint: EndpointName | undefined,
  body: (signal: AbortSignal, progress: (details: unknown) => void) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const began = performance.now();
  let details: unknown;
  const beat = setInterval(() => context.heartbeat(details), HEARTBEAT_EVERY_MS);
  try {
    const answer = await body(context.cancellationSignal, (now) => {
      details = now;
    });
    const result = endpoint === undefined ? answer : withoutSignatures(answer);
    guardPayload(result, settings.workflow.payloadLimit);
    context.log.debug('activity done', { ...(endpoint && { endpoint }), ms: Math.round(performance.now() - began) });
    return result;
  } catch (error) {
    throw failureOf(error, { endpoint, settings, cancelled: context.cancellationSignal.aborted });
  } finally {
    clearInterval(beat);
  }
}

/**
 * The activity of an endpoint whose response may be in a history.
 * @param around what is done around the call
 */
export function callActivity<Name extends Exclude<CallName, SecretName>, Result = ReadOf<Name>>(
  deps: ActivityDependencies,
  name: Name,
  around = (call: () => Promise<ReadOf<Name>>) => call() as Promise<Result>,
) {
  return (input: Call<Name>): Promise<Result> =>
    perform(deps, name, (signal) => around(() => deps.client.call(name, input.request, { ...input.user, signal })));
}

/** Removes the query of every URL: those of downloads and covers contain signatures. */
function withoutSignatures<T>(value: T): T {
  if (typeof value === 'string') return (isUrl(value) ? value.split(/[?#]/, 1)[0] : value) as T;
  if (Array.isArray(value)) return value.map(withoutSignatures) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSignatures(item)])) as T;
}

function isUrl(text: string): boolean {
  return /^(https?:)?\/\/\S+$/i.test(text);
}
