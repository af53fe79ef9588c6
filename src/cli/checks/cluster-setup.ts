import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { formatDuration, type Settings } from '../../config';
import { housekeepingSchedule, scheduleHousekeeping } from '../../service/jobs/housekeeping';
import {
  ensureNamespace,
  ensureSearchAttributes,
  metadataType,
  namespaceIsUsable,
  presentationSearchAttributes,
  surveySearchAttributes,
  type TemporalConnection,
  TemporalError,
} from '../../temporal';
import { isNotPermitted } from '../../temporal/namespaces';
import { administratorCommands } from './administrator-commands';

/** One resource that decks need on a cluster. */
export interface SetupStep {
  what: 'namespace' | 'search attribute' | 'schedule';
  name: string;
  /** `there`: existed before; `made`: just created; `missing`: does not exist and was not created. */
  state: 'there' | 'made' | 'missing';
  message: string;
  /** How a person can create it, if this command cannot. */
  remedy?: string;
}

export interface SetupOptions {
  /** Change nothing. */
  check: boolean;
}

/**
 * Prepares a cluster for decks, or reports missing resources. Idempotent and safe to run concurrently: existing
 * resources are not changed, except for the interval of the housekeeping schedule.
 */
export async function setUpCluster(
  cluster: TemporalConnection,
  settings: Settings,
  options: SetupOptions,
): Promise<SetupStep[]> {
  const { namespace, serviceNamespace } = settings.temporal;
  const decks = await namespaceStep(cluster, settings, namespace, options);
  const steps = [decks, ...(await attributeSteps(cluster, settings, decks.state !== 'missing', options))];
  // The jobs of an external generation service do not run on this cluster.
  if (settings.service.baseUrl !== null) return steps;
  const jobs =
    serviceNamespace === namespace ? decks : await namespaceStep(cluster, settings, serviceNamespace, options);
  if (jobs !== decks) steps.push(jobs);
  steps.push(await scheduleStep(cluster, settings, jobs.state !== 'missing', options));
  return steps;
}

async function namespaceStep(
  { connection, address }: TemporalConnection,
  { temporal: { retention } }: Settings,
  name: string,
  { check }: SetupOptions,
): Promise<SetupStep> {
  const step = { what: 'namespace', name } as const;
  const kept = `completed decks are kept for ${formatDuration(retention)}`;
  // Temporal Cloud does not distinguish a missing namespace from one of another account.
  const usable = await namespaceIsUsable(connection, name).catch((error) => {
    if (isNotPermitted(error)) return false;
    throw error;
  });
  if (usable) return { ...step, state: 'there', message: 'exists' };
  if (check) return { ...step, state: 'missing', message: 'does not exist' };
  try {
    const created = await ensureNamespace(connection, name, { retentionMs: retention });
    return created === 'created'
      ? { ...step, state: 'made', message: `created; ${kept}` }
      : { ...step, state: 'there', message: 'exists' };
  } catch (error) {
    if (!isRejection(error) && !isNotPermitted(error)) throw error;
    const { namespace: remedy } = administratorCommands(name, address, retention);
    return { ...step, state: 'missing', message: 'cannot be created with these credentials', remedy };
  }
}

async function attributeSteps(
  { connection, address }: TemporalConnection,
  { temporal: { namespace, retention } }: Settings,
  usable: boolean,
  { check }: SetupOptions,
): Promise<SetupStep[]> {
  const what = 'search attribute';
  const typed = presentationSearchAttributes.map((attribute) => ({ attribute, type: metadataType(attribute.type) }));
  if (!usable) {
    const message = `does not exist because its namespace ${namespace} does not`;
    return typed.map(({ attribute: { name } }) => ({ what, name, state: 'missing', message }));
  }
  const { missing, wrong, refusal } = await surveySearchAttributes(connection, namespace);
  let added: string[] = [];
  let failure: unknown = refusal;
  if (!check && wrong.length === 0 && missing.length > 0) {
    added = await ensureSearchAttributes(connection, namespace).catch((error) => {
      if (!isRejection(error)) throw error;
      failure = error;
      return [];
    });
  }
  const remedy = administratorCommands(namespace, address, retention, missing).attributes;
  return typed.map(({ attribute, type }): SetupStep => {
    const { name } = attribute;
    const other = wrong.find(({ wanted }) => wanted === attribute);
    if (other !== undefined) {
      const message = `exists with type ${other.found}; decks need ${type}`;
      return {
        what,
        name,
        state: 'missing',
        message,
        remedy: 'remove it from the namespace, or use another namespace',
      };
    }
    if (added.includes(name)) return { what, name, state: 'made', message: `created (${type})` };
    // If nothing failed, a missing attribute that was not added has been created concurrently.
    const settled = !check && wrong.length === 0 && failure === undefined;
    if (settled || !missing.includes(attribute)) {
      return { what, name, state: 'there', message: `exists (${type})` };
    }
    if (failure === undefined) return { what, name, state: 'missing', message: `does not exist (${type})` };
    // One remedy covers all missing attributes.
    const first = missing[0] === attribute ? { remedy: isLimit(failure) ? failure.message : remedy } : {};
    const message = isLimit(failure) ? 'cannot be added' : 'cannot be added with these credentials';
    return { what, name, state: 'missing', message, ...first };
  });
}

async function scheduleStep(
  { serviceClient }: TemporalConnection,
  settings: Settings,
  usable: boolean,
  { check }: SetupOptions,
): Promise<SetupStep> {
  const name = housekeepingSchedule(settings);
  const step = { what: 'schedule', name } as const;
  const every = `every ${formatDuration(settings.server.housekeeping)}`;
  const before = usable ? await scheduledEvery(serviceClient, name) : undefined;
  const same = before === settings.server.housekeeping;
  if (before !== undefined && (check || same)) {
    return { ...step, state: 'there', message: `exists, every ${formatDuration(before)}` };
  }
  if (check || !usable) return { ...step, state: 'missing', message: 'does not exist' };
  await scheduleHousekeeping(serviceClient, settings);
  return { ...step, state: 'made', message: before === undefined ? `created, ${every}` : `set to ${every}` };
}

/** Interval in milliseconds; undefined if the schedule does not exist. */
async function scheduledEvery({ schedule }: Client, name: string): Promise<number | undefined> {
  try {
    const { spec } = await schedule.getHandle(name).describe();
    return spec.intervals?.[0]?.every ?? 0;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    throw error;
  }
}

function isLimit(error: unknown): error is TemporalError {
  return error instanceof TemporalError && error.code === 'search-attribute-limit';
}

function isRejection(error: unknown): boolean {
  return isLimit(error) || (error instanceof TemporalError && error.code === 'not-permitted');
}
