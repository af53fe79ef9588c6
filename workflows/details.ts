import type { PresentationProgress, Stage } from '../src/presentation/messages';
import { currentOutline, type PresentationState } from './state';

/** What happens at a stage, as the sentence a person reads. */
const sentences: Record<Stage, string> = {
  prepare: 'checking the input',
  grant: 'asking the service for access',
  task: 'creating the task',
  outline: 'the outline is being generated',
  review: 'the outline waits for a decision',
  edit: 'saving the edited outline',
  content: 'the content is being generated',
  template: 'choosing the template',
  design: 'saving the design',
  export: 'the file is being exported',
  download: 'downloading and checking the file',
  delivered: 'delivered',
  rejected: 'the outline was rejected; nothing more was generated',
  cancelled: 'cancelled',
  failed: 'failed',
};

export function summaryOf(state: PresentationState): string {
  if (state.attention !== undefined)
    return `waits for help at stage ${state.attention.stage}: ${state.attention.message}`;
  if (state.stage === 'review') return `outline revision ${currentOutline(state)?.revision ?? 0} waits for a decision`;
  return sentences[state.stage];
}

/** The panel "current details" of the UI: Markdown bullets, nothing secret, no addresses with signatures. */
export function detailsOf(state: PresentationState, workflowId: string): string {
  const lines = [`**${summaryOf(state)}**`, ''];
  const bullet = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') lines.push(`- ${name}: ${value}`);
  };
  bullet('title', state.plan?.title);
  bullet('stage', state.stage);
  bullet('task', state.taskId);
  const outline = currentOutline(state);
  bullet(
    'outline',
    outline && `revision ${outline.revision}, ${outline.source}${outline.by ? ` by ${outline.by}` : ''}`,
  );
  bullet('approved', state.approval && `revision ${state.approval.revision} by ${state.approval.by}`);
  bullet('content', state.content && `${state.content.pages} pages`);
  bullet('design', state.designId);
  for (const item of state.exports) bullet(`export ${item.format}`, item.state);
  for (const { files } of state.exports) for (const file of files) bullet('file', `\`${file.path}\``);
  if (state.stage === 'review' && state.attention === undefined) {
    bullet('decide', `\`deck review ${workflowId}\`, or the update \`review\``);
  }
  if (state.attention !== undefined) bullet('what to do', state.attention.remedy);
  for (const line of state.possibleDuplicates) bullet('possible duplicate', line);
  return lines.join('\n');
}

export function progressOf(
  state: PresentationState,
  ids: { workflowId: string; uid: string; request: string; title: string },
  reviewDue: number | undefined,
): PresentationProgress {
  const outline = currentOutline(state);
  const review = state.plan?.settings.review;
  return {
    ...ids,
    stage: state.stage,
    summary: summaryOf(state),
    ...defined({
      taskId: state.taskId,
      designId: state.designId,
      ticket: state.ticket,
      outline,
      approval: state.approval,
      rejection: state.rejection,
      attention: state.attention,
      template: state.template === 'none' ? undefined : state.template,
      review: state.waiting && {
        since: state.waiting.since,
        reminders: state.waiting.reminders,
        ...defined({
          deadline: reviewDue === undefined ? undefined : new Date(reviewDue).toISOString(),
          onDeadline:
            reviewDue === undefined ? undefined : review?.mode === 'auto-approve' ? 'approve' : review?.onDeadline,
        }),
      },
    }),
    revisions: state.outlines.map(({ document: _, ...revision }) => revision),
    exports: state.exports.map(({ format, state: at }) => ({ format, state: at })),
    files: state.exports.flatMap(({ files }) => files),
    problems: state.problems,
    paidCalls: state.paidCalls,
    possibleDuplicates: state.possibleDuplicates,
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
  };
}

/** Without the fields that have no value, so that optional fields are absent and not null. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
