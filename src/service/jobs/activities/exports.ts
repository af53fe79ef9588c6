import { ServiceError } from '../../../contract/service-error';
import type { Outline } from '../../../outline/outline';
import { brandOf } from '../../context/brand';
import { ownerOfUser } from '../../context/caller';
import { picturesOf } from '../../context/pictures';
import { arrangementOf } from '../../domain/layout';
import { pause } from '../../domain/timing';
import { newFileKey } from '../../files/keys';
import { designContent, findDesign } from '../../store/designs';
import { findExport, finishExport } from '../../store/exports';
import type { NewFile } from '../../store/files';
import type { JobDependencies } from '.';
import { work } from './work';

/** Renders the files of an export; they become visible together, once all are stored. */
export async function runExportJob(dependencies: JobDependencies, taskKey: string): Promise<void> {
  const { db, files, renderer, timing, profile, now } = dependencies;
  const job = await findExport(db, taskKey);
  // Removed, finished or failed: nothing to do.
  if (job?.status !== 'running') return;
  await work(dependencies, 'export', async (signal) => {
    await pause(timing.exportMs, signal);
    const owner = await ownerOfUser(db, job.user_id);
    const rendered = await renderer.render({ owner, signal }, async () => {
      const design = await findDesign(db, job.user_id, job.design_id);
      const content = design && (await designContent(db, design.id));
      if (!design || content === undefined)
        throw new ServiceError('not-found', 'the design was deleted before its export started');
      const editable = job.format === 'ppt' && job.edit !== 0;
      const brand = await brandOf({ db, files }, design.suit_id, editable);
      const outline = JSON.parse(content) as Outline;
      return {
        ...(brand ? { brand } : {}),
        outline,
        pictures: await picturesOf({ db, files }, job.user_id, outline),
        templateId: design.suit_id,
        layout: arrangementOf(profile, design),
        format: job.format,
        name: design.name,
        edit: job.edit !== 0,
        zip: job.files_to_zip !== 0,
        created: new Date(job.created_at),
      };
    });
    signal.throwIfAborted();
    const rows: NewFile[] = [];
    for (const file of rendered) {
      const key = newFileKey();
      await files.write(key, file.bytes);
      rows.push({
        file_key: key,
        user_id: job.user_id,
        export_key: taskKey,
        position: rows.length,
        name: file.name,
        media_type: file.mediaType,
        size: file.bytes.length,
        created_at: now(),
      });
    }
    const kept = await finishExport(db, taskKey, rows, now());
    // Another attempt finished first, or the export was removed, so these copies are unreferenced.
    if (!kept) for (const row of rows) await files.remove(row.file_key);
  });
}
