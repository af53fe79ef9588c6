import { madeBy } from '../cli/deck-text';
import { CliError, exitCodes } from '../cli/exit';
import { textOf } from '../cli/outline-view';
import { type Style, styled } from '../cli/terminal';
import type { Settings } from '../config';
import type { OutlineRevision, PresentationProgress } from '../core/messages';
import { unifiedDiff } from './unified-diff';

/** A revision without its text. */
export function revisionFacts({ document, ...facts }: OutlineRevision) {
  return { ...facts, bytes: document.bytes };
}

/** A revision on one line: number, part, source, who, when, why; the current one is marked. */
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

/** The current revision against an earlier one. @param stream where a person reads it; left out: without colours */
export async function compareRevisions(
  settings: Settings,
  { revisions, outline }: PresentationProgress,
  since: number | 'before',
  stream?: NodeJS.WriteStream,
): Promise<{ from: number; to: number; diff: string }> {
  const current = outline?.revision ?? 0;
  const number = since === 'before' ? current - 1 : since;
  const [earlier, now] = [number, current].map((wanted) => revisions.find(({ revision }) => revision === wanted));
  if (earlier === undefined || now === undefined) throw noRevision(number, current);
  const [before, after] = await Promise.all([textOf(settings, earlier), textOf(settings, now)]);
  const named = (revision: number, text: string) => ({ name: `revision ${revision}`, text });
  const paint = stream && ((style: Style, text: string) => styled(style, text, stream));
  return { from: number, to: current, diff: unifiedDiff(named(number, before), named(current, after), paint) };
}

function noRevision(wanted: number, current: number): CliError {
  const there = current === 0 ? 'none yet' : current === 1 ? 'revision 1 alone' : `1 to ${current}`;
  const what = wanted < 1 ? 'There is no earlier revision to compare with' : `There is no revision ${wanted}`;
  return new CliError(exitCodes.notFound, `${what}; there is ${there}.`);
}
