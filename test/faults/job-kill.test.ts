import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { housekeepingSchedule } from '../../src/service/jobs/housekeeping';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { type Session, textOf } from '../service/session';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { type Asked, ModelServer } from '../writer/openai/model-server';
import { dataOf, type KillableService, pause, startKillableService, until } from './killable-service';
import { openTemporalLine, type TemporalLine } from './temporal-line';

/** One chapter, so that its content is one request; long enough that the outline is taken for whole. */
const PAGES = ['Paper', 'Silk', 'Glass', 'Horn', 'Tin', 'Wood', 'Stone', 'Clay', 'Brass', 'Wax', 'Oil', 'Gas'];
const OUTLINE = `# Lanterns\n\n## Light\n\n${PAGES.map((page) => `### ${page}\n\n#### Use of ${page}\n`).join('\n')}`;
const TEXT = `## Light\n\n${PAGES.map((page) => `### ${page}\n\n#### Use of ${page}\n\n${page} keeps the wind out.\n`).join('\n')}`;
const HALF = TEXT.slice(0, TEXT.length / 2);
/** The same pages in three chapters, so that their content is three requests. */
const PARTS = ['First', 'Second', 'Third'].map((name, at) => ({ name, pages: PAGES.slice(4 * at, 4 * at + 4) }));
const [FIRST, SECOND, THIRD] = PARTS.map(
  ({ name, pages }) =>
    `## ${name}\n\n${pages.map((page) => `### ${page}\n\n#### Use of ${page}\n\n${page} keeps the wind out.\n`).join('\n')}`,
) as [string, string, string];
const TEXTS: Record<string, string> = { Light: TEXT, First: FIRST, Second: SECOND, Third: THIRD };
/** Whichever chapter is requested: after a kill the job that waited comes first. */
const written = ({ messages }: Asked) => ({
  text: TEXTS[/Now write the chapter "(\w+)"/.exec(messages.at(-1)!.content)![1]!]!,
});
const IN_PARTS = `# Lanterns\n\n${[FIRST, SECOND, THIRD].join('\n').replace(/.* keeps the wind out\.\n/g, '')}`;
/** Of a task that Temporal holds for an activity, by its protocol. */
const [WAITING, BEGUN] = [1, 2];

// Every stage ends a process, starts it again, and waits until Temporal has missed the one that died.
describe('kill -9 of the service in a stage of its jobs: the job finishes after the restart, once', () => {
  const model = new ModelServer();
  const secrets = mkdtempSync(join(tmpdir(), 'deck-jobs-'));
  let line: TemporalLine;
  let temporal: TemporalConnection;
  let service: KillableService;
  let session: Session;
  beforeAll(async () => {
    await model.start();
    line = await openTemporalLine(process.env[TEST_TEMPORAL]!);
    const key = join(secrets, 'model-key');
    writeFileSync(key, 'a model of the tests looks at no key');
    service = await startKillableService({
      temporalAddress: line.address,
      // A model counts what is generated; the other provider is there for long decks.
      server: {
        generation: { default: 'openai', openai: { baseUrl: model.baseUrl, model: 'm', apiKey: { file: key } } },
      },
      // One job at a time, so that a second one is accepted and waits.
      worker: { concurrency: { jobs: 1, contentJobs: 1 } },
    });
    const { settings } = service;
    temporal = await connectTemporal(
      { ...settings, temporal: { ...settings.temporal, address: process.env[TEST_TEMPORAL]! } },
      { env: {} },
    );
    session = await service.session('killed');
  });
  afterAll(async () => {
    await service?.close();
    await temporal?.close();
    await line?.close();
    await model.close();
    rmSync(secrets, { recursive: true, force: true });
  });

  const workflow = (id: string) => temporal.serviceClient.workflow.getHandle(id);
  const isRunning = async (id: string) => (await workflow(id).describe()).status.name === 'RUNNING';
  const activity = (id: string, state: number) =>
    until(`the activity of ${id} is in state ${state}`, async () => {
      const { raw } = await workflow(id).describe();
      return raw.pendingActivities?.some((pending) => pending.state === state) || undefined;
    });
  const asked = (times: number) =>
    until(`the model gets ${times} requests`, () => model.asked.length === times || undefined);
  /** Until the job's row says that it is done, while Temporal hears nothing of it. */
  const doneUnheard = async (table: 'content_jobs' | 'exports', column: string, key: string, id: string) => {
    await activity(id, BEGUN);
    // What the server has handed out may still be on its way.
    await pause(200);
    line.hold();
    const sql = `select finished_at from ${table} where ${column} = ? and status = 'succeeded'`;
    const [row] = await until('the job is done', () => {
      const rows = service.rows(sql, key);
      return rows.length === 1 ? rows : undefined;
    }).catch((error) => {
      line.restore();
      throw error;
    });
    expect(await isRunning(id)).toBe(true);
    await service.kill();
    line.restore();
    await service.start();
    await workflow(id).result();
    expect(service.rows(sql, key)).toEqual([row]);
  };

  describe('content', () => {
    const outlined = async (outline = OUTLINE): Promise<number> => {
      const { id } = await dataOf(session.createTask('Lanterns'));
      model.willAnswer({ text: outline });
      textOf(await session.stream('/api/ai/chat/outline', id));
      return id;
    };
    const start = (task: number): Promise<string> => dataOf(session.get('/api/ai/chat/v2/content', { task_id: task }));
    const stored = (task: number) =>
      service.rows('select outline_variants, outline_revision, content_revision from tasks where id = ?', task);
    const jobs = (task: number) => service.rows('select ticket, status from content_jobs where task_id = ?', task);
    const finishedOnce = async (task: number, ticket: string) => {
      const { content, status } = await dataOf(session.content(ticket));
      expect(status).toBe(2);
      expect(content.match(/\w+ keeps the wind out\./g)).toEqual(PAGES.map((page) => `${page} keeps the wind out.`));
      await workflow(`content/${ticket}`).result();
      expect(await start(task)).toBe(ticket);
      expect(jobs(task)).toEqual([{ ticket, status: 'succeeded' }]);
      expect(stored(task)).toEqual([{ outline_variants: 1, outline_revision: 1, content_revision: 1 }]);
      expect(service.rows('select owner from generation_leases where task_id = ?', task)).toEqual([]);
      expect(textOf(await session.stream('/api/ai/chat/content', task))).toBe(content);
    };

    it('accepted, with a row that no workflow has been started for', async () => {
      const task = await outlined();
      model.willAnswer({ text: TEXT });
      await service.fault({ endpoint: 'startContent', effect: 'neverFinish' });
      const ticket = await start(task);
      await expect(workflow(`content/${ticket}`).describe()).rejects.toThrow(/not found/i);
      await service.restart();
      await finishedOnce(task, ticket);
      expect(model.asked).toHaveLength(1);
    });

    it('half written, whose finished chapter is kept; and accepted, but not begun, behind it', async () => {
      const [task, behind] = [await outlined(IN_PARTS), await outlined()];
      model.willAnswer({ text: FIRST }, { text: SECOND.slice(0, SECOND.length / 2), after: 'silence' });
      const ticket = await start(task);
      await asked(2);
      const waiting = await start(behind);
      await activity(`content/${waiting}`, WAITING);
      await service.kill();
      expect([...jobs(task), ...jobs(behind)]).toMatchObject([{ status: 'running' }, { status: 'running' }]);
      model.willAnswer(written);
      await service.start();
      await finishedOnce(task, ticket);
      await finishedOnce(behind, waiting);
      expect(model.asked).toHaveLength(3);
    });

    it('its outline made, which it had to make itself, and its content not', async () => {
      const { id: task } = await dataOf(session.createTask('Lanterns'));
      model.willAnswer({ text: OUTLINE }, { text: HALF, after: 'silence' });
      const ticket = await start(task);
      await asked(2);
      await service.kill();
      expect(stored(task)).toEqual([{ outline_variants: 1, outline_revision: 1, content_revision: 0 }]);
      model.willAnswer({ text: TEXT });
      await service.start();
      await finishedOnce(task, ticket);
      expect(model.asked).toHaveLength(1);
    });

    it('written, and not stored', async () => {
      const task = await outlined();
      model.willAnswer({ text: TEXT });
      const stall = service.stallAt('before update of content on tasks');
      const ticket = await start(task);
      await stall.reached();
      await service.kill();
      stall.lift();
      expect(stored(task)).toMatchObject([{ content_revision: 0 }]);
      await service.start();
      await finishedOnce(task, ticket);
      // Its chapter was kept.
      expect(model.asked).toHaveLength(1);
    });

    it('stored, and its ticket not finished', async () => {
      const task = await outlined();
      model.willAnswer({ text: TEXT });
      const stall = service.stallAt('after update of status on content_jobs');
      const ticket = await start(task);
      await stall.reached();
      await service.kill();
      stall.lift();
      expect(stored(task)).toMatchObject([{ content_revision: 1 }]);
      expect(jobs(task)).toEqual([{ ticket, status: 'running' }]);
      await service.start();
      await finishedOnce(task, ticket);
      expect(model.asked).toHaveLength(1);
    });

    it('finished, and Temporal not told', async () => {
      await service.restart({ contentFragment: '100ms' });
      const task = await outlined();
      model.willAnswer({ text: TEXT });
      const ticket = await start(task);
      await doneUnheard('content_jobs', 'ticket', ticket, `content/${ticket}`);
      await finishedOnce(task, ticket);
      expect(model.asked).toHaveLength(1);
    });
  });

  describe('exports', () => {
    let task: number;
    beforeAll(async () => {
      await service.restart({});
      task = (await dataOf(session.createTask('Lanterns'))).id;
      textOf(await session.stream('/api/ai/chat/wx/outline', task));
      await dataOf(session.get('/api/ai/chat/wx/content', { task_id: task }));
    });

    const design = async (): Promise<number> =>
      (await dataOf(session.form('/api/design/v2/save', { task_id: task }))).id;
    const start = (id: number, format = 'ppt'): Promise<string> =>
      dataOf(session.form('/api/download/export/file', { id, format }));
    const rowsOf = (key: string) =>
      service.rows('select file_key, size from files where export_key = ? order by position', key);
    const unknown = () => {
      const known = new Set(service.rows('select file_key from files').map(({ file_key }) => file_key));
      return service.fileKeys().filter((key) => !known.has(key));
    };
    const finishedOnce = async (id: number, key: string, count = 1) => {
      const links = (await dataOf(session.exported(key))) as string[];
      await workflow(`export/${key}`).result();
      expect(service.rows('select task_key, status, reason from exports where design_id = ?', id)).toEqual([
        { task_key: key, status: 'succeeded', reason: null },
      ]);
      const rows = rowsOf(key);
      expect(rows).toHaveLength(count);
      expect(links.map((link) => new URL(link).pathname.split('/')[2])).toEqual(rows.map(({ file_key }) => file_key));
      for (const [at, link] of links.entries()) {
        expect((await (await fetch(link)).arrayBuffer()).byteLength).toBe(rows[at]!.size);
      }
      expect(service.halfWritten()).toEqual([]);
    };

    it('accepted, with a row that no workflow has been started for', async () => {
      const id = await design();
      await service.fault({ endpoint: 'startExport', effect: 'neverFinish' });
      const key = await start(id);
      await expect(workflow(`export/${key}`).describe()).rejects.toThrow(/not found/i);
      await service.restart();
      await finishedOnce(id, key);
      expect(unknown()).toEqual([]);
    });

    it('begun; and accepted, but not begun, behind it', async () => {
      await service.restart({ export: '5m' });
      const [id, behind] = [await design(), await design()];
      const key = await start(id);
      await activity(`export/${key}`, BEGUN);
      const waiting = await start(behind, 'pdf');
      await activity(`export/${waiting}`, WAITING);
      await service.restart({});
      await finishedOnce(id, key);
      await finishedOnce(behind, waiting);
      expect(unknown()).toEqual([]);
    });

    it('finished, and Temporal not told', async () => {
      // Held for 5 s, the heartbeat of an export ends it.
      await service.restart({ export: '1500ms' });
      const id = await design();
      const key = await start(id);
      await doneUnheard('exports', 'task_key', key, `export/${key}`);
      await finishedOnce(id, key);
      expect(unknown()).toEqual([]);
      await service.restart({});
    });

    it('some of its images written and another begun', async () => {
      const interrupted = async (): Promise<boolean> => {
        const id = await design();
        const before = unknown();
        const dead = service.killAtFile(3);
        const key = await start(id, 'png');
        await dead;
        const hit = rowsOf(key).length === 0;
        if (hit) expect(unknown().length).toBeGreaterThanOrEqual(before.length + 2);
        await service.start();
        const pages = (await dataOf(session.exported(key))).length;
        expect(pages).toBeGreaterThan(5);
        await finishedOnce(id, key, pages);
        return hit;
      };
      // All of them may be written and recorded before the kill arrives; then the next one is tried.
      for (let tries = 1; !(await interrupted()); tries += 1) expect(tries).toBeLessThan(5);
    });

    it('written, and not recorded', async () => {
      const id = await design();
      const before = unknown();
      const stall = service.stallAt('before insert on files');
      const key = await start(id);
      await stall.reached();
      await service.kill();
      stall.lift();
      expect(unknown()).toHaveLength(before.length + 1);
      await service.start();
      await finishedOnce(id, key);
      // The file of the killed attempt is not a file of the export.
      expect(unknown()).toHaveLength(before.length + 1);
    });

    it('what killed attempts have left behind is swept out when it is a day old, and nothing else', async () => {
      const known = service.rows('select file_key from files order by file_key').map(({ file_key }) => file_key);
      expect(unknown().length).toBeGreaterThan(0);
      service.age(service.fileKeys(), 25 * 3_600_000);
      await temporal.serviceClient.schedule.getHandle(housekeepingSchedule(service.settings)).trigger();
      await until('it is swept', () => unknown().length === 0 || undefined);
      expect(service.fileKeys()).toEqual(known);
    });
  });
});
