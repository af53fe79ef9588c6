import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase } from '../../../src/service/store/database';
import { TEST_TEMPORAL } from '../../setup/global-setup';
import { Session } from '../session';

/** The compiled service in a process of its own, so that it can be killed without warning. */
class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(
    dataDirectory: string,
    jobsTaskQueue: string,
    timing: Record<string, number>,
  ): Promise<ServiceProcess> {
    const options = JSON.stringify({ address: process.env[TEST_TEMPORAL], dataDirectory, jobsTaskQueue, timing });
    const child = spawn(process.execPath, [join(__dirname, 'service-process.js'), options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      if (line.startsWith('ready ')) return new ServiceProcess(child, line.slice('ready '.length));
    }
    throw new Error('the service process ended before it was ready');
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

describe('a service that is killed', () => {
  let directory: string;
  let service: ServiceProcess;
  const queue = `killed-jobs-${process.pid}-${Date.now()}`;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'deck-killed-'));
  });
  afterEach(async () => {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });

  /** Token and task survive as well: the session of before goes on against the new process. */
  const moved = (session: Session): Session =>
    Object.assign(Object.create(Session.prototype), session, { url: service.url });

  it('in the middle of content finishes it after its restart, once', async () => {
    service = await ServiceProcess.start(directory, `${queue}-content`, { contentFragmentMs: 60 });
    let session = await Session.open(service.url, 'killed');
    const task = (await session.createTask('Lighthouses')).data.id;
    await session.stream('/api/ai/chat/outline', task);
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    await pause(1_500);
    expect((await session.get('/api/ai/chat/v2/content/check', { ticket })).data).toEqual({ status: 1, content: '' });
    await service.kill();

    service = await ServiceProcess.start(directory, `${queue}-content`, {});
    session = moved(session);
    const { data } = await session.content(ticket);
    expect(data.status).toBe(2);
    expect((await session.get('/api/ai/chat/v2/content', { task_id: task })).data).toBe(ticket);
    const db = await openDatabase({ kind: 'sqlite', file: join(directory, 'service.db') });
    expect(await db.selectFrom('content_jobs').select(['ticket', 'status']).execute()).toEqual([
      { ticket, status: 'succeeded' },
    ]);
    expect(await db.selectFrom('tasks').select(['id', 'outline_revision', 'content_revision']).execute()).toEqual([
      { id: task, outline_revision: 1, content_revision: 1 },
    ]);
    await db.destroy();
  });

  it('in the middle of an export finishes it after its restart, once', async () => {
    service = await ServiceProcess.start(directory, `${queue}-export`, { exportMs: 60_000 });
    let session = await Session.open(service.url, 'killed');
    const task = await session.writtenTask('Lighthouses');
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data.id;
    const key = (await session.form('/api/download/export/file', { id: design, format: 'ppt' })).data;
    await pause(1_000);
    await service.kill();

    service = await ServiceProcess.start(directory, `${queue}-export`, {});
    session = moved(session);
    const { data } = await session.exported(key);
    expect(data).toHaveLength(1);
    expect((await fetch(data[0])).status).toBe(200);
  });

  it('between the row and the start of a job takes the job up when it starts', async () => {
    service = await ServiceProcess.start(directory, `${queue}-rows`, {});
    let session = await Session.open(service.url, 'killed');
    const task = (await session.createTask('Lighthouses')).data.id;
    await service.kill();
    const db = await openDatabase({ kind: 'sqlite', file: join(directory, 'service.db') });
    const { user_id } = await db.selectFrom('tasks').select('user_id').executeTakeFirstOrThrow();
    const ticket = `never-started-${Date.now()}`;
    await db
      .insertInto('content_jobs')
      .values({
        ticket,
        task_id: task,
        user_id,
        outline_revision: 0,
        status: 'running',
        content: null,
        reason: null,
        created_at: 1,
        finished_at: null,
      })
      .execute();
    await db.destroy();

    service = await ServiceProcess.start(directory, `${queue}-rows`, {});
    session = moved(session);
    expect((await session.content(ticket)).data.status).toBe(2);
  });
});
