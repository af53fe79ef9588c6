import type { generation as contract } from '../../contract/generation';
import type { ServiceProfile, TaskKind } from '../../contract/profile';
import { chosenOptions } from '../domain/advanced-options';
import { invalid, notFound, notImplemented, ServiceError } from '../domain/errors';
import { checkedName } from '../domain/names';
import type { Outline } from '../domain/outline';
import { offsetTimeText } from '../domain/time';
import { newTicket } from '../files/keys';
import { fenced, generateContent, generateOutline } from '../generate';
import { findContentJob, findContentJobOf, openContentJob } from '../store/content-jobs';
import type { JobStatus } from '../store/schema';
import { contentIsCurrent, insertTask } from '../store/tasks';
import type { Handlers } from './index';
import { requireTask } from './tasks';

export const generation = {
  async createTask(request, { db, user, channel, profile, apiKey, now }) {
    requireTitleTask(profile, request.type);
    const task = await insertTask(db, {
      userId: user.id,
      channel,
      type: request.type,
      title: checkedName('title', request.title),
      options: chosenOptions(request.senior_options),
      now: now(),
    });
    return {
      id: task.id,
      title: task.title,
      type: task.type,
      api_key: apiKey,
      created_at: offsetTimeText(task.createdAt),
    };
  },

  async streamOutline({ task_id }, context) {
    return generateOutline(context, await requireTask(context, task_id), context.signal);
  },

  async streamContent({ task_id }, context) {
    const task = await requireTask(context, task_id);
    return generateContent(context, { userId: task.userId, taskId: task.id }, context.signal);
  },

  /** The same ticket for an outline whose job is under way or has succeeded: nobody pays twice for one outline. */
  async startContent({ task_id }, context) {
    const { db, now, jobs } = context;
    const task = await requireTask(context, task_id);
    const finished = contentIsCurrent(task) ? (task.content as Outline) : undefined;
    const job = (await findContentJobOf(db, task)) ?? (await openContentJob(db, task, newTicket(), now(), finished));
    // Started again each time: an earlier call may have ended between row and start.
    if (job.status === 'running') await jobs.startContent(job.ticket);
    return job.ticket;
  },

  async checkContent({ ticket }, { db, user, profile }) {
    const job = await findContentJob(db, ticket, user.id);
    if (!job) throw notFound('ticket', 'ticket', JSON.stringify(ticket.slice(0, 60)));
    const status = { running: 'generating', succeeded: 'succeeded', failed: 'failed' } as const satisfies Record<
      JobStatus,
      unknown
    >;
    const content = job.content === null ? '' : fenced(JSON.parse(job.content) as Outline);
    return { status: profile.contentCheck[status[job.status]], content };
  },

  async streamAlternativeOutline() {
    throw notImplemented('the alternative provider');
  },

  async readAlternativeContent() {
    throw notImplemented('the alternative provider');
  },

  async streamWordContent() {
    throw notImplemented('the import of word-processing documents');
  },

  async addProLayout() {
    throw notImplemented('pro layout');
  },
} satisfies Handlers<keyof typeof contract>;

/** Only tasks from a title so far; every other number is told apart, because each has another remedy. */
function requireTitleTask(profile: ServiceProfile, type: number): void {
  const kinds = Object.entries(profile.taskTypes) as [TaskKind, number][];
  const kind = kinds.find(([, number]) => number === type)?.[0];
  if (kind === undefined)
    throw invalid(`type ${type} is no task type; ${profile.taskTypes.title} is a task from a title`);
  if (!profile.enabledTaskTypes.includes(kind)) {
    throw new ServiceError('feature-off', `type ${type} (${kind}) is not enabled for this service`);
  }
  if (kind !== 'title') throw notImplemented(`type ${type} (${kind})`);
}
