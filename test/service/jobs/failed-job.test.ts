import { madeBefore } from '../../setup/made-before';
import { serviceForTests, startTestService } from '../running-service';
import { Session } from '../session';

describe('a job that fails for good', () => {
  const service = serviceForTests({ timing: { exportMs: 1_500 } });
  const session = madeBefore(() => Session.open(service.url, 'failing'));

  it('is a non-zero code with the reason, never a permanently empty list', async () => {
    const task = await session.writtenTask('Sand');
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data.id;
    const slow = (await session.form('/api/download/export/file', { id: design, format: 'ppt' })).data;
    const alsoSlow = (await session.form('/api/download/export/file', { id: design, format: 'pdf' })).data;
    await service.temporal.serviceClient.workflow.getHandle(`export/${slow}`).cancel();
    const answer = await session.exported(slow);
    expect(answer).toMatchObject({ status: 200, code: 12100, data: [] });
    expect(answer.msg).toMatch(/^the export failed: /);
    expect(await session.exported(alsoSlow)).toMatchObject({ code: 0, msg: '导出成功' });
  });

  it('is a failed status of the content check; the next call is a new job', async () => {
    const slow = await startTestService({ timing: { contentFragmentMs: 200 } });
    const user = await Session.open(slow.url, 'failing');
    const { data: task } = await user.createTask('Sand');
    const ticket = (await user.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    await slow.temporal.serviceClient.workflow.getHandle(`content/${ticket}`).cancel();
    expect((await user.content(ticket)).data).toEqual({ status: 3, content: '' });
    const next = (await user.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    expect(next).not.toBe(ticket);
    await slow.close();
  });
});
