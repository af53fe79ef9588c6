import type { ServiceId } from '../../src/core/service-id';
import { count } from '../count';
import { ofPaidCall, typeOf } from '../failure-types';
import { type Deck, paid } from './deck';

/** A resource whose creation is paid. */
interface Resource {
  kind: 'task' | 'export' | 'layout' | 'design' | 'content';
  /** `a task without outline`. */
  what: string;
  /** What creates it, a noun: `creation`, `start`. */
  call: string;
}

interface Creation<T> extends Resource {
  endpoint: string;
  /** Looks up the resource of a lost response; absent if the service cannot. */
  find?(): Promise<T | undefined>;
}

/** Failures after which the resource may exist. */
const LOST: Readonly<Record<string, string>> = { OutcomeUnknown: 'was lost', AnswerUnreadable: 'could not be read' };
const howLost = (error: unknown) => LOST[typeOf(ofPaidCall(error)) ?? ''];

/**
 * Makes a paid create. After a lost response, the resource is looked up. If it is not found, it is created again, and the
 * first one is reported as a possible duplicate. A second lost response parks the deck, and so does one that cannot be
 * read, because nothing says that it failed. The retry looks the resource up first; without a look-up, the response is
 * reported at once, because the retry creates another resource.
 */
export async function createOnce<T>(
  deck: Deck,
  { endpoint, find, ...resource }: Creation<T>,
  create: () => Promise<T>,
): Promise<T> {
  const { state } = deck;
  const { kind } = resource;
  let unreadable: unknown;
  for (let attempt = 1; ; attempt += 1) {
    if (find !== undefined && state.unanswered === kind) {
      const found = await find();
      delete state.unanswered;
      if (found !== undefined) return found;
      report(deck, resource, `was lost and no ${kind} of the task was found`);
      if (unreadable !== undefined) throw unreadable;
    }
    try {
      return await paid(deck, endpoint, create);
    } catch (error) {
      const how = howLost(error);
      if (how === undefined) throw error;
      if (find === undefined) report(deck, resource, how);
      else state.unanswered = kind;
      if (typeOf(error) === 'AnswerUnreadable') unreadable = error;
      if (attempt === 2 || (find === undefined && unreadable !== undefined)) throw error;
    }
  }
}

export interface Made {
  id: ServiceId;
  /** What earlier runs of the deck made. */
  earlier?: string[];
}

/** The id of what was made. What earlier runs made is reported as possible duplicates. */
export function idOf({ state }: Deck, kind: Resource['kind'], { id, earlier = [] }: Made): ServiceId {
  for (const each of earlier) {
    if (state.possibleDuplicates.includes(each)) continue;
    state.possibleDuplicates.push(each);
    count('possibleDuplicates', { what: kind });
  }
  return id;
}

/** Starts a job that cannot be looked up, and reports it as a possible duplicate if its response is lost. */
export async function reportingDuplicate<T>(deck: Deck, resource: Resource, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    const how = howLost(error);
    if (how !== undefined) report(deck, resource, how);
    throw error;
  }
}

function report({ state }: Deck, { kind, what, call }: Resource, how: string): void {
  state.possibleDuplicates.push(`${what}: the response to its ${call} ${how}`);
  count('possibleDuplicates', { what: kind });
}
