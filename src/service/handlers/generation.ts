import type { generation as contract } from '../../contract/generation';
import { contentCheckStatus } from '../../contract/profile';
import { invalid, notFound } from '../../contract/service-error';
import type { Outline } from '../../outline/outline';
import { withoutContent } from '../../outline/outline-limits';
import { isImportTask, isTitleTask, outlineStep, requestedKind } from '../domain/task-kinds';
import { offsetTimeText } from '../domain/time';
import { isTicket, newTicket } from '../files/keys';
import { contentAtOnce, generateContent, generateOutline, replay, shownText } from '../generation/generate';
import { chosenOptions } from '../options/advanced-options';
import { findContentJob, findContentJobOf, openContentJob } from '../store/content-jobs';
import { unfinishedJobsOf } from '../store/jobs';
import { insertLayoutTask } from '../store/layout-tasks';
import type { JobStatus } from '../store/schema';
import { contentIsCurrent, insertTask, type Task } from '../store/tasks';
import { Answer, type UserContext } from './context';
import type { Handlers } from './index';
import { taskSource } from './task-sources';
import { requireTask } from './tasks';

export const generation = {
  async createTask(request, context) {
    const { db, user, profile, apiKey, now } = context;
    const kind = requestedKind(profile, request.type);
    const options = chosenOptions(request.senior_options);
    const source = await taskSource(kind, request, context);
    const task = await insertTask(db, {
      userId: user.id,
      type: request.type,
      options,
      now: now(),
      ...source,
    });
    return {
      id: task.id,
      title: task.title,
      type: task.type,
      api_key: apiKey,
      created_at: offsetTimeText(task.createdAt),
    };
  },

  /** Each call generates a new outline for a title. An imported or submitted outline is never regenerated. */
  async streamOutline({ task_id }, context) {
    const task = await requireTask(context, task_id);
    if (isTitleTask(context.profile, task)) return generateOutline(context, task, { signal: context.signal });
    const outline =
      task.outline ?? withoutContent(await contentAtOnce(context, ownerOf(task), { signal: context.signal }));
    return replay(context, outline);
  },

  async streamContent({ task_id }, context) {
    const task = await requireTask(context, task_id);
    return generateContent(context, ownerOf(task), { signal: context.signal });
  },

  /**
   * Returns the same ticket while the outline's job runs or after it succeeded, so that an outline is never paid for
   * twice.
   */
  async startContent({ task_id }, context) {
    const { db, now, jobs, gate, user } = context;
    const task = await requireTask(context, task_id);
    const finished = contentIsCurrent(task) ? (task.content as Outline) : undefined;
    let job = await findContentJobOf(db, task);
    if (!job) {
      if (!finished) gate.requireJob('content jobs', await unfinishedJobsOf(db, 'content', user));
      job = await openContentJob(db, task, newTicket(), now(), finished);
    }
    // Started every time, because an earlier call may have failed between storing the row and starting the job.
    if (job.status === 'running') await jobs.startContent({ key: job.ticket, apiKey: user.apiKey });
    return job.ticket;
  },

  async checkContent({ ticket }, context) {
    const { db, user, profile } = context;
    const job = isTicket(ticket) ? await findContentJob(db, ticket, user.id) : undefined;
    if (!job) throw notFound('ticket', 'ticket', JSON.stringify(ticket.slice(0, 60)));
    const status = { running: 'generating', succeeded: 'succeeded', failed: 'failed' } as const satisfies Record<
      JobStatus,
      unknown
    >;
    const outline = job.content === null ? undefined : (JSON.parse(job.content) as Outline);
    const content = outline ? await shownText(context, outline) : '';
    return new Answer({ status: contentCheckStatus(profile, status[job.status]), content }, job.reason ?? undefined);
  },

  async streamAlternativeOutline({ task_id }, context) {
    const task = await requireTitleTask(context, task_id);
    return generateOutline(context, task, { signal: context.signal, provider: 'alternative' });
  },

  /** Returns the whole text in one envelope, so it must be fast: without simulated pauses. */
  async readAlternativeContent({ task_id }, context) {
    const task = await requireTitleTask(context, task_id);
    const request = { signal: context.signal, provider: 'alternative' } as const;
    return new Answer(await shownText(context, await contentAtOnce(context, ownerOf(task), request)));
  },

  /** Later calls replay the result of the first, with all edits made since. */
  async streamWordContent({ task_id }, context) {
    const task = await requireTask(context, task_id);
    if (!isImportTask(context.profile, task)) {
      const { wordDocument, freeText } = context.profile.taskTypes;
      throw invalid(
        `task_id ${task.id} is of type ${task.type}: /api/ai/chat/v2/word streams imported documents (type ${wordDocument}) and texts (type ${freeText})`,
      );
    }
    if (task.outline) return replay(context, task.content ?? task.outline);
    return generateContent(context, ownerOf(task), { signal: context.signal });
  },

  async addProLayout({ text_id }, context) {
    const { db, profile, now } = context;
    const task = await requireTask(context, text_id, 'text_id');
    if (!task.outline) throw invalid(`text_id ${task.id} has no outline yet: ${outlineStep(profile, task)}`);
    if (!task.content && isTitleTask(profile, task) && !(await findContentJobOf(db, task))) {
      throw invalid(`text_id ${task.id} has no content yet: run the content step first`);
    }
    return { id: await insertLayoutTask(db, task, now()) };
  },
} satisfies Handlers<keyof typeof contract>;

function ownerOf(task: Task): { userId: number; taskId: number } {
  return { userId: task.userId, taskId: task.id };
}

/** The alternative provider accepts only tasks from a title. */
async function requireTitleTask(context: UserContext, taskId: number): Promise<Task> {
  const task = await requireTask(context, taskId);
  if (isTitleTask(context.profile, task)) return task;
  throw invalid(
    `task_id ${task.id} is of type ${task.type}: the alternative provider accepts tasks from a title ` +
      `(type ${context.profile.taskTypes.title}) only; use the default one`,
  );
}
