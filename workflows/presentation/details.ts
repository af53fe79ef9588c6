import { counted } from '../../src/base/text/counted';
import { withoutRepeats } from '../../src/base/text/repeats';
import { shortId } from '../../src/core/deck-id';
import { given } from '../../src/core/given';
import { code, minute, panel, plain } from '../../src/core/markdown';
import { messageNames } from '../../src/core/messages';
import type { OutlineRevision, PresentationProgress, Thread } from '../../src/core/progress';
import { CHECK, FRAME, frameWords, isLeftOut, isRemark } from '../../src/core/remarks';
import { adviceFor } from '../../src/core/remedies';
import type { Gate } from '../../src/core/review-message';
import { nameOf } from '../../src/core/reviewer-name';
import { stageFacts } from '../../src/core/stages';
import { threadsOf } from '../../src/core/threads';
import { itemLabel } from '../../src/outline/outline-items';
import { delegationsAt, gateSettings, mayDecide, oneOf, policyOf, statusOfGate } from './approvals';
import { offeredDecisions } from './decision-kinds';
import { openThreads } from './decisions';
import { inOneLine, resolutionsFor, resolveCommand } from './remedies';
import { currentOutline, hasOwnWords, type PresentationState, paidCallsOf } from './state';

export function summaryOf(state: PresentationState): string {
  if (state.attention !== undefined) return `parked at stage ${state.attention.stage}`;
  if (state.waiting !== undefined) {
    const { part, revision } = currentOutline(state)!;
    return `${part} revision ${revision} is awaiting review${standingOf(state)}`;
  }
  if (state.stage === 'delivered' && state.openPrompts !== undefined) return frameWords(state.openPrompts);
  return stageFacts[state.stage].sentence;
}

/** What an open gate waits for; nothing if one approval by anyone is enough. */
function standingOf(state: PresentationState): string {
  const open = openThreads(state);
  const objections = open.filter(({ objection }) => objection).length;
  const counts = [
    ...(objections === 0 ? [] : [counted(objections, 'open objection')]),
    ...(open.length === objections ? [] : [counted(open.length - objections, 'open comment')]),
  ];
  const parts = [statusOfGate(state)?.summary, ...counts].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

/**
 * The panel "current details" of the Temporal UI: first what to do, then the facts. It holds nothing secret, such as
 * signed URLs, and text from other people is shown without its Markdown.
 */
export function detailsOf(
  state: PresentationState,
  workflowId: string,
  { due, failure, continued }: Circumstances = {},
): string {
  const facts = [...toDo(state, workflowId, due), why(failure), ...whatThereIs(state, failure)];
  const bullets = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `- ${name}: ${value}`);
  // The Temporal UI shows the static title at the first run only.
  const title = continued && state.plan !== undefined ? `“${plain(state.plan.title)}”: ` : '';
  const cause = state.attention === undefined ? '' : `: ${plain(state.attention.message)}`;
  return panel([`**${title}${plain(summaryOf(state))}${cause}**`, '', ...bullets]);
}

interface Circumstances {
  /** Review deadline, epoch ms. */
  due?: number | undefined;
  /** Why the deck has failed. */
  failure?: string | undefined;
  /** Whether this is a later run of the deck. */
  continued?: boolean;
}

type Fact = [name: string, value: string | number | undefined];

function toDo(state: PresentationState, workflowId: string, due: number | undefined): Fact[] {
  if (state.attention !== undefined) return toResolve(state, workflowId);
  if (state.waiting !== undefined) return toDecide(state, workflowId, due);
  return [[stageFacts[state.stage].isEnd ? 'ended' : 'since', minute(state.updatedAt)]];
}

function why(failure: string | undefined): Fact {
  return ['reason', failure === undefined ? undefined : plain(failure)];
}

/** How to send an update in the Temporal UI. */
const inThisUi = (update: string, message: string) =>
  `More Actions, Send an Update, ${code(update)}, with the data ${code(message)}`;

function toResolve(state: PresentationState, workflowId: string): Fact[] {
  const { type, at } = state.attention!;
  const [first, ...others] = resolutionsFor(state);
  return [
    ['failure type', `${code(type)}, since ${minute(at)}`],
    ['remedy', plain(adviceFor(state.stage, type))],
    ['next automatic retry', state.attention!.retryAt && minute(state.attention!.retryAt)],
    ['in this UI', inThisUi(messageNames.resolve, first!)],
    ['other actions', others.map(code).join(', ')],
    ['command line', code(resolveCommand(state, workflowId))],
    ['review page', pageOf(state)],
  ];
}

function toDecide(state: PresentationState, workflowId: string, due: number | undefined): Fact[] {
  const { gate, since, reminders } = state.waiting!;
  const { revision } = currentOutline(state)!;
  const policy = policyOf(state, gate);
  const people = policy && mayDecide(state, gate, policy);
  const status = statusOfGate(state);
  const threads = openThreads(state).slice(0, MOST_THREADS);
  const others = offeredDecisions(state, gate).filter((name) => name !== 'approve');
  const approval = { revision, decision: 'approve', reviewer: status?.from?.[0] ?? 'me' };
  return [
    ['review page', pageOf(state)],
    ['approvals', status && plain(status.summary)],
    ['may decide', people && plain(oneOf(people))],
    ...delegationsAt(state, gate).map(({ from, to }): Fact => ['delegated', plain(`${to} decides for ${from}`)]),
    ...threads.map(
      (each): Fact => [`${each.objection ? 'objection' : 'thread'} ${each.number}`, plain(threadText(each))],
    ),
    ['in this UI', inThisUi(messageNames.review, inOneLine(approval))],
    ['other decisions', others.map((word) => code(`"${word}"`)).join(', ')],
    ['command line', code(`deck review ${shortId(workflowId)}`)],
    ['review link', code(`deck open ${shortId(workflowId)}`)],
    ['awaiting review since', `${minute(since)}${remindersOf(reminders)}`],
    ['review deadline', deadlineOf(state, gate, due)],
  ];
}

/** Maximum number of open threads in the panel. */
const MOST_THREADS = 20;

function threadText({ item, text, suggestion, replies, ...who }: Thread): string {
  const about = item === undefined ? '' : ` on ${itemLabel(item)}`;
  const said = [text, suggestion === undefined ? '' : `suggests “${suggestion}”`].filter((part) => part !== '');
  const more = replies.length === 0 ? '' : ` (${counted(replies.length, 'reply', 'replies')})`;
  return `${nameOf(who)}${about}: ${said.join('; ')}${more}`;
}

function remindersOf(reminders: number): string {
  if (reminders === 0) return '';
  return `, ${counted(reminders, 'reminder')} sent`;
}

function deadlineOf({ plan }: PresentationState, gate: Gate, due: number | undefined): string {
  if (due === undefined) return 'none';
  const { mode, onDeadline } = gateSettings(plan!, gate);
  const approved = mode === 'auto-approve' || onDeadline === 'approve';
  return `${minute(new Date(due).toISOString())}, then it is ${approved ? 'approved' : 'rejected'} automatically`;
}

function pageOf({ plan }: PresentationState): string | undefined {
  return plan?.reviewUrl === undefined ? undefined : `<${plan.reviewUrl}/>`;
}

function whatThereIs(state: PresentationState, failure: string | undefined): Fact[] {
  const { plan, approval, contentApproval, rejection, content, exports } = state;
  const outline = currentOutline(state);
  const paid = paidCallsOf(state);
  const leftOut = state.problems.filter(isLeftOut);
  const others = state.problems.filter((problem) => !isRemark(problem));
  const last = state.attention === undefined && failure === undefined ? others.at(-1) : undefined;
  return [
    ['title', plan && plain(plan.title)],
    ['stage', stageFacts[state.stage].isEnd ? undefined : state.stage],
    [outline?.part ?? 'outline', outline && `revision ${outline.revision}, ${outline.source}${madeBy(outline)}`],
    ['approved', approval && `revision ${approval.revision} by ${plain(nameOf(approval))}`],
    ['content', content && counted(content.pages, 'slide')],
    ['content approved', contentApproval && `by ${plain(nameOf(contentApproval))}`],
    [
      'rejected',
      rejection && `by ${plain(nameOf(rejection))}${rejection.comment ? `: ${plain(rejection.comment)}` : ''}`,
    ],
    ['exports', exports.map(({ format, state: at }) => `${format} ${at}`).join(', ')],
    ...exports.flatMap(({ files }) => files).map(({ path }): Fact => ['file', code(path)]),
    ...withoutRepeats(state.possibleDuplicates).map((line): Fact => ['possible duplicate', plain(line)]),
    ...state.problems.filter(({ type }) => type === FRAME).map(({ message }): Fact => ['frame', plain(message)]),
    ...state.problems.filter(({ type }) => type === CHECK).map(({ message }): Fact => ['check', plain(message)]),
    ...leftOut.map(({ message }): Fact => ['left out', plain(message)]),
    ['last problem', last && plain(`${last.stage}, ${last.message}`)],
    ['IDs at the generation service', idsOf(state)],
    ['paid calls', paid === 0 || plan === undefined ? undefined : `${paid} of at most ${plan.settings.paidCalls}`],
  ];
}

function madeBy({ by, verified }: OutlineRevision): string {
  return by === undefined ? '' : ` by ${plain(nameOf({ by, verified }))}`;
}

function idsOf({ taskId, layoutTaskId, designId }: PresentationState): string {
  return Object.entries({ task: taskId, 'pro layout': layoutTaskId, design: designId })
    .filter(([, id]) => id !== undefined)
    .map(([name, id]) => `${name} ${id}`)
    .join(', ');
}

export function progressOf(
  state: PresentationState,
  ids: Pick<PresentationProgress, 'workflowId' | 'uid' | 'channel' | 'request' | 'title'>,
  reviewDue: number | undefined,
): PresentationProgress {
  const outline = currentOutline(state);
  const { waiting } = state;
  const threads = threadsOf(state.decisions);
  const rule = waiting && reviewDue !== undefined ? gateSettings(state.plan!, waiting.gate) : undefined;
  return {
    ...ids,
    stage: state.stage,
    summary: summaryOf(state),
    ...given({
      taskId: state.taskId,
      designId: state.designId,
      ticket: state.ticket,
      outline,
      approval: state.approval,
      contentApproval: state.contentApproval,
      rejection: state.rejection,
      source: state.plan?.source.kind,
      ownWords: hasOwnWords(state) || undefined,
      openPrompts: state.openPrompts,
      attention: state.attention,
      decisions: state.decisions,
      threads: threads.length === 0 ? undefined : threads,
      template: state.template === 'none' ? undefined : state.template,
      review: waiting && {
        gate: waiting.gate,
        since: waiting.since,
        reminders: waiting.reminders,
        ...given({
          deadline: reviewDue === undefined ? undefined : new Date(reviewDue).toISOString(),
          onDeadline: rule?.mode === 'auto-approve' ? ('approve' as const) : rule?.onDeadline,
          ...policyFacts(state, waiting.gate),
        }),
      },
    }),
    revisions: state.outlines,
    exports: state.exports.map(({ format, state: at }) => ({ format, state: at })),
    files: state.exports.flatMap(({ files }) => files),
    problems: state.problems,
    paidCalls: state.paidCalls,
    possibleDuplicates: state.possibleDuplicates,
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
  };
}

function policyFacts(state: PresentationState, gate: Gate) {
  const policy = policyOf(state, gate);
  const delegations = delegationsAt(state, gate);
  return {
    policy,
    approvals: statusOfGate(state),
    mayDecide: policy && mayDecide(state, gate, policy),
    delegations: delegations.length === 0 ? undefined : delegations,
  };
}
