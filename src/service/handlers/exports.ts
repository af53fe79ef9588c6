import type { exportEndpoints as contract } from '../../contract/exports';
import type { ServiceProfile } from '../../contract/profile';
import { invalid, notFound, ServiceError } from '../../contract/service-error';
import { type DeliveryFormat, deliveryFormats, formats, wireFormats } from '../../core/formats';
import { isTicket, newTicket } from '../files/keys';
import { findExport, insertExport, removeExport } from '../store/exports';
import { filesOfExport } from '../store/files';
import { unfinishedJobsOf } from '../store/jobs';
import { Answer } from './context';
import { requireDesign } from './designs';
import type { Handlers } from './index';

export const exportEndpoints = {
  async startExport(request, context) {
    const { db, user, jobs, profile, gate, now } = context;
    const format = formatOf(profile, request.format);
    const design = await requireDesign(context, 'id', request.id);
    gate.requireJob('exports', await unfinishedJobsOf(db, 'export', user));
    const taskKey = newTicket();
    const stored = await insertExport(db, {
      task_key: taskKey,
      user_id: user.id,
      design_id: design.id,
      format,
      // By default, an editable file and images that are not zipped.
      edit: request.edit === false ? 0 : 1,
      files_to_zip: request.files_to_zip ? 1 : 0,
      created_at: now(),
    });
    if (!stored) throw notFound('design', 'id', design.id);
    try {
      await jobs.startExport({ key: taskKey, apiKey: user.apiKey });
    } catch (error) {
      // No caller has the key, so the row must be removed. If the start does arrive later, the job finds no row and
      // ends.
      await removeExport(db, taskKey);
      throw error;
    }
    return taskKey;
  },

  async readExportResult({ task_key }, { db, user, links, baseUrl, profile }) {
    const found = isTicket(task_key) ? await findExport(db, task_key, user.id) : undefined;
    if (!found) {
      throw new ServiceError(
        'export-missing',
        `task_key ${JSON.stringify(task_key.slice(0, 60))} is unknown or expired: start a new export`,
      );
    }
    if (found.status === 'failed') {
      throw new ServiceError('generation-failed', `the export failed: ${found.reason ?? 'no reason given'}`);
    }
    if (found.status === 'running') return new Answer<string[]>([], profile.exportMessages.running);
    const files = await filesOfExport(db, task_key);
    return new Answer(
      files.map((file) => `${baseUrl}${links.link(file)}`),
      profile.exportMessages.finished,
    );
  },
} satisfies Handlers<keyof typeof contract>;

/** Finds a format by its profile value or an alias, ignoring case. */
function formatOf({ exportFormats, exportFormatAliases }: ServiceProfile, value: string): DeliveryFormat {
  const wanted = value.trim().toLowerCase();
  const wire = wireFormats(exportFormats);
  const format = deliveryFormats.find((name) =>
    [wire[name], ...(exportFormatAliases[name] ?? formats[name].aliases)].some((each) => each.toLowerCase() === wanted),
  );
  if (!format) {
    throw invalid(
      `format ${JSON.stringify(value.slice(0, 40))} is unknown; use one of ${Object.values(wire).join(', ')}`,
    );
  }
  return format;
}
