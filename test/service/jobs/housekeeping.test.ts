import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFileKey } from '../../../src/service/files/keys';
import { housekeepingSchedule } from '../../../src/service/jobs/housekeeping';
import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';
import { describeStores } from '../stores';

const DAY_MS = 86_400_000;

describeStores('housekeeping', (store) => {
  let service: TestService;
  let session: Session;
  let moved = 0;
  beforeAll(async () => {
    service = await startTestService({ store, now: () => Date.now() + moved, server: { tokenLifetime: '3650 days' } });
    session = await Session.open(service.url, 'keeper');
  });
  afterAll(() => service.close());

  const handle = () => service.temporal.serviceClient.schedule.getHandle(housekeepingSchedule(service.settings));
  /** Runs it once, now, and waits for its end. */
  const kept = async () => {
    const runs = async () => (await handle().describe()).info.recentActions.length;
    const before = await runs();
    await handle().trigger();
    while ((await runs()) === before) await new Promise((resolve) => setTimeout(resolve, 100));
    const { action } = (await handle().describe()).info.recentActions.at(-1)!;
    await service.temporal.serviceClient.workflow.getHandle(action.workflow.workflowId).result();
  };
  const files = async () => {
    const names = await readdir(join(service.dataDirectory, 'files'), { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  const trash = async () => (await session.get('/api/design/del/list')).data;

  it('clears designs whose days in the trash are over, with their exports and files, and no other', async () => {
    const task = await session.writtenTask('Salt');
    const save = async (name: string) => (await session.form('/api/design/v2/save', { task_id: task, name })).data.id;
    const [kept1, early, late] = [await save('Kept'), await save('Early'), await save('Late')];
    const before = await files();
    const key = (await session.form('/api/download/export/file', { id: early, format: 'pdf' })).data;
    const link = (await session.exported(key)).data[0];
    await session.form('/api/design/delete', { user_design_id: early });
    moved = 10 * DAY_MS;
    await session.form('/api/design/delete', { user_design_id: late });
    moved = 30 * DAY_MS;
    // Its days are over: it is gone for its user at once, and no revert brings it back.
    expect((await trash()).list.map((design: { id: number }) => design.id)).toEqual([late]);
    expect(await session.form('/api/design/revert', { user_design_id: early })).toMatchObject({ code: 12102 });
    expect(await session.form('/api/design/clear', { user_design_id: early })).toMatchObject({ code: 12102 });
    await kept();
    expect(await session.form('/api/download/export/file/result', { task_key: key })).toMatchObject({ code: 20001 });
    expect((await fetch(link)).status).toBeGreaterThanOrEqual(400);
    expect(await files()).toHaveLength(before.length - 3);
    expect((await trash()).list).toMatchObject([{ id: late, auto_delete_time: 10 }]);
    expect(await session.form('/api/design/revert', { user_design_id: late })).toMatchObject({ code: 0 });
    expect((await session.get('/api/design/info', { user_design_id: kept1 })).code).toBe(0);
  });

  it('sweeps out old files that no row knows, and leaves young ones alone', async () => {
    const [old, young] = [newFileKey(), newFileKey()];
    const known = await files();
    const folder = (await readdir(join(service.dataDirectory, 'files')))[0]!;
    const place = (key: string) => join(service.dataDirectory, 'files', folder, folder + key.slice(2));
    for (const key of [old, young]) await writeFile(place(key), 'left behind');
    await utimes(place(old), new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - 2 * DAY_MS));
    await kept();
    expect((await files()).sort()).toEqual([...known, folder + young.slice(2)].sort());
  });

  it('removes exports and content jobs after a week, and what no design needs after three months', async () => {
    const saved = await session.writtenTask('Pepper');
    const { data: design } = await session.form('/api/design/v2/save', { task_id: saved });
    const alone = (await session.createTask('Cumin')).data.id;
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: saved })).data;
    const before = await files();
    const { data: key } = await session.form('/api/download/export/file', { id: design.id, format: 'pdf' });
    await session.exported(key);
    const result = () => session.form('/api/download/export/file/result', { task_key: key });
    const outlineOf = (task: number) => session.form('/api/generate/data', { task_id: task });
    moved += 6 * DAY_MS;
    await kept();
    expect(await result()).toMatchObject({ code: 0 });
    moved += 2 * DAY_MS;
    await kept();
    expect(await result()).toMatchObject({ code: 20001 });
    expect(await files()).toHaveLength(before.length);
    expect(await session.get('/api/ai/chat/v2/content/check', { ticket })).toMatchObject({ code: 12102 });
    expect((await outlineOf(alone)).msg).toContain('no outline yet');
    moved += 90 * DAY_MS;
    await kept();
    expect(await outlineOf(alone)).toMatchObject({ code: 12102 });
    expect(await outlineOf(saved)).toMatchObject({ code: 0 });
    expect(await session.get('/api/design/info', { user_design_id: design.id })).toMatchObject({ code: 0 });
  });

  it('is scheduled once, however often the service starts', async () => {
    await service.restart({
      settings: { ...service.settings, server: { ...service.settings.server, housekeeping: 120_000 } },
    });
    expect((await handle().describe()).spec.intervals).toMatchObject([{ every: 120_000 }]);
  });
});
