import { elapsed } from '../../base/text/elapsed';
import { withoutRepeats } from '../../base/text/repeats';
import { callFailure, callName } from '../../core/call-names';
import { spellingOf } from '../../core/formats';
import type { PresentationResult } from '../../core/progress';
import { CHECK, FRAME, frameWords, isLeftOut, isRemark } from '../../core/remarks';
import { nameOf } from '../../core/reviewer-name';
import type { DeckRecord } from '../../decks/record';
import { madeBy, stageWords } from '../../decks/words';
import { callWords, stepWords } from '../../temporal/execution-words';
import { withOwnName } from '../terminal/program-name';
import { columnsOf, styled } from '../terminal/terminal';
import { wrapped } from '../terminal/text-width';
import { gateRows } from './gate-lines';
import { parkedLines } from './parked-text';

const out = process.stdout;
/** Width of the first column. */
const NAME_WIDTH = 10;

/** Human-readable output of `deck status`. */
export function deckLines(deck: DeckRecord): string[] {
  const { title = '', stage, summary, outline, attention, review } = deck;
  const lines = [styled('bold', `“${title}”`, out), styled('dim', deck.workflowId, out)];
  const row = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') lines.push(`  ${name.padEnd(NAME_WIDTH)} ${value}`);
  };
  const text = (name: string, value: string | undefined) => {
    const parts = value === undefined ? [] : wrapped(value, columnsOf(out) - NAME_WIDTH - 3);
    for (const [at, part] of parts.entries()) row(at === 0 ? name : '', part);
  };
  const frame = stage === 'delivered' && deck.openPrompts !== undefined ? frameWords(deck.openPrompts) : undefined;
  const at = frame ?? (stage ? stageWords(stage) : deck.status.toLowerCase());
  const doing = attention === undefined ? (summary ?? '') : 'parked';
  text('stage', [...new Set([at, doing])].filter(Boolean).join(' · '));
  row('channel', deck.channel);
  if (deck.status !== 'RUNNING') row('outcome', deck.status.toLowerCase());
  text('failure', deck.failure?.message);
  row(outline?.part ?? 'outline', outline && `revision ${outline.revision}, ${madeBy(outline)}`);
  for (const approval of [deck.approval, deck.contentApproval]) {
    row('approved', approval && `revision ${approval.revision} by ${nameOf(approval)}`);
  }
  row(
    'rejected',
    deck.rejection && `${nameOf(deck.rejection)}${deck.rejection.comment ? `: ${deck.rejection.comment}` : ''}`,
  );
  if (review !== undefined && deck.status === 'RUNNING') for (const [name, value] of gateRows(deck)) row(name, value);
  row('review', review?.deadline && `closes at ${review.deadline} (${review.onDeadline ?? ''})`);
  row('task', deck.taskId);
  row('design', deck.designId);
  for (const item of deck.exports ?? []) row('export', `${spellingOf(item.format)} ${item.state}`);
  for (const file of deck.files ?? []) row('file', file.path);
  for (const line of withoutRepeats(deck.possibleDuplicates ?? [])) text('duplicate?', line);
  for (const { message } of deck.problems?.filter(({ type }) => type === FRAME) ?? []) text('frame', message);
  for (const { message } of deck.problems?.filter(({ type }) => type === CHECK) ?? []) text('check', message);
  for (const { message } of deck.problems?.filter(isLeftOut) ?? []) text('left out', message);
  const last = deck.problems?.findLast((problem) => !isRemark(problem));
  if (attention === undefined && last !== undefined) text('problem', `${stageWords(last.stage)}: ${last.message}`);
  row('started', deck.startedAt && `${elapsed(Date.now() - Date.parse(deck.startedAt))} ago`);
  const { step, calls = [] } = deck.execution ?? {};
  for (const call of calls) {
    text('call', callWords(call));
    text('', call.message === undefined ? callName(call.activity) : callFailure(call.activity, call.message));
  }
  if (step !== undefined) lines.push('', `${styled('red', '✘', out)} The deck is stalled: ${stepWords(step)}.`);
  if (attention !== undefined && stage !== undefined) {
    lines.push('', ...parkedLines({ workflowId: deck.workflowId, stage, attention }, out).map(withOwnName));
  } else if (review !== undefined && deck.status === 'RUNNING') {
    lines.push('', withOwnName(`  Review the ${review.gate}: deck review ${deck.workflowId}`));
  }
  return lines;
}

export function rejectionText({ rejection, approval }: Pick<PresentationResult, 'rejection' | 'approval'>): string {
  // The outline is approved before the content is reviewed, so a rejected outline has no approval.
  const part = approval === undefined ? 'outline' : 'content';
  const comment = rejection?.comment === undefined ? '' : `: ${rejection.comment}`;
  return `The ${part} was rejected by ${rejection === undefined ? 'a reviewer' : nameOf(rejection)}${comment}. No file was created.`;
}
