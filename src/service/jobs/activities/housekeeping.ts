import { trashExpiry } from '../../domain/time';
import { expiredDesigns, removeDesign } from '../../store/designs';
import { removedKinds, removeOld } from '../../store/retention';
import { unknownFiles } from '../../store/sweep';
import type { JobDependencies } from '.';
import { work } from './work';

/** Number of rows or files per step: small enough to stop in between. */
const BATCH = 100;

/**
 * Jobs write a file before its row, may take half an hour and may be retried. An older file without a row is a leftover
 * of a killed process.
 */
const ORPHAN_AGE_MS = 24 * 3_600_000;

/** Permanently removes expired designs from the trash, with their exports and files, and what is older than its retention. */
export async function clearExpiredDesigns(dependencies: JobDependencies): Promise<void> {
  const { db, files, now, profile, log } = dependencies;
  await work(dependencies, 'housekeeping', async (signal) => {
    let cleared = 0;
    for (;;) {
      signal.throwIfAborted();
      const expired = await expiredDesigns(db, trashExpiry(now(), profile.trashDays), BATCH);
      for (const design of expired) {
        // Nothing is removed if the user cleared or restored the design in the meantime, or the clock was set back.
        const keys = await removeDesign(db, design);
        for (const key of keys ?? []) await files.remove(key);
        if (keys) cleared += 1;
      }
      if (expired.length < BATCH) break;
    }
    if (cleared > 0) log.info({ designs: cleared }, 'removed expired designs from the trash');
    await clearOld(dependencies, signal);
  });
}

/** Removes what nothing needs any more and is older than its retention. */
async function clearOld({ db, files, now, settings, log }: JobDependencies, signal: AbortSignal): Promise<void> {
  const { retention } = settings;
  for (const kind of removedKinds) {
    const kept = kind === 'exports' || kind === 'contentJobs' ? retention.exports : retention.tasks;
    const until = now() - (kind === 'spend' ? Math.max(kept, YEAR_MS) : kept);
    const removed = await removeOld(db, kind, until, files.remove, signal);
    if (removed > 0) log.info({ kind, rows: removed }, 'removed what was older than its retention');
  }
}

/** The counts of the language model stay for a yearly report. */
const YEAR_MS = 400 * 86_400_000;

/** Removes files that no row refers to. */
export async function sweepOrphanFiles(dependencies: JobDependencies): Promise<void> {
  const { db, files, log } = dependencies;
  await work(dependencies, 'housekeeping', async (signal) => {
    let removed = 0;
    const sweep = async (keys: string[]) => {
      for (const key of await unknownFiles(db, keys)) {
        await files.remove(key);
        removed += 1;
      }
    };
    let batch: string[] = [];
    for await (const key of files.olderThan(ORPHAN_AGE_MS)) {
      signal.throwIfAborted();
      batch.push(key);
      if (batch.length < BATCH) continue;
      await sweep(batch);
      batch = [];
    }
    await sweep(batch);
    if (removed > 0) log.info({ files: removed }, 'removed unreferenced files');
  });
}
