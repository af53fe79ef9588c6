import { count } from './count';
import type { Deck } from './deck';
import { isOutcomeUnknown } from './failure-types';

/**
 * Creates a resource that cannot be looked up. If the response is lost, the resource is created again and the first
 * one is reported as a possible duplicate. The last lost response is reported as well, because a retry of the parked
 * deck creates another resource.
 * @param lost names the resource and the call whose response was lost.
 */
export async function createReportingDuplicates<T>(
  { state }: Deck,
  { kind, lost }: { kind: 'task' | 'export' | 'layout'; lost: string },
  create: () => Promise<T>,
): Promise<T> {
  const createOrReport = async () => {
    try {
      return await create();
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        state.possibleDuplicates.push(lost);
        count('possibleDuplicates', { what: kind });
      }
      throw error;
    }
  };
  try {
    return await createOrReport();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    return createOrReport();
  }
}
