import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { BatchReport, BatchRow } from '../src/core/batch';
import { csvLine } from '../src/input/csv';
import { makeFolderInside } from '../src/io/folder-inside';
import { type ActivityDependencies, perform } from './perform';

export interface ReportCall {
  report: BatchReport;
  /** Where the rows belong, in bytes: what was written before ends there. */
  at: ReportEnd;
  rows: BatchRow[];
}

/** Lengths of the two files. */
export interface ReportEnd {
  csv: number;
  jsonl: number;
}

/** Beside the folders of the users, whose names hold no blank. */
export const REPORT_FOLDER = ['batch reports'];
const columns = [
  'line',
  'uid',
  'request',
  'workflow id',
  'title',
  'outcome',
  'existing',
  'reason',
  'files',
  'design id',
  'paid calls',
  'problems',
  'possible duplicates',
];

export function batchReportActivities(deps: ActivityDependencies) {
  return {
    /**
     * Writes rows at their place in the report. The place is the workflow's, so an activity that is repeated, or one
     * that was given up and still runs, writes the same bytes at the same place and no row stands there twice.
     * @returns where the next rows belong.
     */
    reportDecks: ({ report, at, rows }: ReportCall): Promise<ReportEnd> =>
      perform(deps, undefined, async () => {
        const header = at.csv === 0 ? csvLine(columns) : '';
        const csv = header + rows.map(csvOf).join('');
        const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        // The output directory as it was when the batch began.
        const folder = dirname(report.csv);
        await makeFolderInside(resolve(folder, '..', ...REPORT_FOLDER.map(() => '..')), folder);
        return { csv: await writeAt(report.csv, at.csv, csv), jsonl: await writeAt(report.jsonl, at.jsonl, jsonl) };
      }),
  };
}

function csvOf(row: BatchRow): string {
  const paid = Object.entries(row.paidCalls).map(([call, count]) => `${call} ${count}`);
  return csvLine([
    row.line,
    row.uid,
    row.request,
    row.workflowId,
    row.title,
    row.outcome,
    row.existing,
    row.reason ?? '',
    row.files.join('; '),
    row.designId ?? '',
    paid.join('; '),
    row.problems.join('; '),
    row.possibleDuplicates.join('; '),
  ]);
}

/** @returns the end of what was written. */
async function writeAt(path: string, at: number, text: string): Promise<number> {
  const bytes = Buffer.from(text, 'utf8');
  // Not "a": appended bytes have no place of their own, and would come twice. A link is another file, and stays alone.
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = await open(path, O_RDWR | O_NOFOLLOW | (at === 0 ? O_CREAT : 0));
  try {
    const { size } = await file.stat();
    if (size < at) {
      throw new Error(`${path} has ${size} of ${at} bytes; all workers of a batch need the same output.directory`);
    }
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at);
    if (bytesWritten < bytes.length) throw new Error(`${path} took ${bytesWritten} of ${bytes.length} bytes`);
    await file.sync();
  } finally {
    await file.close();
  }
  return at + bytes.length;
}
