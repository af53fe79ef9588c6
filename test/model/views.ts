import { existsSync } from 'node:fs';
import type { PresentationProgress } from '../../src/core/progress';
import { isRemark } from '../../src/core/remarks';
import { lastWord } from '../../src/decks/api/follow';
import { createDirectoryStore } from '../../src/decks/documents/document-store';
import { documentDirectory } from '../../src/decks/documents/paths';
import { type Holdings, holdingsOf, judge } from '../faults/checker';
import type { FaultyPipeline } from '../faults/faulty-pipeline';
import type { DeckHandle } from '../pipeline/pipeline';
import { endpoints, type State } from './model';

/** What model and workflow both say of a deck, in the same words. */
export interface View {
  at: string;
  revisions: string[];
  decisions: string;
  paid: string;
  duplicates: number;
  problems: string[];
  exports: string[];
}

/** Of messages that were ignored, the workflow keeps the newest. */
const IGNORED_KEPT = 10;

const shown = (decided?: { by: string; revision: number }) => (decided ? `${decided.revision} by ${decided.by}` : '-');
const paidOf = (paid: Record<string, number>) =>
  endpoints
    .filter((endpoint) => paid[endpoint])
    .map((endpoint) => `${endpoint} ${paid[endpoint]}`)
    .join(', ');

function placeOf(at: State['at']): string {
  if (at.kind === 'gate') return at.gate;
  if (at.kind === 'parked') return `${at.type} at ${at.stage}`;
  return at.kind === 'ended' ? at.outcome : 'on its way';
}

export function expectedView(state: State): View {
  const { at, approval, contentApproval, rejection, revisions } = state;
  return {
    at: placeOf(at),
    revisions: revisions.map(({ text, ...revision }) =>
      line(revision, revisions.findIndex((other) => other.text === text) + 1),
    ),
    decisions: [approval, contentApproval, rejection].map(shown).join(', '),
    paid: paidOf(state.paid),
    duplicates: state.duplicates,
    problems: [
      ...state.problems,
      ...Array.from({ length: Math.min(state.ignored, IGNORED_KEPT) }, () => 'MessageIgnored'),
    ].sort(),
    exports: state.exports,
  };
}

/** @param same the first revision with the same text. */
const line = ({ part, source, by }: { part: string; source: string; by?: string }, same: number) =>
  `${part} ${source} by ${by ?? '-'} as ${same}`;

const ends: Record<string, string> = {
  COMPLETED: 'delivered',
  CANCELLED: 'cancelled',
  FAILED: 'abandoned',
};

export async function observedView(handle: DeckHandle): Promise<View> {
  const progress = await handle.query<PresentationProgress>('progress');
  const { attention, review, approval, contentApproval, rejection, revisions, stage } = progress;
  let at = attention ? `${attention.type} at ${attention.stage}` : review ? review.gate : `on its way at ${stage}`;
  if (['delivered', 'rejected', 'cancelled', 'failed'].includes(stage)) {
    const { status } = await handle.describe();
    at = rejection && status.name === 'COMPLETED' ? 'rejected' : (ends[status.name] ?? status.name);
  }
  return {
    at,
    revisions: revisions.map((revision) =>
      line(revision, revisions.findIndex(({ document }) => document.sha256 === revision.document.sha256) + 1),
    ),
    decisions: [approval, contentApproval, rejection].map(shown).join(', '),
    paid: paidOf(progress.paidCalls),
    duplicates: progress.possibleDuplicates.length,
    problems: progress.problems
      .filter((problem) => !isRemark(problem))
      .map(({ type }) => type)
      .sort(),
    // A deck that is rejected has not begun any of them; one that waits is shown as it is.
    exports: progress.exports.map(({ state }) => state),
  };
}

/** What the service itself holds, by the call that makes it. */
export function madeOf({ tasks, outlines, contentJobs, designs, exports }: Holdings): State['made'] {
  return {
    createTask: tasks.length,
    streamOutline: outlines,
    startContent: contentJobs,
    saveDesign: designs.length,
    startExport: exports.length,
  };
}

/** What the deck's ledger has, and what of it the service was not paid for. */
export async function ledgerOf({ settings }: FaultyPipeline, uid: string, workflowId: string) {
  const entries = await createDirectoryStore(documentDirectory(settings), 0).ledger.read(workflowId);
  const { tasks, designs } = holdingsOf(settings.data.directory, uid);
  const paid = { task: tasks, design: designs.map(({ id }) => id) };
  const of = (kind: 'task' | 'design') =>
    entries.filter((entry) => entry.kind === kind).map(({ what }) => Number(what));
  const unpaid = (['task', 'design'] as const).flatMap((kind) => of(kind).filter((id) => !paid[kind].includes(id)));
  return { task: of('task').length, design: of('design').length, unpaid };
}

/** What the checker of the fault matrix finds wrong with a deck that was delivered. */
export async function heldOf(pipeline: FaultyPipeline, uid: string, handle: DeckHandle): Promise<string[]> {
  // A question that meets the very end of a deck may be lost.
  const { stage, exports, files } = (await lastWord(handle)) ?? (await pipeline.progress(handle));
  const missing = files.filter(({ path }) => !existsSync(path)).map(({ path }) => `${path} is not there`);
  // Without a file, because every export was skipped, the checker has nothing to hold.
  if (stage !== 'delivered' || exports.every(({ state }) => state === 'skipped')) return missing;
  return [...missing, ...judge(pipeline.settings.data.directory, uid, await handle.result()).wrong];
}
