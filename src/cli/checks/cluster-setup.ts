import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import type { Settings } from '../../config';
import { formatDuration } from '../../config/duration';
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
import { administratorsSteps } from './administrators-steps';

/** One thing that decks need of a cluster. */
export interface SetupStep {
  what: 'namespace' | 'search attribute' | 'schedule';
  name: string;
  /** `there`: it was before. `made`: just now. `missing`: it is not, and was not made. */
  state: 'there' | 'made' | 'missing';
  message: string;
  /** Where these credentials may not make it, or it cannot be made: what a person has to do. */
  remedy?: string;
}

export interface SetupOptions {
  /** Only look. */
  check: boolean;
}

/**
 * Prepares a cluster for decks, or says what is missing. Whatever is there already is left as it is, so that it can be
 * run again, and by two people at once.
 */
export async function setUpCluster(
  cluster: TemporalConnection,
  settings: Settings,
  options: SetupOptions,
): Promise<SetupStep[]> {
  const { namespace, serviceNamespace } = settings.temporal;
  const decks = await namespaceStep(cluster, settings, namespace, options);
  const steps = [decks, ...(await attributeSteps(cluster, settings, decks.state !== 'missing', options))];
  // With a service of somebody else, its jobs are not run here.
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
  const kept = `finished decks are kept for ${formatDuration(retention)}`;
  // Temporal Cloud does not say of a namespace that is not there, or is not the caller's, which of the two it is.
  const usable = await namespaceIsUsable(connection, name).catch((error) => {
    if (isNotPermitted(error)) return false;
    throw error;
  });
  if (usable) return { ...step, state: 'there', message: 'was there' };
  if (check) return { ...step, state: 'missing', message: 'is not there' };
  try {
    const made = await ensureNamespace(connection, name, { retentionMs: retention });
    return made === 'created'
      ? { ...step, state: 'made', message: `made; ${kept}` }
      : { ...step, state: 'there', message: 'was there' };
  } catch (error) {
    if (!isRefusal(error) && !isNotPermitted(error)) throw error;
    const { namespace: remedy } = administratorsSteps(name, address, retention);
    return { ...step, state: 'missing', message: 'may not be made with these credentials', remedy };
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
    const message = `is not there, as its namespace ${namespace} is not`;
    return typed.map(({ attribute: { name } }) => ({ what, name, state: 'missing', message }));
  }
  const { missing, wrong, refusal } = await surveySearchAttributes(connection, namespace);
  let added: string[] = [];
  let failure: unknown = refusal;
  if (!check && wrong.length === 0 && missing.length > 0) {
    added = await ensureSearchAttributes(connection, namespace).catch((error) => {
      if (!isRefusal(error)) throw error;
      failure = error;
      return [];
    });
  }
  const remedy = administratorsSteps(namespace, address, retention, missing).attributes;
  return typed.map(({ attribute, type }): SetupStep => {
    const { name } = attribute;
    const other = wrong.find(({ wanted }) => wanted === attribute);
    if (other !== undefined) {
      const message = `the name is taken with the type ${other.found}, and decks need ${type}`;
      return { what, name, state: 'missing', message, remedy: 'remove it there, or use another namespace' };
    }
    if (added.includes(name)) return { what, name, state: 'made', message: `made (${type})` };
    // Without a failure, what was missing and was not added has been made by somebody else meanwhile.
    const settled = !check && wrong.length === 0 && failure === undefined;
    if (settled || !missing.includes(attribute)) {
      return { what, name, state: 'there', message: `was there (${type})` };
    }
    if (failure === undefined) return { what, name, state: 'missing', message: `is not there (${type})` };
    // One line tells what to do about all of them.
    const first = missing[0] === attribute ? { remedy: isLimit(failure) ? failure.message : remedy } : {};
    const message = isLimit(failure) ? 'cannot be added' : 'may not be added with these credentials';
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
    return { ...step, state: 'there', message: `was there, every ${formatDuration(before)}` };
  }
  if (check || !usable) return { ...step, state: 'missing', message: 'is not there' };
  await scheduleHousekeeping(serviceClient, settings);
  return { ...step, state: 'made', message: before === undefined ? `made, ${every}` : `set to ${every}` };
}

/** Milliseconds between two runs; undefined where there is no such schedule. */
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

function isRefusal(error: unknown): boolean {
  return isLimit(error) || (error instanceof TemporalError && error.code === 'not-permitted');
}
