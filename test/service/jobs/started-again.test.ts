import { createJobs } from '../../../src/service/jobs/create-jobs';
import { quietTemporal } from '../../setup/quiet-temporal';
import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';

quietTemporal();

/** A terminated activity hears of it within seconds; long enough that it has not finished its job by then. */
const timing = { contentFragmentMs: 30, exportMs: 8_000 };

describe('a job whose workflow was terminated', () => {
  let service: TestService;
  let session: Session;
  let task: number;
  let design: number;
  const open = async (resume?: { everyMs: number; olderThanMs: number }) => {
    service = await startTestService({ timing, ...(resume ? { resume } : {}) });
    session = await Session.open(service.url, 'terminated');
    design = (await session.form('/api/design/v2/save', { task_id: await written() })).data.id;
    task = (await session.createTask('Sand')).data.id;
  };
  afterEach(() => service.close());

  const written = async (): Promise<number> => {
    const { data } = await session.createTask('Sand');
    // The one way to content that is not slowed down.
    await session.get('/api/ai/chat/wx/content', { task_id: data.id });
    return data.id;
  };
  const startContent = async (): Promise<string> =>
    (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
  const startExport = async (): Promise<string> =>
    (await session.form('/api/download/export/file', { id: design, format: 'ppt' })).data;
  const workflow = (id: string) => service.temporal.serviceClient.workflow.getHandle(id);
  const runOf = async (id: string) => (await workflow(id).describe()).runId;
  const terminated = async (id: string): Promise<string> => {
    const run = await runOf(id);
    await workflow(id).terminate('by the button of the UI');
    return run;
  };

  it('runs again when it is requested again, and only once at a time', async () => {
    await open();
    const [ticket, key] = [await startContent(), await startExport()];
    const [content, exported] = [await terminated(`content/${ticket}`), await terminated(`export/${key}`)];

    expect(await startContent()).toBe(ticket);
    const jobs = createJobs(service.temporal.serviceClient, service.settings.temporal.jobsTaskQueue, {
      byModel: false,
    });
    await jobs.startExport({ key, apiKey: 'demo-access-key' });
    const again = [await runOf(`content/${ticket}`), await runOf(`export/${key}`)];
    expect(again).not.toContain(content);
    expect(again).not.toContain(exported);
    expect(await startContent()).toBe(ticket);
    await jobs.startExport({ key, apiKey: 'demo-access-key' });
    expect([await runOf(`content/${ticket}`), await runOf(`export/${key}`)]).toEqual(again);

    expect((await session.content(ticket)).data.status).toBe(2);
    expect(await session.exported(key)).toMatchObject({ code: 0, msg: '导出成功' });
    await Promise.all([workflow(`content/${ticket}`).result(), workflow(`export/${key}`).result()]);
  });

  it('runs again after a while without a request; a running job is left alone', async () => {
    await open({ everyMs: 300, olderThanMs: 0 });
    const [ticket, key, other] = [await startContent(), await startExport(), await startExport()];
    const running = await runOf(`export/${other}`);
    const [content, exported] = [await terminated(`content/${ticket}`), await terminated(`export/${key}`)];

    expect((await session.content(ticket)).data.status).toBe(2);
    expect(await session.exported(key)).toMatchObject({ code: 0, msg: '导出成功' });
    expect(await session.exported(other)).toMatchObject({ code: 0, msg: '导出成功' });
    expect(await runOf(`content/${ticket}`)).not.toBe(content);
    expect(await runOf(`export/${key}`)).not.toBe(exported);
    expect(await runOf(`export/${other}`)).toBe(running);
  });
});
