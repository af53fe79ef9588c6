import { startTestService, type TestService } from '../running-service';
import { type Reply, Session } from '../session';
import { describeStores } from '../stores';

type Call = (session: Session, id: number) => Promise<Reply>;

const form =
  (path: string, more: Record<string, string> = {}): Call =>
  (session, id) =>
    session.form(path, { user_design_id: id, ...more });

const calls: Record<string, Call> = {
  info: (session, id) => session.get('/api/design/info', { user_design_id: id }),
  rename: form('/api/design/save/name', { name: 'New name' }),
  delete: form('/api/design/delete'),
  revert: form('/api/design/revert'),
  clear: form('/api/design/clear'),
  tree: (session, id) => session.form('/api/generate/ppt-tree', { design_id: id }),
  export: (session, id) => session.form('/api/download/export/file', { id, format: 'ppt' }),
};

/** What each state allows; everything else is "not found". The specification's table of the design lifecycle. */
const allowed: Record<string, readonly string[]> = {
  normal: ['info', 'rename', 'delete', 'tree', 'export'],
  'in the trash': ['revert', 'clear'],
  'restored from the trash': ['info', 'rename', 'delete', 'tree', 'export'],
  cleared: [],
  'of another user': [],
};

describeStores('the lifecycle of a design', (store) => {
  let service: TestService;
  let session: Session;
  let stranger: Session;
  let task: number;
  beforeAll(async () => {
    service = await startTestService({ store, runJobs: false });
    session = await Session.open(service.url, 'lifecycle');
    stranger = await Session.open(service.url, 'lifecycle-stranger');
    task = await session.writtenTask('Tides');
  });
  afterAll(() => service.close());

  const designIn = async (state: string): Promise<number> => {
    const { id } = (await session.form('/api/design/v2/save', { task_id: task })).data;
    const steps: Record<string, string[]> = {
      'in the trash': ['delete'],
      'restored from the trash': ['delete', 'revert'],
      cleared: ['delete', 'clear'],
    };
    for (const step of steps[state] ?? []) expect((await calls[step]!(session, id)).code).toBe(0);
    return id;
  };

  it.each(Object.keys(allowed))('%s: allows what the table says, and nothing else', async (state) => {
    for (const [name, call] of Object.entries(calls)) {
      const answer = await call(state === 'of another user' ? stranger : session, await designIn(state));
      const expected = allowed[state]!.includes(name) ? 0 : 12102;
      expect([name, answer.status, answer.code]).toEqual([name, 200, expected]);
    }
  });

  it('is passed once when the same step is requested many times at once', async () => {
    const times = async (name: string, id: number) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => calls[name]!(session, id)));
      return answers.filter(({ code }) => code === 0).length;
    };
    const id = await designIn('normal');
    for (const step of ['delete', 'revert', 'delete', 'clear'])
      expect([step, await times(step, id)]).toEqual([step, 1]);
    // Of a revert and a clear at once, one wins; the design is either back or gone.
    const torn = await designIn('in the trash');
    const [reverted, cleared] = await Promise.all([calls.revert!(session, torn), calls.clear!(session, torn)]);
    expect([reverted.code, cleared.code].sort()).toEqual([0, 12102]);
    expect((await calls.info!(session, torn)).code).toBe(reverted.code);
  });
});
