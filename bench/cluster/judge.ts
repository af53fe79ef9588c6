import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { WorkflowHandle } from '@temporalio/client';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';

/** What the service itself holds of one user: read from its database and its folder of files, never from our logs. */
export interface Holdings {
  tasks: number[];
  designs: { id: number; task: number }[];
  exports: { key: string; design: number; format: string; status: string }[];
  layouts: number;
  outlines: number;
  contentJobs: number;
  /** Files of the exports, with the hash of the bytes that the service keeps. */
  files: { export: string; sha256: string; size: number }[];
}

export interface Judged {
  /** What is wrong; empty when nothing was lost and nothing made twice unsaid. */
  wrong: string[];
  /** Things that are there twice, each said in the result. */
  duplicates: number;
}

/** What a deck says of itself, at its end or at any other time. */
export type Account = Pick<PresentationProgress, 'taskId' | 'designId' | 'files' | 'paidCalls' | 'possibleDuplicates'>;

/**
 * Holds the result of a deck, the only one of its user, against what the service has: one task, one design, one export
 * per format, unless the result says `possible duplicate`; its ids; its files, byte for byte.
 * @param again exports per format that were repeated because the one before was no longer available.
 */
export function judgeHeld(
  held: Holdings,
  result: PresentationResult,
  again: number | ((format: string) => number) = 0,
): Judged {
  const { wrong, duplicates, said, once } = judgeMade(held, result, 1);
  let more = duplicates;
  if (!held.tasks.some((id) => id === result.taskId)) wrong.push(`task ${result.taskId} is not in the service`);

  if (result.outcome === 'delivered') {
    more += once('designs', held.designs.length, said('a design'), 1);
    const design = held.designs.find(({ id }) => id === result.designId);
    if (design?.task !== result.taskId) wrong.push(`design ${result.designId} is not in the service, of that task`);
    if (result.files.length === 0) wrong.push('delivered, and no file');
  } else if (held.designs.length > 0) wrong.push('a rejected deck has a design');

  for (const format of new Set(result.files.map((file) => file.format))) {
    const of = held.exports.filter((item) => item.design === result.designId && item.format === format);
    const anew = typeof again === 'number' ? again : again(format);
    more += once(`exports as ${format}`, of.length, said(`a ${format} export`) + anew, 1);
    const kept = held.files.filter((file) => of.some(({ key }) => key === file.export)).map((file) => file.sha256);
    for (const file of result.files.filter((one) => one.format === format)) {
      const bytes = existsSync(file.path) ? readFileSync(file.path) : Buffer.alloc(0);
      if (sha256(bytes) !== file.sha256 || bytes.length !== file.bytes)
        wrong.push(`${file.path} is not what the result says`);
      if (!kept.includes(file.sha256)) wrong.push(`${file.path} is not what the service has`);
    }
  }
  return { wrong, duplicates: more };
}

/** What holds for every deck, wherever it ended. `least`: how many tasks it must have. */
export function judgeMade(
  held: Holdings,
  { paidCalls, possibleDuplicates }: Account | PresentationResult,
  least: number,
) {
  const wrong: string[] = [];
  const said = (what: string) => possibleDuplicates.filter((line) => line.startsWith(what)).length;
  const once = (what: string, found: number, reported: number, atLeast: number): number => {
    if (found < atLeast) wrong.push(`${what}: ${found} instead of ${atLeast}`);
    if (found > 1 + reported) wrong.push(`${what}: ${found}, and the result speaks of ${1 + reported}`);
    return Math.max(0, found - 1);
  };
  const duplicates =
    once('tasks', held.tasks.length, said('a task'), least) + once('layouts', held.layouts, said('a pro-layout'), 0);

  const paid = (...endpoints: string[]) => endpoints.reduce((sum, name) => sum + (paidCalls[name] ?? 0), 0);
  const generated = paid('streamOutline', 'streamAlternativeOutline', 'streamWordContent', 'startContent');
  if (held.outlines > generated) wrong.push(`${held.outlines} outlines, ${generated} in the result`);
  for (const [what, made, endpoint] of [
    ['content jobs', held.contentJobs, 'startContent'],
    ['exports', held.exports.length, 'startExport'],
  ] as const) {
    if (made > paid(endpoint)) wrong.push(`${made} ${what}, ${paid(endpoint)} in the result`);
  }
  return { wrong, duplicates, said, once };
}

/** Decks that were accepted and neither ended nor wait for a person: lost ones. */
export async function lost(handles: readonly WorkflowHandle[]): Promise<string[]> {
  const found: string[] = [];
  for (const handle of handles) {
    if ((await handle.describe()).status.name !== 'RUNNING') continue;
    const { attention, review, stage } = await handle.query<PresentationProgress>('progress');
    if (attention === undefined && review === undefined) found.push(`${handle.workflowId} at stage ${stage}`);
  }
  return found;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
