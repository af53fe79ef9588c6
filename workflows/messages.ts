import {
  decisionChannels,
  MOST_PAID_CALLS,
  type ResolveMessage,
  type ReviewComment,
  type ReviewMessage,
  resolveActions,
  reviewDecisions,
} from '../src/core/messages';
import { LONGEST_NAME, nameOf } from '../src/core/reviewer-name';
import { canSkip } from '../src/core/stages';
import { commentFault, LONGEST_HEADING } from '../src/outline/outline-items';
import { readable } from '../src/text/unprintable';
import { whyNot } from './approvals';
import { MOST_OPEN, recordFault } from './decisions';
import { type EditRules, isRecord, outlineFault, outlineOf, TODAY } from './edited-outline';
import { currentOutline, hasOwnWords, MOST_REVISIONS, type PresentationState, paidCallsOf } from './state';

/**
 * Reads the messages of people and programs. An invalid one becomes an error message for the sender. Messages can be as
 * large as Temporal allows (2 MB), so everything here walks, copies and passes on a bounded part of them.
 */
export type Read<T> = { message: T } | { refusal: string; type?: string };

const LONGEST_COMMENT = 2000;

export function readReview(value: unknown, state: PresentationState, rules: EditRules = TODAY): Read<ReviewMessage> {
  const current = currentOutline(state);
  if (!isRecord(value)) return refuse('send one object: {"revision": 1, "decision": "approve"}');
  const { revision } = value;
  const decision = reviewDecisions.find((known) => known === value.decision);
  if (decision === undefined) {
    return refuse(`decision must be ${reviewDecisions.slice(0, -1).join(', ')} or ${reviewDecisions.at(-1)}`);
  }
  if (typeof revision !== 'number' || !Number.isInteger(revision)) {
    return refuse('revision must be the number of the revision that you have read');
  }
  if (state.rejection !== undefined) return refuse(`the deck was already rejected by ${nameOf(state.rejection)}`);
  if (state.waiting === undefined || current === undefined) return refuse(nothingToReview(state));
  if (revision !== current.revision) {
    return refuse(
      `revision ${revision} is not the current revision; read revision ${current.revision} and decide about that one`,
    );
  }
  if (decision === 'regenerate' && hasOwnWords(state)) {
    return refuse('this text was provided with the deck and cannot be regenerated; approve, edit or reject it');
  }
  const { outline, restore, template } = value;
  if (decision === 'edit' || decision === 'regenerate') {
    const most = `the deck has reached the limit of ${MOST_REVISIONS} revisions; approve or reject this one, or start a new deck`;
    if (state.outlines.length >= MOST_REVISIONS) return refuse(most);
  }
  if (decision === 'edit') {
    const fault = restore === undefined ? outlineFault(outline, rules) : restoreFault(restore, outline, state);
    if (fault !== undefined) return refuse(fault);
  }
  if (template !== undefined && (decision !== 'approve' || !isTemplate(template))) {
    return refuse(
      'template requires the decision approve; send it as {"id": 7, "type": 1}, with the numbers of the generation service',
    );
  }
  const message: ReviewMessage = {
    decision,
    revision,
    ...(decision === 'edit' && restore !== undefined ? { restore: restore as number } : {}),
    ...(decision === 'edit' && restore === undefined ? { outline: outlineOf(outline) } : {}),
    ...optionalLine('comment', value.comment),
    ...optionalLine('reviewer', value.reviewer),
    ...(value.verified === true ? { verified: true } : {}),
    ...(template === undefined ? {} : { template: { id: template.id, type: template.type } }),
    ...optionalVia(value.via),
  };
  const remark = readRemark(message, value, state, rules);
  if ('refusal' in remark) return remark;
  const fault = whyNot(state, remark.message) ?? recordFault(state, decision);
  return fault === undefined ? remark : refuse(fault);
}

/** Adds the fields of `request-changes`, `resolve-changes` and `delegate`. */
function readRemark(
  message: ReviewMessage,
  value: Record<string, unknown>,
  state: PresentationState,
  rules: EditRules,
): Read<ReviewMessage> {
  const { decision, comment } = message;
  if (decision !== 'request-changes' && decision !== 'resolve-changes' && decision !== 'delegate') return { message };
  if (state.policies === undefined) {
    return refuse(
      `this deck runs by the rules of release 0.1, which have no decision ${decision}; run \`deck move\` first`,
    );
  }
  if (decision === 'delegate') {
    const { to } = optionalLine('to', value.to);
    if (to === undefined) return refuse('delegate requires the name of the person in "to"');
    return to.length <= LONGEST_NAME
      ? { message: { ...message, to } }
      : refuse(`the name in "to" is longer than ${LONGEST_NAME} characters`);
  }
  const { openRequests = [] } = state;
  if (decision === 'resolve-changes') {
    const { changeRequest } = value;
    if (openRequests.length === 0) return refuse('no change request is open');
    if (changeRequest === undefined) return { message };
    if (openRequests.includes(changeRequest as number)) {
      return { message: { ...message, changeRequest: changeRequest as number } };
    }
    return refuse(`changeRequest must be the number of an open change request: ${openRequests.join(', ')}`);
  }
  if (openRequests.length >= MOST_OPEN) {
    return refuse(`${MOST_OPEN} change requests are open, which is the limit; resolve them, or edit the text`);
  }
  const { comments } = value;
  if (comments === undefined) {
    return comment === undefined ? refuse('request-changes requires "comment" or "comments"') : { message };
  }
  const read = readComments(comments);
  if (typeof read === 'string') return refuse(read);
  // A long text is only in the document store, so an activity checks the comments before they are recorded. This check
  // responds earlier. Signals skip it, because a replay with other parsing rules must not judge them differently.
  const { document } = currentOutline(state)!;
  const fault = rules === TODAY && 'text' in document ? commentFault(document.text, read) : undefined;
  return fault === undefined ? { message: { ...message, comments: read } } : refuse(fault);
}

const MOST_COMMENTS = 20;
/** Maximum characters of all comments of one change request. */
const LONGEST_COMMENTS = 3000;

/** The comments, or why they are invalid. */
function readComments(comments: unknown): ReviewComment[] | string {
  const form = 'comments must be a list such as [{"item": {"path": "2.1", "heading": "Costs"}, "text": "Too long"}]';
  if (!Array.isArray(comments) || comments.length === 0) return form;
  if (comments.length > MOST_COMMENTS) return `comments has more than ${MOST_COMMENTS} entries`;
  const read: ReviewComment[] = [];
  for (const each of comments as unknown[]) {
    if (!isRecord(each) || !isRecord(each.item)) return form;
    const { path, heading, line } = each.item;
    const { text } = optionalLine('text', each.text);
    if (typeof path !== 'string' || !/^(?:0|[1-9]\d{0,3}(?:\.[1-9]\d{0,3}){0,2})$/.test(path)) return form;
    if (typeof heading !== 'string' || text === undefined) return form;
    if (line !== undefined && typeof line !== 'string') return form;
    const item = { path, heading: readable(heading.slice(0, LONGEST_HEADING)) };
    const quoted = line === undefined ? {} : { line: readable(line.slice(0, LONGEST_HEADING)) };
    read.push({ item: { ...item, ...quoted }, text });
  }
  if (read.reduce((sum, { text }) => sum + text.length, 0) <= LONGEST_COMMENTS) return read;
  return `the comments have more than ${LONGEST_COMMENTS} characters in total`;
}

function optionalVia(value: unknown): Pick<ReviewMessage, 'via'> {
  const via = decisionChannels.find((known) => known === value);
  return via === undefined ? {} : { via };
}

function isTemplate(value: unknown): value is { id: number; type: number } {
  const isId = (id: unknown) => typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
  return isRecord(value) && isId(value.id) && isId(value.type);
}

function nothingToReview({ contentApproval, approval, stage }: PresentationState): string {
  const given = contentApproval ?? approval;
  return given === undefined
    ? `there is nothing to review yet: the deck is at stage ${stage}`
    : `revision ${given.revision} was already approved by ${nameOf(given)}; the deck is at stage ${stage}`;
}

function restoreFault(restore: unknown, outline: unknown, state: PresentationState): string | undefined {
  if (outline !== undefined) return 'send either "outline" or "restore", not both';
  const revisions = state.outlines.map(({ revision }) => revision);
  const current = currentOutline(state)?.revision;
  if (typeof restore !== 'number' || !revisions.includes(restore)) {
    return `restore must be the number of an earlier revision: 1 to ${(current ?? 1) - 1}`;
  }
  return restore === current ? `revision ${restore} is already the current revision` : undefined;
}

export function readResolution(value: unknown, state: PresentationState): Read<ResolveMessage> {
  if (!isRecord(value)) return refuse('send one object: {"action": "retry"}');
  const { taskId, designId, ticket, taskKey, paidCalls } = value;
  const action = resolveActions.find((known) => known === value.action);
  if (action === undefined) {
    return refuse('action must be retry, skip, abandon or provide');
  }
  if (state.attention === undefined) return refuse(`the deck is not parked: it is at stage ${state.stage}`);
  if (action === 'skip' && !canSkip(state)) {
    return refuse(`stage ${state.stage} cannot be skipped; retry it, provide its ID, or abandon the deck`);
  }
  const given = { taskId, designId, ticket, taskKey };
  if (action === 'provide' && Object.values(given).every((id) => id === undefined)) {
    return refuse('provide requires taskId, designId, ticket or taskKey');
  }
  const budgetFault = paidCallsFault(paidCalls, action, state);
  if (budgetFault !== undefined) return refuse(budgetFault);
  for (const [name, id] of Object.entries({ taskId, designId })) {
    if (id !== undefined && !(typeof id === 'number' && Number.isSafeInteger(id) && id > 0)) {
      return refuse(`${name} must be a positive whole number`);
    }
  }
  for (const [name, key] of Object.entries({ ticket, taskKey })) {
    if (key !== undefined && !(typeof key === 'string' && /^[\w.~-]{1,200}$/.test(key))) {
      return refuse(`${name} must be the text that the generation service returned`);
    }
  }
  const startsExport = state.designId !== undefined && state.exports.some((item) => item.state === 'waiting');
  if (taskKey !== undefined && !startsExport) return refuse('no export is waiting to start');
  if (ticket !== undefined && (state.content !== undefined || state.approval === undefined)) {
    return refuse(`the deck is not waiting for a content job: it is at stage ${state.stage}`);
  }
  return {
    message: {
      action,
      ...(action === 'provide' && taskId !== undefined ? { taskId: taskId as number } : {}),
      ...(action === 'provide' && designId !== undefined ? { designId: designId as number } : {}),
      ...(action === 'provide' && ticket !== undefined ? { ticket: ticket as string } : {}),
      ...(action === 'provide' && taskKey !== undefined ? { taskKey: taskKey as string } : {}),
      ...(paidCalls === undefined ? {} : { paidCalls: paidCalls as number }),
      ...optionalLine('by', value.by),
      ...optionalLine('comment', value.comment),
    },
  };
}

/** Argument of the signal `moveToCurrentBuild`. */
export interface MoveMessage {
  /** Delays the first workflow task of the next run, so that the sender can assign the run to a build before it. */
  startAfterMs?: number;
}

/** Maximum delay of the next run. */
const LONGEST_HOLD_MS = 60_000;

export function readMove(value: unknown): Read<MoveMessage> {
  if (value === undefined || value === null) return { message: {} };
  if (!isRecord(value)) return refuse('send nothing, or {"startAfterMs": 10000}');
  const { startAfterMs } = value;
  if (startAfterMs === undefined) return { message: {} };
  const fits = typeof startAfterMs === 'number' && startAfterMs >= 0 && startAfterMs <= LONGEST_HOLD_MS;
  return fits ? { message: { startAfterMs } } : refuse(`startAfterMs must be 0 to ${LONGEST_HOLD_MS} milliseconds`);
}

function paidCallsFault(paidCalls: unknown, action: unknown, state: PresentationState): string | undefined {
  if (paidCalls === undefined) return undefined;
  if (action !== 'retry') return 'paidCalls requires the action retry';
  const made = paidCallsOf(state);
  if (
    typeof paidCalls === 'number' &&
    Number.isInteger(paidCalls) &&
    paidCalls > made &&
    paidCalls <= MOST_PAID_CALLS
  ) {
    return undefined;
  }
  return `paidCalls must be a whole number above the ${made} calls already made, and at most ${MOST_PAID_CALLS}`;
}

function optionalLine<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  if (typeof value !== 'string') return {};
  const text = readable(value.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ''))
    .trim()
    .slice(0, LONGEST_COMMENT);
  return text === '' ? {} : ({ [key]: text } as { [K in Key]?: string });
}

function refuse(refusal: string): { refusal: string } {
  return { refusal };
}
