import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { BatchReport, BatchRow } from '../src/core/batch';
import { csvLine } from '../src/input/csv';
import { makeFolderInside } from '../src/io/folder-inside';
import { type ActivityDependencies, perform } from './perform';

export interface ReportCall {
  report: BatchReport;
  /** Where the rows belong, in bytes: the end of the rows before them. */
  at: ReportEnd;
  rows: BatchRow[];
}

/** Lengths of the two files. */
export interface ReportEnd {
  csv: number;
  jsonl: number;
}

/** Next to the directories of users, whose names contain no space. */
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
     * Writes rows at their position in the report. The workflow decides the position, so a retried activity, or one
     * that timed out and still runs, writes the same bytes at the same position, and no row is duplicated.
     * @returns where the next rows belong
     */
    reportDecks: ({ report, at, rows }: ReportCall): Promise<ReportEnd> =>
      perform(deps, undefined, async () => {
        const header = at.csv === 0 ? csvLine(columns) : '';
        const csv = header + rows.map(csvOf).join('');
        const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        // The path is from the output directory as of the start of the batch.
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

/** @returns the end of the written bytes */
async function writeAt(path: string, at: number, text: string): Promise<number> {
  const bytes = Buffer.from(text, 'utf8');
  // Not append mode, which would duplicate rows on a retry. O_NOFOLLOW: a symbolic link leads to another file.
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = await open(path, O_RDWR | O_NOFOLLOW | (at === 0 ? O_CREAT : 0));
  try {
    const { size } = await file.stat();
    if (size < at) {
      throw new Error(`${path} has ${size} of ${at} bytes; all workers of a batch need the same output.directory`);
    }
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at);
    if (bytesWritten < bytes.length)
      throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written to ${path}`);
    await file.sync();
  } finally {
    await file.close();
  }
  return at + bytes.length;
}
