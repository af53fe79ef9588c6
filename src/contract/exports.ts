import { z } from 'zod';
import { endpointsOf } from './endpoint';
import { flag, id } from './wire';

const endpoint = endpointsOf('exports');

export const exportEndpoints = {
  startExport: endpoint({
    method: 'POST',
    path: '/api/download/export/file',
    request: z.object({
      id: id.describe('The design to export.'),
      format: z.string().describe('`ppt` (specification); the compatibility profile lists further values.'),
      edit: flag.optional(),
      files_to_zip: flag.optional(),
    }),
    data: z.string().describe('The export task identifier; neither a design id nor a URL.'),
    retry: 'create',
    summary: 'Starts an export and returns its task key.',
  }),
  readExportResult: endpoint({
    method: 'POST',
    path: '/api/download/export/file/result',
    request: z.object({ task_key: z.string() }),
    data: z.array(z.string()).describe('Download links; empty while the export runs.'),
    retry: 'read',
    summary: 'Returns the download links of an export; poll at a moderate pace.',
  }),
};
