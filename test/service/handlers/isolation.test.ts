import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';
import { describeStores } from '../stores';

describeStores('what belongs to another user', (store) => {
  let service: TestService;
  let owner: Session;
  let others: [string, Session][];
  let own: { task: number; ticket: string; design: number; trashed: number; key: string };

  beforeAll(async () => {
    service = await startTestService({ store });
    owner = await Session.open(service.url, 'owner');
    others = [
      ['another user', await Session.open(service.url, 'stranger')],
      ['another user in a channel', await Session.open(service.url, 'stranger', 'shop')],
      ['the same uid in a channel', await Session.open(service.url, 'owner', 'shop')],
    ];
    const task = await owner.writtenTask('Tea through the centuries');
    const ticket = (await owner.get('/api/ai/chat/v2/content', { task_id: task })).data;
    const save = async () => (await owner.form('/api/design/v2/save', { task_id: task })).data.id;
    const [design, trashed] = [await save(), await save()];
    await owner.form('/api/design/delete', { user_design_id: trashed });
    const key = (await owner.form('/api/download/export/file', { id: design, format: 'pdf' })).data;
    await owner.exported(key);
    own = { task, ticket, design, trashed, key };
  });
  afterAll(() => service.close());

  type Call = (session: Session) => Promise<{ status: number; code: number; msg: string }>;
  const calls: [string, number, Call][] = [
    ['the outline stream', 12102, (s) => s.get('/api/ai/chat/outline', { task_id: own.task })],
    ['the content stream', 12102, (s) => s.get('/api/ai/chat/content', { task_id: own.task })],
    ['the content ticket', 12102, (s) => s.get('/api/ai/chat/v2/content', { task_id: own.task })],
    ['the content check', 12102, (s) => s.get('/api/ai/chat/v2/content/check', { ticket: own.ticket })],
    ['the outline tree', 12102, (s) => s.form('/api/generate/data', { task_id: own.task })],
    [
      'the outline save',
      12102,
      (s) => s.form('/api/ai/chat/v2/outline/save', { task_id: own.task, content: '# Mine now' }),
    ],
    ['the template search by task', 12102, (s) => s.get('/api/template_component/suit/search', { task_id: own.task })],
    ['the design save', 12102, (s) => s.form('/api/design/v2/save', { task_id: own.task })],
    ['the design detail', 12102, (s) => s.get('/api/design/info', { user_design_id: own.design })],
    ['the tree of the design', 12102, (s) => s.form('/api/generate/ppt-tree', { design_id: own.design })],
    ['the rename', 12102, (s) => s.form('/api/design/save/name', { user_design_id: own.design, name: 'x' })],
    ['the delete', 12102, (s) => s.form('/api/design/delete', { user_design_id: own.design })],
    ['the revert', 12102, (s) => s.form('/api/design/revert', { user_design_id: own.trashed })],
    ['the clear', 12102, (s) => s.form('/api/design/clear', { user_design_id: own.trashed })],
    ['the export', 12102, (s) => s.form('/api/download/export/file', { id: own.design, format: 'ppt' })],
    ['the export result', 20001, (s) => s.form('/api/download/export/file/result', { task_key: own.key })],
  ];

  it.each(calls)('%s does not find it, and what does not exist is answered alike', async (_, code, call) => {
    for (const [who, session] of others) {
      const answer = await call(session);
      expect([who, answer.status, answer.code]).toEqual([who, 200, code]);
    }
  });

  it("is in no other user's lists", async () => {
    for (const [, session] of others) {
      expect((await session.get('/api/design/list')).data).toMatchObject({ list: [], pagination: { total: 0 } });
      expect((await session.get('/api/design/del/list')).data).toMatchObject({ list: [], pagination: { total: 0 } });
    }
  });

  it('is there for its owner all the same, with every token of that user', async () => {
    for (const session of [owner, await Session.open(service.url, 'owner')]) {
      expect((await session.get('/api/design/list')).data.pagination.total).toBe(1);
      expect((await session.get('/api/design/info', { user_design_id: own.design })).data.task_id).toBe(own.task);
    }
  });
});
