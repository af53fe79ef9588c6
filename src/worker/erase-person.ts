import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config';
import { Histories, type HistoriesLeft } from '../decks/histories';
import type { StoredPeople, Who } from '../service/people/stored-people';
import type { TemporalConnection } from '../temporal';
import { KeptData } from './kept-data';

/** What was removed, and what could not be. */
export interface Erased extends HistoriesLeft {
  service: { rows: number; files: number };
  workerFiles: number;
  /** Rows of batch reports. */
  reportRows: number;
  /** Names of schedules. */
  schedules: string[];
  /** Lists of finished batches. */
  batchLists: number;
  /** Lists that running batches need. */
  batchListsKept: number;
}

/** Of calls. */
const HEARTBEAT_MS = 2_000;

interface Places {
  settings: Settings;
  /** Undefined if the generation service is another one. */
  people: StoredPeople | undefined;
  /** Undefined if the workers use another account. */
  cluster: TemporalConnection | undefined;
}

/**
 * Removes a person: first what starts and runs decks, so that nothing is written again, then what they wrote, and last
 * their histories, by which a repetition finds them. Each step can be repeated.
 */
export async function erasePerson({ settings, people, cluster }: Places, who: Who): Promise<Erased> {
  const service = { rows: 0, files: 0 };
  const nothing = { workerFiles: 0, reportRows: 0, schedules: [], batchLists: 0, batchListsKept: 0 };
  if (cluster === undefined) {
    return { service: (await people?.erase(who)) ?? service, ...nothing, ended: 0, deleted: 0, kept: [] };
  }
  const histories = new Histories(cluster, settings);
  const schedules = await histories.deleteSchedules(who);
  const { ended, isRecent } = await histories.end(who, 'deck data erase', Date.now() - 2 * HEARTBEAT_MS);
  // Their calls notice it at their next heartbeat, and then write nothing more.
  if (isRecent) await delay(2 * HEARTBEAT_MS);
  const kept = new KeptData(settings);
  let workerFiles = 0;
  for await (const file of kept.files(who)) {
    await kept.remove(file);
    workerFiles += 1;
  }
  const reportRows = await kept.blankReports(who);
  const isBatchRunning = await histories.isBatchRunning();
  const lists = await kept.batchLists(who, !isBatchRunning);
  return {
    service: (await people?.erase(who)) ?? service,
    workerFiles,
    reportRows,
    schedules,
    batchLists: isBatchRunning ? 0 : lists,
    batchListsKept: isBatchRunning ? lists : 0,
    ended,
    ...(await histories.erase(who)),
  };
}
