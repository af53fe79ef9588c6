import { type Json, type Session, textOf } from '../service/session';
import { spread } from '../setup/spread';
import { dataOf, type KillableService, type Row, startKillableService, until } from './killable-service';
import { type Call, calls, makeThings, type Things } from './state-changing-calls';

// A process ends and starts again for every place in a call, while the machine does other work.
describe('kill -9 of the service in the middle of a call', () => {
  let service: KillableService;
  let session: Session;
  let things: Things;
  let users = 0;
  beforeAll(async () => {
    service = await startKillableService();
  });
  afterAll(() => service.close());
  const newUser = async () => {
    const uid = `killed-${++users}`;
    session = await service.session(uid);
    things = await makeThings(uid, session);
  };

  const raised = (call: Call) => Number(service.rows(call.raises(things))[0]?.n);
  /** Sends it without hope for an answer: the answer is a connection that breaks, or half a stream. */
  const hopeless = (call: Call) => {
    const answer = call.send(session, things).then(
      (given) => (typeof given === 'string' && !given.endsWith('event:close\ndata:api-close\n\n') ? 'cut' : given),
      () => 'broken',
    );
    return { unanswered: async () => expect(['cut', 'broken']).toContain(await answer) };
  };
  const repeat = async (call: Call, code = 0) => {
    const given = await call.send(session, things);
    if (typeof given === 'string') expect(textOf(given)).not.toBe('');
    else expect({ call: call.name, code: given.code, msg: given.msg }).toMatchObject({ call: call.name, code });
  };

  it('before it is handled: nothing of it is there, and the same call succeeds', async () => {
    await newUser();
    await service.fault({ uid: things.uid, effect: { type: 'hang', when: 'before' } });
    const before = service.everything();
    const sent = calls.map(hopeless);
    await until('every call has come in', async () => (await service.struck()) === calls.length || undefined);
    await service.restart();
    for (const { unanswered } of sent) await unanswered();
    expect(service.everything()).toEqual(before);
    for (const call of calls) {
      const was = raised(call);
      await repeat(call);
      expect({ call: call.name, raised: raised(call) - was }).toEqual({ call: call.name, raised: 1 });
    }
    await everythingReads(service, session, things);
  });

  it('after it is done and before it is answered: all of it is there, once', async () => {
    await newUser();
    await service.fault({ uid: things.uid, effect: { type: 'hang', when: 'after' } });
    const before = calls.map(raised);
    const sent = calls.map(hopeless);
    const allDone = () => calls.every((call, at) => raised(call) > before[at]!) || undefined;
    await until('every call is done', allDone);
    await service.restart();
    for (const { unanswered } of sent) await unanswered();
    calls.forEach((call, at) => {
      expect({ call: call.name, raised: raised(call) - before[at]! }).toEqual({ call: call.name, raised: 1 });
    });
    await everythingReads(service, session, things);
    for (const call of calls) await repeat(call, call.repeated);
    await everythingReads(service, session, things);
  });

  describe('inside its transaction', () => {
    // One user for all of them: each call has things of its own.
    beforeAll(newUser);

    const struck = spread(
      calls.map((call) => ({ call, table: call.within.split(' ').at(-1) })),
      ['table'],
    );
    it.each(struck.map(({ call }) => [call.name, call] as const))(
      '%s: nothing of it is there, and the same call succeeds',
      async (_, call) => {
        const [before, was, files] = [service.everything(), raised(call), service.fileKeys()];
        const stall = service.stallAt(call.within);
        const { unanswered } = hopeless(call);
        await stall.reached();
        await service.kill();
        stall.lift();
        await service.start();
        await unanswered();
        expect(service.everything()).toEqual(before);
        // What was there is still there; what the call had written exists too, and nothing refers to it.
        expect(service.fileKeys()).toEqual(expect.arrayContaining(files));
        await everythingReads(service, session, things);
        await repeat(call);
        expect(raised(call) - was).toBe(1);
        await everythingReads(service, session, things);
      },
    );
  });

  it.each([
    ['an outline', '/api/ai/chat/outline', 'bare'],
    ['content', '/api/ai/chat/content', 'toFill'],
  ] as const)(
    'between two fragments of %s: nothing of it is stored, and the same call streams it whole',
    async (...row) => {
      const [, path, thing] = row;
      await newUser();
      await service.restart({ outlineFragment: '20ms', contentFragment: '20ms' });
      const before = service.everything();
      const response = await session.fetch(path, { task_id: things[thing] });
      const reader = response.body!.getReader();
      let text = '';
      while (text.split('\n\n').length < 10) text += new TextDecoder().decode((await reader.read()).value);
      await service.restart({});
      expect(text + (await rest(reader))).not.toContain('event:close');
      expect(service.everything()).toEqual(before);
      const whole = textOf(await session.stream(path, things[thing]));
      expect(whole.length).toBeGreaterThan(text.length);
      expect(service.rows('select outline_revision, content_revision from tasks where id = ?', things[thing])).toEqual([
        { outline_revision: 1, content_revision: thing === 'bare' ? 0 : 1 },
      ]);
      await everythingReads(service, session, things);
    },
  );
});

/** What still comes, until the end or the break. */
async function rest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = '';
  for (;;) {
    const step = await reader.read().catch(() => undefined);
    if (!step || step.done) return text;
    text += new TextDecoder().decode(step.value);
  }
}

/** Whatever the database names of the user is read as the user reads it: every answer is whole, and none is a failure. */
async function everythingReads(service: KillableService, session: Session, { uid }: Things): Promise<void> {
  const ofUser = (column: string, table: string, where = 'true') => {
    const sql = `select ${column} as it from ${table} where ${where} and user_id = (select id from users where uid = ?)`;
    return service.rows(sql, uid).map(({ it }: Row) => it as number | string);
  };
  for (const task_id of ofUser('id', 'tasks', 'outline is not null')) {
    await dataOf(session.form('/api/generate/data', { task_id }));
  }
  for (const [path, place] of [
    ['/api/design/list', 'deleted_at is null'],
    ['/api/design/del/list', 'deleted_at is not null'],
  ] as const) {
    const { list } = await dataOf(session.get(path));
    expect(list.map(({ id }: Json) => id).sort()).toEqual(ofUser('id', 'designs', place).sort());
    for (const { cover_url, canvas_url, ai_data } of list) {
      for (const link of [cover_url, canvas_url, ai_data]) await download(service, link);
    }
  }
  for (const id of ofUser('id', 'designs', 'deleted_at is null')) {
    await dataOf(session.get('/api/design/info', { user_design_id: id }));
    await dataOf(session.form('/api/generate/ppt-tree', { design_id: id }));
  }
  for (const key of ofUser('task_key', 'exports')) {
    const { code, data: links } = await session.exported(String(key));
    expect({ code, files: links.length }).toEqual({ code: 0, files: 1 });
    for (const link of links) await download(service, link);
  }
  for (const ticket of ofUser('ticket', 'content_jobs')) {
    expect((await session.content(String(ticket))).data.status).toBe(2);
  }
}

/** The file of a link is as long as its row says. */
async function download(service: KillableService, link: string): Promise<void> {
  const response = await fetch(link);
  const size = (await response.arrayBuffer()).byteLength;
  const rows = service.rows('select size from files where file_key = ?', new URL(link).pathname.split('/')[2]);
  expect({ status: response.status, rows }).toEqual({ status: 200, rows: [{ size }] });
}
