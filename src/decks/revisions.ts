import type { Settings } from '../config';
import type { OutlineRevision, PresentationProgress } from '../core/progress';
import { DeckError } from './errors';
import { textOf } from './outline-text';
import { type Paint, unifiedDiff } from './unified-diff';
import { madeBy } from './words';

/** A revision without its text. */
export function revisionFacts({ document, ...facts }: OutlineRevision) {
  return { ...facts, bytes: document.bytes };
}

/** A revision on one line: number, part, source, reviewer, time and comment. The current one is marked with *. */
export function revisionLine(revision: OutlineRevision, { revisions }: PresentationProgress): string {
  const { revision: number, part, at, comment } = revision;
  const mark = number === revisions.length ? '*' : ' ';
  const cells = [
    `${mark}${String(number).padStart(3)}`,
    part.padEnd(7),
    madeBy(revision).padEnd(24),
    at.replace(/\.\d+Z$/, 'Z'),
  ];
  return [...cells, comment ?? ''].join('  ').trimEnd();
}

/** Compares the current revision with an earlier one. @param paint adds colors (default: none) */
export async function compareRevisions(
  settings: Settings,
  { revisions, outline }: PresentationProgress,
  since: number | 'before',
  paint?: Paint,
): Promise<{ from: number; to: number; diff: string }> {
  const current = outline?.revision ?? 0;
  const number = since === 'before' ? current - 1 : since;
  const [earlier, now] = [number, current].map((wanted) => revisions.find(({ revision }) => revision === wanted));
  if (earlier === undefined || now === undefined) throw noRevision(number, current);
  const [before, after] = await Promise.all([textOf(settings, earlier), textOf(settings, now)]);
  const named = (revision: number, text: string) => ({ name: `revision ${revision}`, text });
  return { from: number, to: current, diff: unifiedDiff(named(number, before), named(current, after), paint) };
}

function noRevision(wanted: number, current: number): DeckError {
  const existing =
    current === 0
      ? 'the deck has no revision yet'
      : current === 1
        ? 'the deck only has revision 1'
        : `the deck has revisions 1 to ${current}`;
  const what = wanted < 1 ? 'There is no earlier revision to compare with' : `Revision ${wanted} does not exist`;
  return new DeckError('not-found', `${what}; ${existing}.`);
}
