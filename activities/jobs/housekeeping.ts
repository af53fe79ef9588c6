import { trashExpiry } from '../../src/service/domain/time';
import { expiredDesigns, removeDesign } from '../../src/service/store/designs';
import { unknownFiles } from '../../src/service/store/sweep';
import type { JobDependencies } from '.';
import { work } from './work';

/** Rows or files in one go: enough to be done soon, few enough to stop in between. */
const BATCH = 100;

/**
 * A file is written before its row, by jobs that may take half an hour and be tried again; one that is this old and has
 * no row was left behind by a process that was killed.
 */
const ORPHAN_AGE_MS = 24 * 3_600_000;

/** Removes designs whose days in the trash are over for ever, with their exports and files. */
export async function clearExpiredDesigns(dependencies: JobDependencies): Promise<void> {
  const { db, files, now, profile, log } = dependencies;
  await work(dependencies, 'housekeeping', async (signal) => {
    let cleared = 0;
    for (;;) {
      signal.throwIfAborted();
      const expired = await expiredDesigns(db, trashExpiry(now(), profile.trashDays), BATCH);
      for (const design of expired) {
        // Nothing is removed when its user was faster: cleared, or never seen as expired by a clock that is set back.
        const keys = await removeDesign(db, design);
        for (const key of keys ?? []) await files.remove(key);
        if (keys) cleared += 1;
      }
      if (expired.length < BATCH) break;
    }
    if (cleared > 0) log.info({ designs: cleared }, 'designs removed whose days in the trash are over');
  });
}

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
    if (removed > 0) log.info({ files: removed }, 'files removed that nothing refers to');
  });
}
